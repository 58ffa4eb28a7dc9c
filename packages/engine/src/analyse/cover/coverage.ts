import { isObject } from "../../contract/json.ts";
import type { GraphDefinition } from "../../contract/definition.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { plainly } from "../../json/plainly.ts";
import { edgeIdOf } from "../../rules/finding/rule.ts";
import { simulateRun } from "../../simulate/simulate-run.ts";
import { readRunnable } from "../read.ts";

/** How often the runs of some scenarios came to a node or took an edge. */
export interface NodeCoverage {
  nodeId: string;
  runs: number;
}
export interface EdgeCoverage {
  edge: number;
  edgeId: string | null;
  runs: number;
}

export interface Coverage {
  /** Why no run can start; null when runs can. */
  problem: string | null;
  nodes: NodeCoverage[];
  edges: EdgeCoverage[];
  /** Positions of scenarios that could not be simulated to their end. */
  failed: number[];
}

/**
 * Which nodes and edges the runs of some scenarios take: those with 0 runs are untested. Never throws.
 *
 * @example
 * ```ts
 * import type { GraphDefinition } from "@trilho/engine";
 * import { coverage, coverScenarios } from "@trilho/engine/analyse";
 *
 * const definition: GraphDefinition = {
 *   version: 2,
 *   nodes: [{ id: "start", type: "trigger" }, { id: "end", type: "end" }],
 *   edges: [{ source: "start", target: "end" }],
 * };
 * const scenarios = coverScenarios(definition).scenarios.map(({ scenario }) => scenario);
 * const untested = coverage(definition, scenarios).edges.filter(({ runs }) => runs === 0);
 * // []
 * ```
 */
export function coverage(definition: GraphDefinition, scenarios: readonly Scenario[]): Coverage {
  return plainly([definition, scenarios], count);
}

function count(definition: GraphDefinition, scenarios: readonly Scenario[]): Coverage {
  const { definition: copy, graph, plan } = readRunnable(definition);
  const nodeRuns = new Map<string, number>();
  const edgeRuns = new Map<number, number>();
  const failed: number[] = [];
  const given: readonly Scenario[] = Array.isArray(scenarios) ? scenarios : [];
  given.forEach((scenario, index) => {
    const { trace, error } = simulateRun(copy, scenario);
    if (error) failed.push(index);
    for (const nodeId of new Set(trace.map((entry) => entry.nodeId)))
      nodeRuns.set(nodeId, (nodeRuns.get(nodeId) ?? 0) + 1);
    for (const { nodeId, handle } of trace) {
      const edge = handle === null ? undefined : graph.edgeByHandle[graph.indexOf.get(nodeId) ?? -1]?.get(handle);
      if (edge !== undefined) edgeRuns.set(edge, (edgeRuns.get(edge) ?? 0) + 1);
    }
  });
  return {
    problem: plan.problem,
    nodes: [...graph.indexOf.keys()].map((nodeId) => ({ nodeId, runs: nodeRuns.get(nodeId) ?? 0 })),
    edges: graph.edges.map((edge, index) => ({
      edge: index,
      edgeId: edgeIdOf(isObject(edge) ? edge : undefined),
      runs: edgeRuns.get(index) ?? 0,
    })),
    failed,
  };
}
