import { describe, expect, it } from "vitest";
import type { GraphDefinition } from "../contract/definition.ts";
import type { Scenario } from "../contract/scenario.ts";
import { simulateRun } from "../simulate/simulate-run.ts";
import { WELCOME } from "../simulate/testing/graphs.ts";
import type { CohortModel } from "./model.ts";
import { cohortScenario, simulateCohort } from "./simulate-cohort.ts";

const START = "2026-01-05T12:00:00Z";
const trap: object = {
  get deal(): never {
    throw new Error("trapped");
  },
};
const ring: Record<string, unknown> = { value: 5 };
ring["self"] = ring;

describe("a cohort of anything", () => {
  it.each<[string, unknown, string]>([
    ["facts that throw when read", { startAt: START, facts: trap }, "invalid-model"],
    ["facts that hold themselves", { startAt: START, facts: { deal: ring } }, "invalid-model"],
    ["a BigInt", { startAt: START, facts: { deal: { value: 5n } } }, "invalid-model"],
    ["a weight that is no number", choice(Number.NaN), "invalid-model"],
    ["a weight without end", choice(Infinity), "invalid-model"],
    ["weights that add up to no number", choice(Number.MAX_VALUE, Number.MAX_VALUE), "invalid-model"],
    ["a range wider than numbers go", range(-Number.MAX_VALUE, Number.MAX_VALUE), "invalid-model"],
    [
      "a field within another",
      { startAt: START, vary: { deal: constant({}), "deal.value": constant(5) } },
      "invalid-model",
    ],
    ["probabilities that are none", { startAt: START, handles: 5 }, "invalid-model"],
    ["a probability below 0", { startAt: START, handles: { greet: { timeout: -1 } } }, "invalid-model"],
    ["a handle that is a text", { startAt: START, handles: { greet: { timeout: "often" } } }, "invalid-model"],
    ["a time of replies that is a text", { startAt: START, replySeconds: "soon" }, "invalid-model"],
    ["business hours of no week", { startAt: START, businessHours: 9 }, "unknown-time-zone"],
    ["slugs that are a list", { startAt: START, fieldSlugs: [1] }, "invalid-scenario"],
    ["stages that are a text", { startAt: START, stages: "s_1" }, "invalid-scenario"],
    ["turns that are a text", { startAt: START, roundRobin: "first" }, "invalid-scenario"],
    ["a trigger that is a text", { startAt: START, trigger: "deal_created" }, "invalid-scenario"],
    ["a text", "model", "invalid-model"],
  ])("refuses %s", async (_, model, code) => {
    const result = await simulateCohort(WELCOME, model as CohortModel, { size: 5 });
    expect([result.error?.code, result.runs]).toEqual([code, 0]);
  });

  it.each<[string, unknown, number]>([
    ["none", 0, 0],
    ["a fraction", 2.9, 2],
  ])("reads a size that is %s", async (_, size, runs) => {
    expect((await simulateCohort(WELCOME, { startAt: START }, { size: size as number })).runs).toBe(runs);
  });

  it.each([1e12, Infinity, -Infinity])("refuses to run %d times", async (size) => {
    const { error, runs } = await simulateCohort(WELCOME, { startAt: START }, { size });
    expect([error?.code, runs]).toEqual(["invalid-size", 0]);
  });

  it.each<unknown>([null, 7, { a: 1 }, "\ud800", Symbol("seed"), () => 1])("takes any seed: %o", async (seed) => {
    const options = { size: 3, seed: seed as string };
    expect(await simulateCohort(WELCOME, { startAt: START }, options)).toMatchObject({ runs: 3, error: null });
  });

  it("goes on to the end of the calendar", async () => {
    const model: CohortModel = { startAt: START, arrivals: { type: "constant", value: 1e300 } };
    expect((await simulateCohort(WELCOME, model, { size: 3 })).runs).toBe(3);
    expect(cohortScenario(WELCOME, model, { run: 2 })).toMatchObject({ startAt: "+275760-09-13T00:00:00.000Z" });
  });

  it("draws from weights that are all 0", async () => {
    expect((await simulateCohort(WELCOME, choice(0) as CohortModel, { size: 3 })).runs).toBe(3);
  });
});

describe("a run of anything", () => {
  it.each<[string, unknown, unknown]>([
    ["facts that throw when read", WELCOME, { startAt: START, facts: trap }],
    ["a scenario that throws when read", WELCOME, Object.defineProperty({}, "startAt", thrower())],
  ])("does not throw: %s", (_, definition, scenario) => {
    const { status, error } = simulateRun(definition as GraphDefinition, scenario as Scenario);
    expect([status, error?.code]).toEqual(["failed", "invalid-scenario"]);
  });

  it("says of a definition that throws when read that it cannot run", () => {
    const definition = Object.defineProperty({}, "nodes", thrower()) as GraphDefinition;
    const { status, error } = simulateRun(definition, { startAt: START, facts: {} });
    expect([status, error?.code]).toEqual(["failed", "invalid-definition"]);
  });

  it("takes facts that hold themselves", () => {
    const scenario = { startAt: START, facts: { deal: ring } } as unknown as Scenario;
    expect(simulateRun(WELCOME, scenario).status).toBe("completed");
  });
});

function choice(...weights: number[]) {
  const values = weights.map((weight) => ({ value: 1, weight }));
  return { startAt: START, vary: { "deal.value": { type: "choice", values } } };
}

function range(min: number, max: number) {
  return { startAt: START, vary: { "deal.value": { type: "uniform", min, max } } };
}

function constant(value: unknown) {
  return { type: "constant", value };
}

function thrower(): PropertyDescriptor {
  return {
    enumerable: true,
    get: () => {
      throw new Error("trapped");
    },
  };
}
