import { at, eachEdge } from "./adjacency.ts";
import type { Adjacency } from "./adjacency.ts";
import { ownInts } from "./ints.ts";
import type { TakeInts } from "./ints.ts";

/** Positions of all nodes with every edge pointing forward (Kahn's algorithm); null when there is a cycle. */
export function topologicalOrder(
  nodeCount: number,
  out: Adjacency,
  target: Int32Array,
  take: TakeInts = ownInts,
): Int32Array | null {
  const waitingFor = take(nodeCount);
  const { start, edges } = out;
  for (let slot = 0; slot < edges.length; slot += 1) {
    const node = at(target, at(edges, slot));
    waitingFor[node] = at(waitingFor, node) + 1;
  }
  const order = take(nodeCount);
  let filled = 0;
  for (let node = 0; node < nodeCount; node += 1) {
    if (waitingFor[node] === 0) order[filled++] = node;
  }
  for (let next = 0; next < filled; next += 1) {
    const before = at(order, next);
    const last = at(start, before + 1);
    for (let slot = at(start, before); slot < last; slot += 1) {
      const node = at(target, at(edges, slot));
      const left = at(waitingFor, node) - 1;
      waitingFor[node] = left;
      if (left === 0) order[filled++] = node;
    }
  }
  return filled === nodeCount ? order : null;
}

/**
 * Of each node, the greatest sum of `weight` over the nodes of a path that ends before it.
 * With weight 1 everywhere this is the layer of a layout. `order` must be topological.
 */
export function longestBefore(
  order: Int32Array,
  out: Adjacency,
  target: Int32Array,
  weight: (node: number) => number,
): Float64Array {
  const longest = new Float64Array(order.length);
  for (const node of order) {
    const after = (longest[node] ?? 0) + weight(node);
    eachEdge(out, node, (edge) => {
      const next = at(target, edge);
      longest[next] = Math.max(longest[next] ?? 0, after);
    });
  }
  return longest;
}
