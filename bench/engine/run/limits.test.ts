import { simulateRun } from "@trilho/engine";
import { simulateCohort } from "@trilho/engine/cohort";
import { describe, expect, it } from "vitest";
import { SALES } from "../graphs/sales.ts";
import { cohortByArrays } from "./cohort-arrays.ts";
import { cohortByHand } from "./cohort-limit.ts";
import { cohortProgram } from "./cohort-program.ts";
import { runByHand } from "./run-limit.ts";
import { SALES_MODEL } from "./sales-model.ts";
import { HOT, SCENARIOS } from "./scenarios.ts";

describe("the limit of a run", () => {
  it.each(Object.entries(SCENARIOS))("writes the same trace: %s", (_, scenario) => {
    expect(runByHand(scenario)).toEqual(simulateRun(SALES, scenario));
  });

  it("is of 26 steps", () => {
    expect(simulateRun(SALES, HOT).trace).toHaveLength(26);
  });
});

describe("the limit of a cohort", () => {
  const start = Date.parse(SALES_MODEL.startAt);
  const program = cohortProgram(SALES, SALES_MODEL);
  const size = 3500;

  it.each([
    ["arrays", "a", cohortByArrays(program, size, "a")],
    ["arrays", "b", cohortByArrays(program, size, "b")],
    ["for this graph alone", "a", cohortByHand(size, "a", start)],
    ["for this graph alone", "b", cohortByHand(size, "b", start)],
  ])("counts the same: %s, seed %s", async (_, seed, limit) => {
    const cohort = await simulateCohort(SALES, SALES_MODEL, { size, seed });
    expect([...limit.edges]).toEqual(cohort.edges.map(({ taken }) => taken));
    expect([...limit.visits]).toEqual(cohort.nodes.map(({ visits }) => visits));
    expect([limit.completed, limit.failed]).toEqual([cohort.statuses.completed, cohort.statuses.failed]);
    expect(limit.durations).toEqual([cohort.durationMs?.p10, cohort.durationMs?.p50, cohort.durationMs?.p99]);
    const hours = [...limit.perHour].map(([hour, count]) => ({
      hour: new Date(hour * 3_600_000).toISOString(),
      count,
    }));
    expect(hours.toSorted((one, other) => (one.hour < other.hour ? -1 : 1))).toEqual(cohort.messages.perHour);
  });
});
