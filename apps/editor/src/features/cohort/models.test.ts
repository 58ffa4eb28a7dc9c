import { FIELDS } from "@trilho/engine";
import type { Facts, Field, GraphDefinition, JsonValue } from "@trilho/engine";
import { simulateCohort } from "@trilho/engine/cohort";
import type { Distribution } from "@trilho/engine/cohort";
import { describe, expect, test } from "vitest";
import { decisionsOf } from "../../simulation/decisions.ts";
import { defaultDistribution, NUMBER_SHAPES, reshaped } from "./deal-model.ts";
import { bucketsOf } from "./hours.ts";
import { drawnFrom, summaryOf } from "./real-deals.ts";
import { askedFields } from "./rules.ts";
import { cohortModel, FIRST_SETTINGS } from "./settings.ts";
import { defaultShares, handlesOfStep, restOf } from "./step-model.ts";

const START = "2026-01-05T12:00:00Z";
const field = (name: string): Field => {
  const found = FIELDS.find((each) => each.name === name);
  if (!found) throw new Error(name);
  return found;
};
const rule = (name: string, operator: string, value: JsonValue) => ({ field: name, operator, value });

const graph: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "t", type: "trigger" },
    {
      id: "c",
      type: "condition",
      condition: {
        branches: [
          { id: "a", query: { combinator: "and", rules: [rule("deal.value", ">=", 10_000)] } },
          { id: "b", query: { combinator: "or", rules: [rule("deal.source", "in", ["meta", "google"])] } },
        ],
      },
    },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "?", buttons: [{ id: "yes", label: "Yes" }] },
    },
  ],
  edges: [
    { source: "t", target: "c" },
    { source: "c", target: "ask", sourceHandle: "branch_a" },
  ],
};

describe("the deals of a cohort", () => {
  test("differ in what rules ask for, nested and of the automation alike", () => {
    const conditions = { combinator: "and", rules: [{ combinator: "or", rules: [rule("deal.status", "=", "open")] }] };
    expect(askedFields(graph, conditions, FIELDS).map(({ field: { name }, values }) => [name, values])).toEqual([
      ["deal.value", [10_000]],
      ["deal.status", ["open"]],
      ["deal.source", ["meta", "google"]],
    ]);
  });

  test.each<[string, JsonValue[], Distribution]>([
    ["deal.value", [50_000, 10_000], { type: "exponential", mean: 10_000, whole: true }],
    ["deal.value", [], { type: "exponential", mean: 12_000, whole: true }],
    ["deal.closeProbability", [60], { type: "uniform", min: 0, max: 100, whole: true }],
    ["deal.value", [-5, 5], { type: "uniform", min: -10, max: 5, whole: true }],
    ["deal.isReturning", [true], choice(true, false)],
    ["deal.stageId", ["s1", "s2"], choice("s1", "s2", null)],
    ["deal.tagIds", ["vip"], choice(["vip"], [])],
    ["deal.expectedCloseAt", ["2026-03-31"], choice("2026-03-30", "2026-04-01")],
    ["deal.expectedCloseAt", [], choice("2025-12-29", "2026-01-12")],
  ])("%s, asked for %j", (name, values, expected) => {
    expect(defaultDistribution({ field: field(name), values }, START)).toEqual(expected);
  });

  test("keep about their size in another shape", () => {
    const from: Distribution = { type: "uniform", min: 0, max: 200, whole: true };
    expect(NUMBER_SHAPES.map((shape) => reshaped(from, shape))).toEqual([
      from,
      { type: "normal", mean: 100, deviation: 50, min: 0, whole: true },
      { type: "exponential", mean: 100, whole: true },
      { type: "constant", value: 100 },
    ]);
  });
});

function choice(...values: JsonValue[]): Distribution {
  return { type: "choice", values: values.map((value) => ({ value, weight: 1 })) };
}

describe("the world of a cohort", () => {
  const [ask] = decisionsOf(graph);
  if (!ask) throw new Error("nothing to decide");

  test("answers half of the time, and fails once in a hundred", () => {
    const shares = defaultShares(ask);
    expect(shares).toEqual({ btn_yes: 0.25, text_reply: 0.25, fallback: 0.01 });
    expect(restOf(shares)).toBeCloseTo(0.49);
    expect(Object.values(handlesOfStep(ask, shares)).reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  });

  test("leaves nothing for silence where the shares are too many", () => {
    expect(restOf({ btn_yes: 0.8, text_reply: 0.8 })).toBe(0);
  });
});

test("a model made from the defaults runs, and every side of the rules is met", async () => {
  const world = {
    definition: graph,
    asked: askedFields(graph, undefined, FIELDS),
    facts: { deal: {} },
    startAt: START,
    businessHours: null,
    keepHours: false,
    catalogue: {},
    deals: [],
  };
  const { error, edges, runs } = await simulateCohort(graph, cohortModel(FIRST_SETTINGS, world), { size: 500 });
  expect(error).toBeNull();
  expect(edges[1]?.taken).toBeGreaterThan(50);
  expect(edges[1]?.taken).toBeLessThan(runs - 50);
});

const at = (hour: string, count = 1) => ({ hour: `2026-01-${hour}:00:00.000Z`, count });

describe("messages over time", () => {
  test("by the hour, with the hours that have none", () => {
    const { unit, buckets } = bucketsOf([at("05T09", 3), at("05T11", 2)]);
    expect([unit, buckets.map(({ count }) => count)]).toEqual(["hour", [3, 0, 2]]);
  });

  test("by the day where hours are too many, each from midnight where the person is", () => {
    const { unit, buckets } = bucketsOf([at("05T01"), at("05T05"), at("20T12", 4)], -3 * 3_600_000);
    expect(unit).toBe("day");
    expect(new Date(buckets[0]?.start ?? 0).toISOString()).toBe("2026-01-04T03:00:00.000Z");
    expect(buckets.map(({ count }) => count).filter((count) => count > 0)).toEqual([1, 1, 4]);
  });

  test("never more than some dozens of bars, and none for nothing", () => {
    const year = [at("05T01"), { hour: "2026-12-30T00:00:00.000Z", count: 1 }];
    expect(bucketsOf(year).unit).toBe("week");
    expect(bucketsOf(year).buckets.length).toBeLessThan(73);
    const decades = [at("05T01"), { hour: "2090-12-30T00:00:00.000Z", count: 1 }];
    expect(bucketsOf(decades).buckets.length).toBeLessThan(74);
    expect(bucketsOf([]).buckets).toEqual([]);
  });
});

describe("a cohort as real deals", () => {
  const deals = [
    { deal: { value: 50, tagIds: ["t1"] }, contact: null },
    { deal: { value: 20_000, tagIds: [] }, contact: null },
    { deal: { value: 30_000 }, contact: null },
  ] as unknown as Facts[];
  const asked = askedFields(
    {
      version: 2,
      edges: [],
      nodes: [
        {
          id: "c",
          type: "condition",
          condition: {
            branches: [
              {
                id: "a",
                label: "A",
                query: {
                  combinator: "and",
                  rules: [rule("deal.value", ">", 100), rule("deal.tagIds", "contains", "t1")],
                },
              },
            ],
          },
        },
      ],
    } as unknown as GraphDefinition,
    undefined,
    FIELDS,
  );

  test("draws all fields of one deal together", () => {
    const drawn = Object.fromEntries(drawnFrom(deals, asked));
    const valuesOf = (name: string) => (drawn[name] as { values: readonly { value: JsonValue }[] }).values;
    expect(valuesOf("deal.value").map(({ value }) => value)).toEqual([50, 20_000, 30_000]);
    expect(valuesOf("deal.tagIds").map(({ value }) => value)).toEqual([["t1"], [], null]);
  });

  test("tells what they are like", () => {
    const [value, tags] = ["deal.value", "deal.tagIds"].map((name) => {
      const found = asked.find((each) => each.field.name === name);
      return found && summaryOf(deals, found);
    });
    expect(value).toEqual({ kind: "numbers", min: 50, middle: 20_000, max: 30_000, missing: 0 });
    expect(tags).toMatchObject({ kind: "values", values: [{ value: ["t1"], share: 1 / 3 }, { value: [] }], others: 0 });
    expect(tags?.missing).toBeCloseTo(1 / 3);
  });
});
