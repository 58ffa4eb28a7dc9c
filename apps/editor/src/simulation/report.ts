import type { GraphDefinition, SimulationResult } from "@trilho/engine";
import { highlightAt } from "./highlight.ts";
import { runDraft } from "./run.ts";
import type { Setting } from "./run.ts";
import { edgeKeys, edgesOf, findNode } from "../document/document.ts";
import { savedScenarios } from "../document/saved-scenarios.ts";
import type { DamagedScenario, SavedScenario } from "../document/saved-scenarios.ts";
import { differenceOf, pathOf } from "./path.ts";
import type { Difference } from "./path.ts";

/** `unchecked`: nothing is expected of it. `broken`: it cannot run to its end. */
export type Verdict = "passed" | "failed" | "unchecked" | "broken";

/** How a saved scenario runs now, beside what is expected of it. */
export interface TestResult {
  scenario: SavedScenario;
  result: SimulationResult;
  verdict: Verdict;
  /** Where a failing run left the path; null when only its end differs. */
  difference: Difference | null;
}

/** Nodes and edges (by key) that the saved scenarios take, and those that none takes. */
export interface Coverage {
  nodes: ReadonlySet<string>;
  edges: ReadonlySet<string>;
  untestedNodes: readonly string[];
  untestedEdges: readonly string[];
}

export interface TestReport {
  /** What was run. */
  definition: GraphDefinition;
  tests: readonly TestResult[];
  damaged: readonly DamagedScenario[];
  failed: number;
  coverage: Coverage;
}

/** Runs every scenario saved in a document and holds it to what is expected of it. */
export function testReport(setting: Setting): TestReport {
  const { definition } = setting;
  const { scenarios, damaged } = savedScenarios(definition);
  const tests = scenarios.map((scenario) => testScenario(scenario, setting));
  return {
    definition,
    tests,
    damaged,
    failed: tests.filter(({ verdict }) => isFailing(verdict)).length,
    coverage: coverageOf(definition, tests),
  };
}

export const isFailing = (verdict: Verdict): boolean => verdict === "failed" || verdict === "broken";

export function testScenario(scenario: SavedScenario, setting: Setting): TestResult {
  const result = runDraft(scenario, setting);
  const { expect } = scenario;
  const difference = expect ? differenceOf(expect.path, pathOf(result.trace)) : null;
  const verdict = (): Verdict => {
    if (result.error) return "broken";
    if (!expect) return "unchecked";
    return difference === null && expect.status === result.status ? "passed" : "failed";
  };
  return { scenario, result, verdict: verdict(), difference };
}

function coverageOf(definition: GraphDefinition, tests: readonly TestResult[]): Coverage {
  const ways = tests.map(({ result: { trace } }) => highlightAt(definition, trace, trace.length));
  const nodes = new Set(ways.flatMap(({ visitedNodeIds }) => visitedNodeIds));
  const edges = new Set(ways.flatMap(({ visitedEdgeKeys }) => visitedEdgeKeys));
  const all = edgeKeys(definition);
  const drawn = edgesOf(definition).flatMap(({ source, target }, index) => {
    const key = all[index];
    return key !== undefined && findNode(definition, source) && findNode(definition, target) ? [key] : [];
  });
  return {
    nodes,
    edges,
    untestedNodes: definition.nodes.flatMap(({ id }) => (nodes.has(id) ? [] : [id])),
    untestedEdges: drawn.filter((key) => !edges.has(key)),
  };
}
