import { at, eachEdge } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { compareText } from "../json/pointer.ts";

/** The edges of a cycle, in order: each leads to where the next one starts, and the last to where the first starts. */
export type Cycle = readonly number[];

/** Above this many steps of work, the shortest cycle through one node is good enough. */
const WORK = 2_000_000;

/**
 * A shortest cycle within one strongly connected component. Ties go to the smallest node ids, so that the order of the
 * definition's lists does not matter.
 */
export function shortestCycle(graph: CompiledGraph, members: readonly number[]): Cycle {
  const idOf = (node: number) => graph.nodes[node]?.id ?? "";
  const sorted = members.toSorted((a, b) => compareText(idOf(a), idOf(b)));
  const inside = new Set(members);
  const steps = new Map(sorted.map((node) => [node, stepsFrom(graph, node, inside)]));
  const work = sorted.length * [...steps.values()].reduce((sum, list) => sum + list.length, 0);
  const starts = work > WORK ? sorted.slice(0, 1) : sorted;
  let best: Cycle | null = null;
  for (const start of starts) {
    const cycle = throughNode(graph, steps, start, best?.length ?? Infinity);
    if (cycle) best = cycle;
  }
  return best ?? [];
}

/** One edge per distinct target inside the component, by target id. */
function stepsFrom(graph: CompiledGraph, node: number, inside: ReadonlySet<number>): number[] {
  const byTarget = new Map<number, number>();
  eachEdge(graph.out, node, (edge) => {
    const target = at(graph.target, edge);
    if (inside.has(target) && !byTarget.has(target)) byTarget.set(target, edge);
  });
  const idOf = (edge: number) => graph.nodes[at(graph.target, edge)]?.id ?? "";
  return [...byTarget.values()].toSorted((a, b) => compareText(idOf(a), idOf(b)));
}

/** Breadth-first from `start` back to it, in fewer than `limit` edges; null when there is no such cycle. */
function throughNode(
  graph: CompiledGraph,
  steps: ReadonlyMap<number, readonly number[]>,
  start: number,
  limit: number,
): Cycle | null {
  const cameBy = new Map<number, number>();
  let layer = [start];
  for (let length = 1; length < limit && layer.length > 0; length += 1) {
    const next: number[] = [];
    for (const node of layer) {
      for (const edge of steps.get(node) ?? []) {
        const target = at(graph.target, edge);
        if (target === start) return walkBack(graph, cameBy, start, edge);
        if (cameBy.has(target)) continue;
        cameBy.set(target, edge);
        next.push(target);
      }
    }
    layer = next;
  }
  return null;
}

function walkBack(graph: CompiledGraph, cameBy: ReadonlyMap<number, number>, start: number, last: number): Cycle {
  const cycle = [last];
  for (let node = at(graph.source, last); node !== start;) {
    const edge = cameBy.get(node);
    if (edge === undefined) break;
    cycle.push(edge);
    node = at(graph.source, edge);
  }
  return cycle.toReversed();
}
