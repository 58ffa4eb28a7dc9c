import { at } from "./adjacency.ts";
import type { Adjacency } from "./adjacency.ts";

/**
 * Marks every node that `starts` lead to, themselves included. `end` gives the node at an edge's far side:
 * targets with outgoing edges, sources with incoming ones. Edges for which `skip` holds are not followed.
 */
export function reachableFrom(
  nodeCount: number,
  adjacency: Adjacency,
  end: Int32Array,
  starts: readonly number[],
  skip?: (edge: number) => boolean,
): Uint8Array {
  const { start, edges } = adjacency;
  const seen = new Uint8Array(nodeCount);
  const stack: number[] = [];
  const enter = (node: number) => {
    if (node < 0 || seen[node]) return;
    seen[node] = 1;
    stack.push(node);
  };
  starts.forEach(enter);
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const last = at(start, node + 1);
    for (let slot = at(start, node); slot < last; slot += 1) {
      const edge = at(edges, slot);
      if (!skip?.(edge)) enter(at(end, edge));
    }
  }
  return seen;
}
