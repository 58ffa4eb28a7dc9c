import { describe, expect, it } from "vitest";
import { coverScenarios, createGraphSession, mergeGraphs } from "./analyse/index.ts";
import { cohortScenario, simulateCohort } from "./cohort/index.ts";
import { toProblemDetails } from "./formats/index.ts";
import { applyFixes, simulateRun, validateGraph } from "./index.ts";
import type { GraphDefinition } from "./index.ts";
import { action, around } from "./rules/testing/graphs.ts";
import { validateAutomation } from "./trigger/index.ts";
import { simulateWorkspace, startWorkspace } from "./workspace/index.ts";

const graph: GraphDefinition = around(action("it", "add_tag", { tagIds: ["vip"] }));
const startAt = "2026-01-05T09:00:00Z";
const scenario = { startAt, facts: {} };
const nothing = { automations: [], deals: [], contacts: [], events: [], from: startAt, until: startAt };

type Asked = (given: never) => unknown;

/** Every public function that takes a number which says how much, with that number. */
const ASKED: readonly [name: string, option: string, asked: Asked][] = [
  ["validateGraph", "maxProblems", (maxProblems) => validateGraph(graph, { maxProblems })],
  ["validateGraph", "limits.nodes", (nodes) => validateGraph(graph, { limits: { nodes } })],
  ["applyFixes", "maxProblems", (maxProblems) => applyFixes(graph, "safe", { maxProblems })],
  ["validateAutomation", "maxProblems", (maxProblems) => validateAutomation({}, { maxProblems })],
  ["validateAutomation", "maxProblems", (maxProblems) => validateAutomation("none", { maxProblems })],
  ["validateAutomation", "limits.waits", (waits) => validateAutomation("none", { limits: { waits } })],
  ["createGraphSession", "maxProblems", (maxProblems) => createGraphSession(graph, { maxProblems })],
  ["mergeGraphs", "limits.nodes", (nodes) => mergeGraphs(graph, graph, graph, { limits: { nodes } })],
  ["coverScenarios", "budget", (budget) => coverScenarios(graph, { budget })],
  ["simulateRun", "stepBudget", (stepBudget) => simulateRun(graph, scenario, { stepBudget })],
  ["simulateWorkspace", "stepBudget", (stepBudget) => simulateWorkspace(nothing, { stepBudget })],
  ["startWorkspace", "stepBudget", (stepBudget) => startWorkspace(nothing, { stepBudget })],
  ["startWorkspace", "moves", (moves) => startWorkspace(nothing).go(moves)],
  ["simulateCohort", "chunk", (chunk) => simulateCohort(graph, { startAt }, { size: 1, chunk })],
  ["cohortScenario", "run", (run) => cohortScenario(graph, { startAt }, { run })],
  ["toProblemDetails", "status", (status) => toProblemDetails([], { status })],
];
const NONSENSE = [Number.NaN, -1, "many", null] as const;
const cases = ASKED.flatMap(([name, option, asked]) => NONSENSE.map((given) => ({ name, option, given, asked })));

/** What a promise is refused with comes as what a call throws. */
const answerTo = async (asked: Asked, given: unknown): Promise<unknown> => await asked(given as never);

describe("an option that means nothing", () => {
  it.each(cases)("is a mistake that names it: $name, $option $given", async ({ option, given, asked }) => {
    const answer = answerTo(asked, given);
    await expect(answer).rejects.toThrow(RangeError);
    await expect(answer).rejects.toThrow(`“${option}” must be a number`);
  });

  it.each(ASKED)("is none where it means something: %s, %s", async (_, __, asked) => {
    await expect(answerTo(asked, 400)).resolves.toBeDefined();
  });

  it.each([...NONSENSE, undefined])("is refused in a cohort's size: %s", async (size) => {
    const { error, runs } = await simulateCohort(graph, { startAt }, { size: size as number });
    expect([error?.code, runs]).toEqual(["invalid-size", 0]);
  });

  it.each([0, 1])("is none where it is little: %d", (little) => {
    expect(coverScenarios(graph, { budget: little }).problem).toBeNull();
    expect(simulateRun(graph, scenario, { stepBudget: little }).error?.code).toBe("step-budget");
  });
});
