import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { coverScenarios } from "@trilho/engine/analyse";
import { describe, expect, test } from "vitest";
import type { Setting } from "./run.ts";
import { addScenarios } from "../document/saved-scenarios.ts";
import type { SavedScenario } from "../document/saved-scenarios.ts";
import { graph, seeded } from "../document/testing.ts";
import { coverDrafts, unreachableEdges } from "../features/scenarios/cover-drafts.ts";
import { coverageOverlay } from "../features/scenarios/coverage-overlay.ts";
import { differenceOf } from "./path.ts";
import { testReport } from "./report.ts";

describe("where a run leaves its path", () => {
  test.each([
    ["nowhere", ["a", "b"], ["a", "b"], null],
    ["at another step", ["a", "b", "d"], ["a", "c", "d"], { after: "a", expected: "b", actual: "c" }],
    ["by ending early", ["a", "b"], ["a"], { after: "a", expected: "b", actual: null }],
    ["by going on", ["a"], ["a", "b"], { after: "a", expected: null, actual: "b" }],
    ["from the start", ["a"], ["b"], { after: null, expected: "a", actual: "b" }],
    ["without ever starting", ["a"], [], { after: null, expected: "a", actual: null }],
  ])("%s", (_name, expected, actual, difference) => {
    expect(differenceOf(expected, actual)).toEqual(difference);
  });
});

const rule = (field: string, value: string | number): Pick<GraphNode, "condition"> => ({
  condition: {
    branches: [
      { id: "x", label: "Yes", query: { combinator: "and", rules: [{ field, operator: "=", value }] } },
      { id: "y", label: "No", query: { combinator: "and", rules: [{ field, operator: "!=", value }] } },
    ],
  },
});

const fork = graph("t>c c.branch_x>a>z c.branch_y>b>z c.fallback>z", {
  c: { type: "condition", ...rule("deal.source", "google") },
  z: { type: "end" },
});

const scenario = (source: string, expected?: SavedScenario["expect"]): SavedScenario => ({
  id: source,
  name: source,
  startAt: "2026-01-05T12:00:00Z",
  facts: { deal: { source } },
  outcomes: {},
  keepHours: false,
  ...(expected && { expect: expected }),
});

const holding = (definition: GraphDefinition, ...scenarios: SavedScenario[]): Setting => ({
  definition: addScenarios(scenarios)(definition, { random: seeded() })?.definition ?? definition,
  businessHours: null,
  catalogue: {},
});

describe("a report of tests", () => {
  test.each<[string, SavedScenario, string]>([
    ["the path and the end", scenario("google", { status: "completed", path: ["t", "c", "a", "z"] }), "passed"],
    ["another path", scenario("meta", { status: "completed", path: ["t", "c", "a", "z"] }), "failed"],
    ["another end", scenario("google", { status: "failed", path: ["t", "c", "a", "z"] }), "failed"],
    ["nothing", scenario("google"), "unchecked"],
  ])("a scenario that expects %s", (_name, saved, verdict) => {
    const { tests, failed } = testReport(holding(fork, saved));
    expect(tests.map((each) => each.verdict)).toEqual([verdict]);
    expect(failed).toBe(verdict === "failed" ? 1 : 0);
  });

  test("what cannot run is broken", () => {
    const cycle = graph("t>a>b b>a");
    expect(testReport(holding(cycle, scenario("google"))).tests[0]?.verdict).toBe("broken");
  });

  test("says which edges and nodes the tests take", () => {
    const { coverage } = testReport(holding(fork, scenario("google")));
    expect([...coverage.edges]).toEqual(["t-c", "c-a", "a-z"]);
    expect(coverage.untestedEdges).toEqual(["c-b", "b-z", "c-z"]);
    expect(coverage.untestedNodes).toEqual(["b"]);
  });

  test("marks nothing on the drawing while there is no test", () => {
    const setting: Setting = { definition: fork, businessHours: null, catalogue: {} };
    expect(coverageOverlay(testReport(setting), new Map(), "never")).toBeNull();
  });
});

describe("tests that cover everything", () => {
  const style = {
    facts: { deal: { name: "Solar kit", value: 5 }, contact: { firstName: "Ana" } },
    keepHours: false,
    handleWord: ({ label }: { label: string }) => label,
    straight: "Straight",
  };
  const setting: Setting = { definition: fork, businessHours: null, catalogue: {} };
  const cover = coverScenarios(fork);

  test("take every edge that can be taken, are named by what is decided, and pass", () => {
    const drafts = coverDrafts(cover, new Set(), setting, style);
    expect(drafts.map(({ name }) => name)).toEqual(["Yes", "No"]);
    const { coverage, tests } = testReport(holding(fork, ...drafts));
    expect(tests.every(({ verdict }) => verdict === "passed")).toBe(true);
    expect(coverage.untestedEdges).toEqual(["c-z"]);
    expect([...unreachableEdges(fork, cover)]).toEqual([["c-z", "shadowed"]]);
  });

  test("have what texts print, beside what the rules ask for", () => {
    const [first] = coverDrafts(cover, new Set(), setting, style);
    expect(first?.facts).toMatchObject({
      deal: { name: "Solar kit", source: "google" },
      contact: { firstName: "Ana" },
    });
  });

  test("leave out a deal's other facts where those would lead elsewhere", () => {
    const other = { ...style, facts: { deal: { source: "google" } } };
    const drafts = coverDrafts(cover, new Set(), setting, other);
    expect(drafts.map(({ expect: expected }) => expected?.path)).toEqual([
      ["t", "c", "a", "z"],
      ["t", "c", "b", "z"],
    ]);
  });

  test("are only those that are missing", () => {
    const { coverage } = testReport(holding(fork, scenario("google")));
    expect(coverDrafts(cover, coverage.edges, setting, style).map(({ name }) => name)).toEqual(["No"]);
  });
});
