import { at } from "../../graph/adjacency.ts";
import { formulaOf, formulaOfExit } from "../solve/formula.ts";
import { bindForProof } from "./path-facts.ts";
import type { PathStep, PathWorld } from "./path-facts.ts";
import type { Runnable } from "../read.ts";
import { solve } from "../solve/solve.ts";
import type { Budget } from "../solve/solve.ts";
import { exitsOf } from "../exits.ts";
import type { Exit } from "../exits.ts";

/** Why no run takes an edge. */
export type UnreachableReason =
  /** No outcome of its node leads along it: another edge comes first, the handle is not offered, the exit's weight is 0, it leads to nowhere. */
  | "never-taken"
  /** The branch's own rules exclude each other. */
  | "contradictory"
  /** Wherever the branch would hold, one before it does; for `fallback`: some branch always holds. */
  | "shadowed"
  /** On every way here the run's earlier branches or steps exclude it, as long as nobody else changes the deal meanwhile. */
  | "contradicts-earlier"
  /** Only edges that no run takes lead to its node. */
  | "behind";

/** The ways of a graph's nodes without those that are proved impossible wherever the run comes from. */
export interface PossibleWays {
  /** By node position; empty for nodes that no run comes to. */
  readonly ways: readonly (readonly Exit[])[];
  /** By edge position, edges proved impossible. */
  readonly dead: Map<number, UnreachableReason>;
}

export function possibleExits(runnable: Runnable, world: PathWorld, budget: Budget): PossibleWays {
  const { graph } = runnable;
  const dead = new Map<number, UnreachableReason>();
  const ways = graph.nodes.map((): Exit[] => []);
  const reached = new Uint8Array(graph.nodes.length);
  if (graph.trigger >= 0) reached[graph.trigger] = 1;
  for (const position of graph.order ?? []) {
    if (!reached[position]) continue;
    const kept = livingWays(runnable, position, world, budget, dead);
    ways[position] = kept;
    for (const { edge } of kept) if (edge >= 0) reached[at(graph.target, edge)] = 1;
  }
  const taken = new Set(ways.flatMap((list) => list.map(({ edge }) => edge)));
  graph.edges.forEach((_, edge) => {
    if (taken.has(edge) || dead.has(edge)) return;
    const source = at(graph.source, edge);
    dead.set(edge, source >= 0 && !reached[source] ? "behind" : "never-taken");
  });
  return { ways, dead };
}

/** Failing at once, after all retries and for a lost answer take the same edge: one of them is enough. */
const LIKE_FAILED: ReadonlySet<Exit["cause"]> = new Set(["retries-exhausted", "uncertain"]);

function livingWays(
  runnable: Runnable,
  position: number,
  world: PathWorld,
  budget: Budget,
  dead: Map<number, UnreachableReason>,
): Exit[] {
  const all = exitsOf(runnable, position).filter(({ cause }) => !LIKE_FAILED.has(cause));
  const node = runnable.plan.nodes.get(runnable.graph.nodes[position]?.id ?? "");
  if (node?.kind !== "condition") return all;
  const reasons = all.map((way) => whyImpossible({ position, node, way }, world, budget));
  const kept = all.filter((_, index) => reasons[index] === null);
  all.forEach(({ edge }, index) => {
    const reason = reasons[index];
    if (reason && edge >= 0 && !kept.some((way) => way.edge === edge)) dead.set(edge, reason);
  });
  return kept;
}

function whyImpossible(step: PathStep, world: PathWorld, budget: Budget): UnreachableReason | null {
  const { node, way } = step;
  const bind = bindForProof(world, [step]);
  if (budget.left <= 0) return null;
  if (solve([formulaOfExit(node, way, 0)], bind, budget).status !== "none") return null;
  const query = node.branches[way.branchIndex]?.query;
  if (query === undefined) return "shadowed";
  return solve([formulaOf(query, true, 0)], bind, budget).status === "none" ? "contradictory" : "shadowed";
}
