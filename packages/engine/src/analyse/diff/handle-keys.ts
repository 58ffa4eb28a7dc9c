import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphEdge } from "../../contract/definition.ts";
import { handleOf, sharedHandlesOf } from "../../graph/handles.ts";

/** What tells the handle by which an edge leaves from all others of the graph. */
export function handleKey(edge: GraphEdge): string {
  return isObject(edge) ? keyOf(edge.source, handleOf(edge)) : "unreadable";
}

/** The keys of all handles that nodes offer. */
export function offeredBy({ nodes }: GraphDefinition): ReadonlySet<string> {
  const named = nodes.filter((node) => isObject(node) && typeof node.id === "string");
  return new Set(named.flatMap((node) => sharedHandlesOf(node).map(({ id }) => keyOf(node.id, id))));
}

function keyOf(node: string, handle: string): string {
  return JSON.stringify([node, handle]);
}
