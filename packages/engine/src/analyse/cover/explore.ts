import { at } from "../../graph/adjacency.ts";
import { formulaOfExit } from "../solve/formula.ts";
import type { Formula } from "../solve/formula.ts";
import type { PathStep } from "./path-facts.ts";
import type { Runnable } from "../read.ts";
import type { Budget } from "../solve/solve.ts";
import type { Exit } from "../exits.ts";

/** A walk over paths from the trigger, depth-first, that goes back where it cannot go on. */
export interface Exploration<Result> {
  readonly runnable: Runnable;
  readonly budget: Budget;
  /** How many steps are tried in all before giving up. */
  readonly mostSteps: number;
  /** The ways to try at the node after `steps`, the best first. */
  choose(steps: readonly PathStep[], position: number): readonly Exit[];
  /** Whether facts can lead along `steps`; asked at conditions. */
  isPossible(steps: readonly PathStep[]): boolean;
  /** Looks at a path after each step: a result ends the walk, null lets it go on. */
  visit(steps: readonly PathStep[]): Result | null;
}

/** `exhausted`: every path was tried. */
export type Explored<Result> = { result: Result } | { result: null; exhausted: boolean };

export function explore<Result>(exploration: Exploration<Result>): Explored<Result> {
  const { runnable, budget } = exploration;
  const { graph, plan } = runnable;
  const steps: PathStep[] = [];
  const open: { position: number; ways: readonly Exit[]; next: number }[] = [];
  const enter = (position: number) => {
    const ways = exploration.choose(steps, position);
    budget.left -= ways.length;
    open.push({ position, ways, next: 0 });
  };
  enter(graph.trigger);
  let tried = 0;
  for (let here = open.at(-1); here !== undefined; here = open.at(-1)) {
    const way = here.ways[here.next];
    here.next += 1;
    steps.length = open.length - 1;
    const node = plan.nodes.get(graph.nodes[here.position]?.id ?? "");
    if (!way || !node) {
      open.pop();
      continue;
    }
    tried += 1;
    budget.left -= 1;
    if (tried > exploration.mostSteps || budget.left <= 0) return { result: null, exhausted: false };
    steps.push({ position: here.position, node, way });
    if (node.kind === "condition" && !exploration.isPossible(steps)) continue;
    const result = exploration.visit(steps);
    if (result !== null) return { result };
    if (way.edge >= 0) enter(at(graph.target, way.edge));
  }
  return { result: null, exhausted: true };
}

/** What must be true for a run to go along `steps`, from the one at `start` on. */
export function formulasOf(steps: readonly PathStep[], start = 0): Formula[] {
  return steps.flatMap(({ node, way }, index) =>
    index >= start && node.kind === "condition" ? [formulaOfExit(node, way, index)] : [],
  );
}
