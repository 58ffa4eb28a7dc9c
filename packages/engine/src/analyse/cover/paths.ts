import type { Scenario } from "../../contract/scenario.ts";
import { at } from "../../graph/adjacency.ts";
import { reachableFrom } from "../../graph/reach.ts";
import { explore, formulasOf } from "./explore.ts";
import { goesAlong, scenarioOf } from "./path-scenario.ts";
import { bindForSearch } from "./path-facts.ts";
import type { PathStep } from "./path-facts.ts";
import { solve } from "../solve/solve.ts";
import type { Known, Solution } from "../solve/solve.ts";
import type { Exit } from "../exits.ts";

import { MOST_STEPS, spendPass } from "./search.ts";
import type { Search } from "./search.ts";
/** A scenario and the edges that its run takes, by position, in order. */
export interface CoveringScenario {
  scenario: Scenario;
  edges: number[];
}

/** The last edges first: a path that takes them takes others on its way. */
export function byDepth({ runnable: { graph } }: Search, edges: Iterable<number>): number[] {
  const depth = new Map([...(graph.order ?? [])].map((node, index) => [node, index]));
  const of = (edge: number) => depth.get(at(graph.source, edge)) ?? 0;
  return [...edges].toSorted((a, b) => of(b) - of(a) || a - b);
}

/** A scenario whose run takes exactly these edges; null where none is found. */
export function alongPath(search: Search, path: readonly number[]): CoveringScenario | null {
  return findPath(search, (steps, position) => {
    const edge = path[steps.length] ?? -1;
    return (search.possible.ways[position] ?? []).filter((way) => way.edge === edge).toSorted(completedFirst);
  });
}

/** A path through one edge, with as many other missing edges as can be. */
export function throughEdge(search: Search, edge: number, missing: ReadonlySet<number>): CoveringScenario | null {
  const { graph } = search.runnable;
  if (!spendPass(search)) return null;
  const source = at(graph.source, edge);
  const leadsThere = reachableFrom(graph.nodes.length, graph.in, graph.source, [source]);
  const after = mostMissing(search, missing);
  const score = (way: Exit) =>
    way.edge < 0 ? 0 : (missing.has(way.edge) ? 1 : 0) + (after[at(graph.target, way.edge)] ?? 0);
  return findPath(search, (_, position) => {
    const ways = search.possible.ways[position] ?? [];
    // Nothing behind the edge leads back to it.
    const isPast = leadsThere[position] !== 1;
    const useful = isPast
      ? ways
      : ways.filter(
          (way) =>
            way.edge === edge || (position !== source && way.edge >= 0 && leadsThere[at(graph.target, way.edge)]),
        );
    return useful.toSorted((a, b) => score(b) - score(a) || (a.edge < 0 && b.edge < 0 ? completedFirst(a, b) : 0));
  });
}

/** Of each node, how many missing edges a path from there can take. */
function mostMissing({ runnable: { graph }, possible }: Search, missing: ReadonlySet<number>): Float64Array {
  const most = new Float64Array(graph.nodes.length);
  for (const node of [...(graph.order ?? [])].toReversed()) {
    for (const { edge } of possible.ways[node] ?? []) {
      if (edge < 0) continue;
      const through = (missing.has(edge) ? 1 : 0) + (most[at(graph.target, edge)] ?? 0);
      most[node] = Math.max(most[node] ?? 0, through);
    }
  }
  return most;
}

type Choose = (steps: readonly PathStep[], position: number) => readonly Exit[];

/**
 * Solves paths that grow and shrink step by step: from what was found for the steps before, and where that is in the
 * way, anew.
 */
function solver({ world, budget }: Search): (steps: readonly PathStep[]) => Solution {
  const found = new WeakMap<PathStep, Known>();
  return (steps) => {
    budget.left -= steps.length;
    const bind = bindForSearch(world, steps);
    const start = steps.findLastIndex((step) => found.has(step));
    const before = steps[start];
    const known = before && found.get(before);
    const added = known && solve(formulasOf(steps, start + 1), bind, budget, known);
    const solution = added && added.status !== "unknown" ? added : solve(formulasOf(steps), bind, budget);
    const last = steps.at(-1);
    if (solution.status === "found" && last) found.set(last, solution.known);
    return solution;
  };
}

function findPath(search: Search, choose: Choose): CoveringScenario | null {
  const { runnable, world, budget } = search;
  const solved = solver(search);
  const { result } = explore<CoveringScenario>({
    runnable,
    budget,
    mostSteps: MOST_STEPS,
    choose,
    isPossible: (steps) => solved(steps).status === "found",
    visit: (steps) => {
      if ((steps.at(-1)?.way.edge ?? -1) >= 0) return null;
      const solution = solved(steps);
      if (solution.status !== "found") return null;
      if (!spendPass(search)) return null;
      const scenario = scenarioOf(steps, solution.assignment, world);
      if (!goesAlong(runnable, scenario, steps)) return null;
      return { scenario, edges: steps.flatMap(({ way }) => (way.edge < 0 ? [] : [way.edge])) };
    },
  });
  return result;
}

function completedFirst(a: Exit, b: Exit): number {
  return Number(b.ends === "completed") - Number(a.ends === "completed");
}
