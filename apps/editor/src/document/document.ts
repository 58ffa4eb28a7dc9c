import { handleOf, isObject } from "@trilho/engine";
import type { GraphDefinition, GraphEdge, GraphNode, JsonObject, JsonValue } from "@trilho/engine";

/** A place on the canvas in canvas units; the node's top left corner. */
export interface Point {
  x: number;
  y: number;
}

/** True when the editor can draw a value: nodes with ids of their own, edges with two ends. Problems inside are fine. */
export function isDrawable(value: unknown): value is GraphDefinition {
  if (!isObject(value) || !Array.isArray(value["nodes"])) return false;
  const edges = value["edges"] ?? [];
  const ids = new Set<string>();
  for (const node of value["nodes"]) {
    if (!isObject(node) || typeof node["id"] !== "string" || typeof node["type"] !== "string") return false;
    if (ids.has(node["id"])) return false;
    ids.add(node["id"]);
  }
  return (
    Array.isArray(edges) && edges.every((edge) => isObject(edge) && isText(edge["source"]) && isText(edge["target"]))
  );
}

/** The step that stands for the start, in any definition. */
export const startOf = (definition: unknown): string | undefined =>
  isDrawable(definition) ? definition.nodes.find(({ type }) => type === "trigger")?.id : undefined;

function isText(value: JsonValue | undefined): boolean {
  return typeof value === "string";
}

export function edgesOf(definition: GraphDefinition): GraphEdge[] {
  return definition.edges ?? [];
}

const indexes = new WeakMap<GraphDefinition, ReadonlyMap<string, GraphNode>>();

export function findNode(definition: GraphDefinition, id: string): GraphNode | undefined {
  let index = indexes.get(definition);
  if (!index) {
    // Of nodes that share an id the first one counts.
    index = new Map(definition.nodes.toReversed().map((node) => [node.id, node]));
    indexes.set(definition, index);
  }
  return index.get(id);
}

/** A key for every edge, in order. It is the edge's id where that is there and unique, for ids may be missing or repeat. */
export function edgeKeys(definition: GraphDefinition): string[] {
  const seen = new Set<string>();
  return edgesOf(definition).map((edge, index) => {
    const wanted = edge.id ?? edgeKey(edge);
    const key = seen.has(wanted) ? `${wanted}#${index}` : wanted;
    seen.add(key);
    return key;
  });
}

/** What stands in for the id of an edge without one. */
export function edgeKey(edge: GraphEdge): string {
  return edge.id ?? `${edge.source}:${handleOf(edge)}:${edge.target}`;
}

export function uiOf(node: GraphNode): JsonObject {
  const ui = isObject(node.config) ? node.config["ui"] : undefined;
  return isObject(ui) ? ui : {};
}

/** The name a person gave the step, as it is being typed; empty without one. */
export function labelOf(node: GraphNode): string {
  const label = uiOf(node)["label"];
  return typeof label === "string" && label.trim() !== "" ? label : "";
}

export function positionOf(node: GraphNode): Point | null {
  const position = uiOf(node)["position"];
  if (!isObject(position)) return null;
  const { x, y } = position;
  return typeof x === "number" && typeof y === "number" && Number.isFinite(x + y) ? { x, y } : null;
}

/** The node with keys of `config.ui` set, or removed where the value is `undefined`; the same node when nothing changes. */
export function withUi(node: GraphNode, patch: Record<string, JsonValue | undefined>): GraphNode {
  const ui: JsonObject = { ...uiOf(node) };
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) delete ui[key];
    else ui[key] = value;
  }
  const { ui: _old, ...rest } = isObject(node.config) ? node.config : {};
  const config: JsonObject = Object.keys(ui).length > 0 ? { ...rest, ui } : rest;
  const { config: before, ...bare } = node;
  if (before === undefined && Object.keys(config).length === 0) return node;
  return { ...bare, config };
}

/** Keeps the identity of everything that `change` leaves alone. */
export function mapNodes(definition: GraphDefinition, change: (node: GraphNode) => GraphNode): GraphDefinition {
  const nodes = definition.nodes.map(change);
  return nodes.every((node, index) => node === definition.nodes[index]) ? definition : { ...definition, nodes };
}

export function withEdges(definition: GraphDefinition, edges: GraphEdge[]): GraphDefinition {
  return { ...definition, edges };
}
