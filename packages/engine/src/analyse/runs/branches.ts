import type { PlanNode } from "../../interpreter/plan.ts";
import { bindForProof } from "../cover/path-facts.ts";
import type { PathWorld } from "../cover/path-facts.ts";
import { formulaOf } from "../solve/formula.ts";
import { solve } from "../solve/solve.ts";
import type { Budget } from "../solve/solve.ts";
import type { Exit } from "../exits.ts";

/** Work spent on all branches of a graph, in tests of single values: where it is not enough, branches can hold. */
const BUDGET = 100_000;
/** One moment alone, before which nothing happened: what led there can only exclude more. */
const WORLD: PathWorld = { startAt: 0, catalogue: {}, natures: new Map(), probes: 0 };

/** Tells which ways of conditions some facts may satisfy: all but branches whose own rules are proved to exclude each other. */
export function branchProver(): (node: PlanNode, way: Exit) => boolean {
  const budget: Budget = { left: BUDGET };
  const bind = bindForProof(WORLD, []);
  return (node, { branchIndex }) => {
    const query = node.branches[branchIndex]?.query;
    return query === undefined || solve([formulaOf(query, true, 0)], bind, budget).status !== "none";
  };
}
