import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import type { PatchOperation } from "../../contract/diagnostic.ts";
import { applyPatch } from "../../rules/validate/patch.ts";
import { segmentsOf } from "../../json/pointer.ts";
import { readJson } from "../../json/read-json.ts";

/** One edit of a graph. */
export type GraphEdit =
  /** RFC 6902. */
  | { type: "patch"; patch: readonly PatchOperation[] }
  /** Adds a node, or puts it in the place of the one with its id. */
  | { type: "put-node"; node: GraphNode }
  /** Removes a node with every edge that touches it. */
  | { type: "remove-node"; nodeId: string }
  | { type: "add-edge"; edge: GraphEdge }
  /** Removes the edge at a position. */
  | { type: "remove-edge"; edge: number }
  | { type: "replace"; definition: GraphDefinition };

/** The definition after an edit, or why the edit does not fit it. */
export type Edited = { definition: GraphDefinition } | { message: string };

/** Applies an edit to a definition, which stays as it is. Never throws. */
export function editDefinition(definition: GraphDefinition, edit: unknown): Edited {
  const { value, unreadable } = readJson(edit);
  const [first] = unreadable;
  if (first) return { message: `The edit cannot be read at “${first.path}”.` };
  if (!isObject(value) || typeof value["type"] !== "string" || !Object.hasOwn(EDITS, value["type"])) {
    return { message: "There is no edit of this type." };
  }
  const apply = EDITS[value["type"] as GraphEdit["type"]] as (definition: GraphDefinition, edit: GraphEdit) => Edited;
  const edited = apply(definition, value as unknown as GraphEdit);
  if ("message" in edited || (isObject(edited.definition) && Array.isArray(edited.definition.nodes))) return edited;
  return { message: "This would leave no list of nodes." };
}

type Apply<Type extends GraphEdit["type"]> = (
  definition: GraphDefinition,
  edit: Extract<GraphEdit, { type: Type }>,
) => Edited;

const EDITS: { [Type in GraphEdit["type"]]: Apply<Type> } = {
  patch: (definition, { patch }) => patched(definition, patch),
  "put-node": (definition, { node }) => {
    if (!isObject(node)) return { message: "A node is an object." };
    const { nodes } = definition;
    const place = nodes.findIndex((each) => isObject(each) && each.id === node.id);
    return { definition: { ...definition, nodes: place < 0 ? [...nodes, node] : nodes.with(place, node) } };
  },
  "remove-node": (definition, { nodeId }) => {
    const touches = (edge: GraphEdge) => isObject(edge) && (edge.source === nodeId || edge.target === nodeId);
    const nodes = definition.nodes.filter((node) => !isObject(node) || node.id !== nodeId);
    if (nodes.length === definition.nodes.length) return { message: `There is no node “${String(nodeId)}”.` };
    const { edges } = definition;
    const kept = Array.isArray(edges) ? { edges: edges.filter((edge) => !touches(edge)) } : {};
    return { definition: { ...definition, nodes, ...kept } };
  },
  "add-edge": (definition, { edge }) => {
    if (!isObject(edge)) return { message: "An edge is an object." };
    const edges = Array.isArray(definition.edges) ? definition.edges : [];
    return { definition: { ...definition, edges: [...edges, edge] } };
  },
  "remove-edge": (definition, { edge }) => {
    const { edges } = definition;
    if (!Array.isArray(edges) || !Number.isInteger(edge) || edge < 0 || edge >= edges.length) {
      return { message: "There is no such edge." };
    }
    return { definition: { ...definition, edges: edges.toSpliced(edge, 1) } };
  },
  replace: (_, { definition }) => ({ definition }),
};

function patched(definition: GraphDefinition, patch: readonly PatchOperation[]): Edited {
  if (!Array.isArray(patch)) return { message: "A patch is a list of operations." };
  let document = definition;
  for (const [index, operation] of patch.entries()) {
    if (!fits(document, operation)) return { message: `Operation ${index + 1} does not fit the graph.` };
    try {
      document = applyPatch(document, [operation]);
    } catch (error) {
      return { message: error instanceof Error ? error.message : `Operation ${index + 1} does not fit the graph.` };
    }
  }
  return { definition: document };
}

/** Whether every place that an operation names is there: the library lets some that are not there pass. */
function fits(document: unknown, operation: unknown): boolean {
  if (!isObject(operation)) return false;
  const { op, path, from } = operation;
  if (typeof path !== "string" || (from !== undefined && !isThere(document, from, false))) return false;
  return isThere(document, path, op === "add" || op === "copy" || op === "move");
}

/** Segments that would lead out of the definition, into what all objects share. */
const STRAYING: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

function isThere(document: unknown, path: unknown, mayBeNew: boolean): boolean {
  if (typeof path !== "string") return false;
  const segments = segmentsOf(path);
  let value = document;
  for (const [index, segment] of segments.entries()) {
    const isNew = mayBeNew && index === segments.length - 1;
    if (STRAYING.has(segment)) return false;
    if (Array.isArray(value)) {
      const position =
        segment === "-" && isNew ? value.length : /^(?:0|[1-9]\d*)$/.test(segment) ? Number(segment) : -1;
      if (position < 0 || position >= value.length + (isNew ? 1 : 0)) return false;
      value = value[position];
    } else {
      if (!isObject(value) || (!isNew && !Object.hasOwn(value, segment))) return false;
      value = value[segment];
    }
  }
  return true;
}
