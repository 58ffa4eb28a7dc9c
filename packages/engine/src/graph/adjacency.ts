import { ownInts } from "./ints.ts";
import type { TakeInts } from "./ints.ts";

/** Edges grouped by node: those of node `n` are `edges[start[n]]` up to, not including, `edges[start[n + 1]]`. */
export interface Adjacency {
  readonly start: Int32Array;
  readonly edges: Int32Array;
}

/** Groups edges by `end` (one of the edge-end arrays), keeping their order. Those that miss this end or the `other` are left out. */
export function groupEdges(nodeCount: number, end: Int32Array, other: Int32Array, take: TakeInts = ownInts): Adjacency {
  const start = take(nodeCount + 1);
  let total = 0;
  for (let edge = 0; edge < end.length; edge += 1) {
    const node = at(end, edge);
    if (node < 0 || at(other, edge) < 0) continue;
    start[node] = at(start, node) + 1;
    total += 1;
  }
  for (let node = 0; node < nodeCount; node += 1) start[node + 1] = at(start, node + 1) + at(start, node);
  const edges = take(total);
  // From the last edge to the first: each start begins as the end of its group and moves back as the group fills.
  for (let edge = end.length - 1; edge >= 0; edge -= 1) {
    const node = at(end, edge);
    if (node < 0 || at(other, edge) < 0) continue;
    const slot = at(start, node) - 1;
    edges[slot] = edge;
    start[node] = slot;
  }
  return { start, edges };
}

/** Reads a typed array where the index is known to be inside; -1 outside. */
export function at(array: Int32Array | Uint8Array, index: number): number {
  return array[index] ?? -1;
}

/** Calls `visit` with each edge of `node`, in edge order. */
export function eachEdge(adjacency: Adjacency, node: number, visit: (edge: number) => void): void {
  const last = at(adjacency.start, node + 1);
  for (let slot = at(adjacency.start, node); slot < last; slot += 1) visit(at(adjacency.edges, slot));
}
