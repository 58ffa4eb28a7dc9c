import { at } from "../../graph/adjacency.ts";
import { reachableFrom } from "../../graph/reach.ts";
import { explore, formulasOf } from "./explore.ts";
import { bindForProof } from "./path-facts.ts";
import { solve } from "../solve/solve.ts";

import { MOST_STEPS, spendPass } from "./search.ts";
import type { Search } from "./search.ts";
import { byDepth } from "./paths.ts";
/** Tries to prove of each edge, in the order of runs, that every way to it is impossible. */
export function proveRest(search: Search, edges: readonly number[]): void {
  const { runnable, possible } = search;
  const { graph } = runnable;
  for (const edge of byDepth(search, edges).toReversed()) {
    if (!spendPass(search)) return;
    const source = at(graph.source, edge);
    const living = (each: number) => possible.dead.has(each);
    const reached = reachableFrom(graph.nodes.length, graph.out, graph.target, [graph.trigger], living);
    if (!reached[source]) possible.dead.set(edge, "behind");
    else if (provesImpossible(search, edge)) possible.dead.set(edge, "contradicts-earlier");
  }
}

function provesImpossible(search: Search, edge: number): boolean {
  const { runnable, possible, world, budget } = search;
  const { graph } = runnable;
  const source = at(graph.source, edge);
  const leadsThere = reachableFrom(graph.nodes.length, graph.in, graph.source, [source]);
  const explored = explore<true>({
    runnable,
    budget,
    mostSteps: MOST_STEPS,
    choose: (_, position) =>
      (possible.ways[position] ?? []).filter((way) =>
        position === source ? way.edge === edge : way.edge >= 0 && leadsThere[at(graph.target, way.edge)] === 1,
      ),
    isPossible: (steps) => {
      budget.left -= steps.length;
      return solve(formulasOf(steps), bindForProof(world, steps), budget).status !== "none";
    },
    visit: (steps) => (steps.at(-1)?.way.edge === edge ? true : null),
  });
  return explored.result === null && explored.exhausted;
}
