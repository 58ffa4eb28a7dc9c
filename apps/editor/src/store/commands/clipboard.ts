import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { edgesOf, isDrawable, isObject, positionOf, withUi } from "../document.ts";
import type { Point } from "../document.ts";
import { edgeIds, newEdgeId, newNodeId, nodeIds } from "../ids.ts";
import type { Random } from "../ids.ts";
import { placementOf, withPlaces } from "../placement.ts";
import { hasTrigger, stepKey } from "../steps.ts";
import { label } from "./command.ts";
import type { Command } from "./command.ts";

/** Steps on their way through the clipboard, as JSON, so that they cross tabs and automations. */
export interface Steps {
  kind: "trilho/steps";
  nodes: GraphNode[];
  /** The edges among them. */
  edges: GraphEdge[];
}

const LARGEST = 500;

/** The chosen steps and the edges among them; null when nothing is chosen. */
export function copySteps(definition: GraphDefinition, ids: readonly string[]): Steps | null {
  const chosen = new Set(ids);
  const nodes = definition.nodes.filter(({ id }) => chosen.has(id));
  if (nodes.length === 0) return null;
  const edges = edgesOf(definition).filter(({ source, target }) => chosen.has(source) && chosen.has(target));
  return { kind: "trilho/steps", nodes, edges };
}

/** Reads a clipboard's text; null when it holds no steps. */
export function readSteps(text: string): Steps | null {
  const value = parse(text);
  if (!isObject(value) || value["kind"] !== "trilho/steps" || !isDrawable(value)) return null;
  const { nodes, edges = [] } = value as Partial<Steps>;
  return nodes && nodes.length > 0 && nodes.length <= LARGEST ? { kind: "trilho/steps", nodes, edges } : null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Puts copies of steps into the automation, with ids of their own, and selects them. A second trigger stays out. */
export function paste(steps: Steps, code: "paste" | "duplicate" = "paste"): Command {
  return (definition, { random }) => {
    const nodes = steps.nodes.filter(({ type }) => type !== "trigger" || !hasTrigger(definition));
    if (nodes.length === 0) return null;
    const ids = freshIds(definition, nodes, random);
    const copies = nodes.map((node) => ({ ...node, id: ids.get(node.id) ?? node.id }));
    const edges = copyEdges(definition, steps.edges, ids, random);
    const next = { ...definition, nodes: [...definition.nodes, ...copies] };
    const joined = edges.length > 0 ? { ...next, edges: [...edgesOf(definition), ...edges] } : next;
    return {
      definition: settle(definition, joined, copies),
      label: label(code, copies),
      select: copies.map(({ id }) => id),
    };
  };
}

function freshIds(definition: GraphDefinition, nodes: readonly GraphNode[], random: Random): Map<string, string> {
  const taken = nodeIds(definition);
  const ids = new Map<string, string>();
  for (const { id, type, actionType } of nodes) {
    const fresh = newNodeId(taken, stepKey({ type, ...(actionType && { actionType }) }), random);
    taken.add(fresh);
    ids.set(id, fresh);
  }
  return ids;
}

function copyEdges(
  definition: GraphDefinition,
  edges: readonly GraphEdge[],
  ids: ReadonlyMap<string, string>,
  random: Random,
): GraphEdge[] {
  const taken = edgeIds(definition);
  return edges.flatMap((edge) => {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)];
    if (source === undefined || target === undefined) return [];
    const id = newEdgeId(taken, random);
    taken.add(id);
    return [{ ...edge, id, source, target }];
  });
}

const OFFSET = 48;

/** An automatic layout takes the copies in; where nodes have places, copies lie a little beside their originals. */
function settle(before: GraphDefinition, after: GraphDefinition, copies: readonly GraphNode[]): GraphDefinition {
  const bare = (definition: GraphDefinition): GraphDefinition => {
    const ids = new Set(copies.map(({ id }) => id));
    const nodes = definition.nodes.map((node) => (ids.has(node.id) ? withUi(node, { position: undefined }) : node));
    return { ...definition, nodes };
  };
  if (before.nodes.length === 0 || placementOf(before).auto) return bare(after);
  const moved = new Map<string, Point>();
  for (const copy of copies) {
    const at = positionOf(copy);
    if (at) moved.set(copy.id, { x: at.x + OFFSET, y: at.y + OFFSET });
  }
  return withPlaces(after, moved);
}

/** Copies steps beside themselves. */
export function duplicate(ids: readonly string[]): Command {
  return (definition, tools) => {
    const steps = copySteps(definition, ids);
    return steps && paste(steps, "duplicate")(definition, tools);
  };
}
