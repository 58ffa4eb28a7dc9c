import type { GraphDefinition } from "../../contract/definition.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { readRunnable } from "../read.ts";
import { throughEdge } from "./paths.ts";
import { proveRest } from "./prove.ts";
import { startSearch } from "./search.ts";
import type { CoverOptions } from "./search.ts";

/** A scenario whose run takes an edge; `impossible` where it is proved that none does, `unknown` where neither was found. */
export type Through = Scenario | "impossible" | "unknown";

/** Looks for one scenario whose run takes an edge, named by its position, within a budget as `coverScenarios` counts it. */
export function scenarioThrough(
  definition: GraphDefinition,
  edge: number,
  { budget, ...options }: CoverOptions & { budget: number },
): Through {
  const runnable = readRunnable(definition);
  if (runnable.plan.problem !== null) return "impossible";
  // What is impossible need not be known where a way is found.
  const found = throughEdge(startSearch(runnable, options, budget, 0), edge, new Set([edge]));
  if (found !== null) return found.scenario;
  const search = startSearch(runnable, options, budget);
  proveRest(search, [edge]);
  return search.possible.dead.has(edge) ? "impossible" : "unknown";
}
