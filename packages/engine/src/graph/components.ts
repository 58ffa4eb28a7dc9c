import { at } from "./adjacency.ts";
import type { Adjacency } from "./adjacency.ts";

/** Strongly connected components: the component of each node, numbered from 0. */
export interface Components {
  readonly of: Int32Array;
  readonly count: number;
}

/** Tarjan's algorithm with its own stack: a chain of 100,000 nodes must not overflow the call stack. */
export function components(nodeCount: number, out: Adjacency, target: Int32Array): Components {
  const of = new Int32Array(nodeCount).fill(-1);
  const found = new Int32Array(nodeCount).fill(-1);
  const low = new Int32Array(nodeCount);
  const nextSlot = out.start.slice();
  const open: number[] = [];
  const path: number[] = [];
  let clock = 0;
  let count = 0;

  const enter = (node: number) => {
    found[node] = clock;
    low[node] = clock;
    clock += 1;
    open.push(node);
    path.push(node);
  };
  const close = (root: number) => {
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      of[node] = count;
      if (node === root) break;
    }
    count += 1;
  };
  const leave = (node: number) => {
    path.pop();
    const parent = path.at(-1);
    if (parent !== undefined) low[parent] = Math.min(at(low, parent), at(low, node));
    if (low[node] === found[node]) close(node);
  };
  const step = (node: number) => {
    const slot = at(nextSlot, node);
    if (slot >= at(out.start, node + 1)) return leave(node);
    nextSlot[node] = slot + 1;
    const next = at(target, at(out.edges, slot));
    if (found[next] === -1) enter(next);
    else if (of[next] === -1) low[node] = Math.min(at(low, node), at(found, next));
  };

  for (let root = 0; root < nodeCount; root += 1) {
    if (found[root] !== -1) continue;
    enter(root);
    for (let node = path.at(-1); node !== undefined; node = path.at(-1)) step(node);
  }
  return { of, count };
}
