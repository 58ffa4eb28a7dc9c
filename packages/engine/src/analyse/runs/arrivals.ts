import { at } from "../../graph/adjacency.ts";
import type { Runnable } from "../read.ts";
import { exitsOf } from "../exits.ts";
import type { Exit } from "../exits.ts";
import { branchProver } from "./branches.ts";

/** When runs can come to each node at the earliest. */
export interface Arrivals {
  /** By node position, ms from the start of the run; Infinity where none comes. */
  readonly leastMs: Float64Array;
  /** The first node to be passed that no run comes to after those before it; null without one. */
  readonly missed: string | null;
}

/** By node position, the exits that some facts and outcomes lead along. */
export type PassableWays = readonly (readonly Exit[])[];

export function passableExits(runnable: Runnable): PassableWays {
  const { graph, plan } = runnable;
  const canHold = branchProver();
  return graph.nodes.map((_, position) => {
    const node = plan.nodes.get(graph.nodes[position]?.id ?? "");
    return node ? exitsOf(runnable, position).filter((way) => canHold(node, way)) : [];
  });
}

/**
 * The earliest arrivals of runs that pass some nodes, in this order: one pass over the graph. At each of these nodes
 * every arrival further on that went past it is forgotten.
 */
export function arrivalsThrough({ graph }: Runnable, ways: PassableWays, passed: readonly string[]): Arrivals {
  const leastMs = new Float64Array(graph.nodes.length).fill(Infinity);
  if (graph.trigger >= 0) leastMs[graph.trigger] = 0;
  let next = 0;
  for (const position of graph.order ?? []) {
    const here = leastMs[position] ?? Infinity;
    if (here === Infinity) continue;
    const nodeId = graph.nodes[position]?.id;
    if (nodeId === passed[next]) {
      leastMs.fill(Infinity);
      leastMs[position] = here;
      // A run comes to a node once: one that is named again was carried out again there.
      while (next < passed.length && passed[next] === nodeId) next += 1;
    }
    for (const { edge, minMs } of ways[position] ?? []) {
      const target = edge < 0 ? -1 : at(graph.target, edge);
      if (target >= 0) leastMs[target] = Math.min(leastMs[target] ?? Infinity, here + minMs);
    }
  }
  return { leastMs, missed: passed[next] ?? null };
}
