import { amountOf } from "../../json/option.ts";
import { isObject } from "../../contract/json.ts";
import type { GraphDefinition } from "../../contract/definition.ts";
import { plainly } from "../../json/plainly.ts";
import { edgeIdOf } from "../../rules/finding/rule.ts";
import { coverPaths } from "./flow.ts";
import type { UnreachableReason } from "./possible.ts";
import { readRunnable } from "../read.ts";

import { BUDGET, forEachShared, mayEnd, startSearch } from "./search.ts";
import type { CoverOptions, Search } from "./search.ts";
import { alongPath, byDepth, throughEdge } from "./paths.ts";
import type { CoveringScenario } from "./paths.ts";
import { proveRest } from "./prove.ts";
/** An edge by its position. */
export interface EdgeName {
  edge: number;
  edgeId: string | null;
}

export interface ScenarioCover {
  /** Why no run can start; null when runs can. */
  problem: string | null;
  scenarios: CoveringScenario[];
  /** No fewer scenarios can take the same edges. */
  lowerBound: number;
  /**
   * Edges proved to be taken by no run, whatever the facts: fields hold values of their type or nothing, and deals
   * entered their stage before the run began.
   */
  unreachable: (EdgeName & { reason: UnreachableReason })[];
  /** Edges for which neither a scenario nor a proof was found. */
  unknown: EdgeName[];
}

/**
 * A few scenarios that together take every edge a run can take: the fewest paths by a least flow, each with facts that
 * satisfy its branches, replies, failures and turns, each checked by a real simulation. Where rules on the way make a
 * path impossible, others are searched for, so more than `lowerBound` may be needed. Never throws.
 *
 * @example
 * ```ts
 * import { coverScenarios } from "@trilho/engine/analyse";
 *
 * const query = { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 1000 }] };
 * const { scenarios } = coverScenarios({
 *   version: 2,
 *   nodes: [
 *     { id: "start", type: "trigger" },
 *     { id: "size", type: "condition", condition: { branches: [{ id: "big", query }] } },
 *     { id: "end", type: "end" },
 *   ],
 *   edges: [
 *     { source: "start", target: "size" },
 *     { source: "size", target: "end", sourceHandle: "branch_big" },
 *     { source: "size", target: "end", sourceHandle: "fallback" },
 *   ],
 * });
 * // two scenarios, with a deal of 1001 and one of 1000
 * ```
 */
export function coverScenarios(definition: GraphDefinition, options: CoverOptions = {}): ScenarioCover {
  const budget = amountOf(options, "budget", BUDGET);
  return plainly([definition, options], (...given) => cover(...given, budget));
}

function cover(definition: GraphDefinition, options: CoverOptions, budget: number): ScenarioCover {
  const runnable = readRunnable(definition);
  const { graph, plan } = runnable;
  if (plan.problem !== null)
    return { problem: plan.problem, scenarios: [], lowerBound: 0, unreachable: [], unknown: [] };
  const search = startSearch(runnable, isObject(options) ? options : {}, budget);
  const wanted = new Set(search.possible.ways.flatMap((ways) => ways.flatMap(({ edge }) => (edge < 0 ? [] : [edge]))));
  const found = findScenarios(search, wanted);
  const covered = new Set(found.flatMap(({ edges }) => edges));
  proveRest(
    search,
    [...wanted].filter((edge) => !covered.has(edge)),
  );
  const { dead } = search.possible;
  const named = (edge: number): EdgeName => ({ edge, edgeId: edgeIdOf(graph.edges[edge] ?? undefined) });
  const allowed = new Set([...wanted].filter((edge) => !dead.has(edge)));
  const { lowerBound } = coverPaths({ graph, allowed, needed: covered, mayEnd: (node) => mayEnd(search, node) });
  return {
    problem: null,
    scenarios: found.length > 0 ? withoutNeedless(found) : [],
    lowerBound: Math.max(lowerBound, found.length > 0 ? 1 : 0),
    unreachable: [...dead].map(([edge, reason]) => ({ ...named(edge), reason })).toSorted((a, b) => a.edge - b.edge),
    unknown: [...wanted]
      .filter((edge) => !covered.has(edge) && !dead.has(edge))
      .toSorted((a, b) => a - b)
      .map(named),
  };
}

/** First the paths of the least flow, then one for each edge that is still missing. */
function findScenarios(search: Search, wanted: ReadonlySet<number>): CoveringScenario[] {
  const { graph } = search.runnable;
  const { paths } = coverPaths({ graph, allowed: wanted, needed: wanted, mayEnd: (node) => mayEnd(search, node) });
  const found: CoveringScenario[] = [];
  forEachShared(search, paths.length > 0 ? paths : [[]], (part, path) => {
    const scenario = alongPath(part, path);
    if (scenario) found.push(scenario);
  });
  const missing = new Set(wanted);
  for (const { edges } of found) for (const edge of edges) missing.delete(edge);
  forEachShared(search, byDepth(search, missing), (part, edge) => {
    const scenario = missing.has(edge) ? throughEdge(part, edge, missing) : null;
    if (!scenario) return;
    found.push(scenario);
    for (const each of scenario.edges) missing.delete(each);
  });
  return found;
}

/** Leaves out scenarios whose every edge another takes too. */
function withoutNeedless(found: readonly CoveringScenario[]): CoveringScenario[] {
  const times = new Map<number, number>();
  for (const { edges } of found) for (const edge of edges) times.set(edge, (times.get(edge) ?? 0) + 1);
  const kept = new Set(found);
  for (const each of found.toSorted((a, b) => a.edges.length - b.edges.length)) {
    if (kept.size === 1 || !each.edges.every((edge) => (times.get(edge) ?? 0) > 1)) continue;
    kept.delete(each);
    for (const edge of each.edges) times.set(edge, (times.get(edge) ?? 0) - 1);
  }
  return found.filter((each) => kept.has(each));
}
