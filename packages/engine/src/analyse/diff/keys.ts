import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphEdge, GraphNode } from "../../contract/definition.ts";
import { handleOf } from "../../graph/handles.ts";

/** Items by what tells them from one version to the next; of equal keys the second, third … get keys of their own. */
export function byKey<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item> {
  const found = new Map<string, Item>();
  const times = new Map<string, number>();
  for (const item of items) {
    const key = keyOf(item);
    const count = times.get(key) ?? 0;
    times.set(key, count + 1);
    found.set(count === 0 ? key : `${key} ${JSON.stringify([count])}`, item);
  }
  return found;
}

/** A node is the same as long as its id is. */
export function nodeKey(node: GraphNode): string {
  return isObject(node) && typeof node.id === "string" ? `id ${node.id}` : `unreadable`;
}

/** An edge is the same as long as its id is; without id, as long as it joins the same handle and node. */
export function edgeKey(edge: GraphEdge): string {
  if (!isObject(edge)) return "unreadable";
  if (typeof edge.id === "string") return `id ${edge.id}`;
  return `ends ${JSON.stringify([edge.source, handleOf(edge), edge.target])}`;
}

/** The edges of a definition, none where they are no list. */
export function edgesOf({ edges }: GraphDefinition): GraphEdge[] {
  return Array.isArray(edges) ? edges : [];
}
