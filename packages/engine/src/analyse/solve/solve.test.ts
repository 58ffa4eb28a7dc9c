import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { OperatorName } from "../../contract/fields.ts";
import type { JsonValue } from "../../contract/json.ts";
import type { Rule, RuleGroup } from "../../contract/query.ts";
import type { Facts } from "../../contract/run.ts";
import { evaluateQuery } from "../../query/evaluate.ts";
import { withField } from "./facts.ts";
import { formulaOf } from "./formula.ts";
import { bindForProof, bindForSearch } from "../cover/path-facts.ts";
import { solve } from "./solve.ts";
import type { Assignment } from "./solve.ts";
import { queries, touchingQueries, typedFacts } from "../testing/queries.ts";

const world = { startAt: 0, catalogue: {}, natures: new Map(), probes: 0 };
const BUDGET = 200_000;

function factsOf(assignment: Assignment): Facts {
  return [...assignment.values()].reduce<Facts>(
    (facts, { variable, value }) => ("field" in variable.place ? withField(facts, variable.place.field, value) : facts),
    {},
  );
}

function find(query: RuleGroup, wanted = true, budget = BUDGET) {
  return solve([formulaOf(query, wanted, 0)], bindForSearch(world, []), { left: budget });
}

const and = (...rules: [field: string, operator: string, value?: JsonValue][]): RuleGroup => ({
  combinator: "and",
  rules: rules.map(([field, operator, value]): Rule =>
    value === undefined ? { field, operator } : { field, operator, value },
  ),
});

describe("facts found for a query", () => {
  it.each<[string, string, OperatorName, JsonValue]>([
    ["a number equal", "deal.value", "=", 10],
    ["a number unequal", "deal.value", "!=", 10],
    ["below", "deal.value", "<", 10],
    ["at most", "deal.value", "<=", 10],
    ["above", "deal.value", ">", "10000"],
    ["at least", "deal.value", ">=", 1e300],
    ["between", "deal.value", "between", [1, 2]],
    ["outside", "deal.value", "notBetween", "1,2"],
    ["text inside", "deal.name", "contains", "solar"],
    ["no text inside", "deal.name", "doesNotContain", "solar"],
    ["a beginning", "contact.email", "beginsWith", "ana"],
    ["another beginning", "contact.email", "doesNotBeginWith", "ana"],
    ["an ending", "contact.email", "endsWith", "@x.example"],
    ["another ending", "contact.email", "doesNotEndWith", "@x.example"],
    ["one of", "deal.stageId", "in", "st_a, st_b"],
    ["none of", "deal.stageId", "notIn", ["st_a", "st_b"]],
    ["nothing", "deal.lostReason", "null", null],
    ["something", "deal.lostReason", "notNull", null],
    ["a tag", "deal.tagIds", "contains", "tg_vip"],
    ["several tags", "deal.tagIds", "contains", ["tg_vip", "tg_new"]],
    ["any of some tags", "deal.tagIds", "in", ["tg_vip", "tg_new"]],
    ["a day", "deal.expectedCloseAt", "=", "2026-03-31"],
    ["before an instant", "deal.createdAt", "<", "2026-03-31T10:00:00Z"],
    ["after a day", "deal.createdAt", ">", "2026-03-31"],
    ["yes", "deal.isReturning", "=", true],
    ["not yes", "deal.isReturning", "!=", "true"],
    ["a number in a custom field", "deal.customFields.size", ">", 3],
    ["a text in a custom field", "deal.customFields.plan", "=", "Gold"],
    ["a field named like a prototype", "deal.customFields.__proto__", "=", "Gold"],
  ])("%s", (_, field, operator, value) => {
    const query = and([field, operator, value]);
    const solution = find(query);
    expect(solution.status).toBe("found");
    expect(solution.status === "found" && evaluateQuery(query, factsOf(solution.assignment))).toBe(true);
  });

  it.each<[string, RuleGroup]>([
    [
      "several parts of a text",
      and(["deal.name", "beginsWith", "Solar"], ["deal.name", "contains", "kit"], ["deal.name", "endsWith", "Ana"]),
    ],
    [
      "an overlap of beginning and end",
      and(["deal.name", "beginsWith", "ana"], ["deal.name", "endsWith", "ana"], ["deal.name", "!=", "anaana"]),
    ],
    ["a tag but not another", and(["deal.tagIds", "contains", "a"], ["deal.tagIds", "notIn", ["b", "c"]])],
    ["between two numbers that are not whole", and(["deal.value", ">", 1], ["deal.value", "<", 2])],
    [
      "one instant of a day",
      and(["deal.createdAt", "=", "2026-03-31"], ["deal.createdAt", ">", "2026-03-31T23:59:59.998Z"]),
    ],
    [
      "an end that a list of it does not forbid",
      and(["deal.stageId", "doesNotEndWith", ["a"]], ["deal.stageId", "endsWith", "a"], ["deal.stageId", "!=", "A"]),
    ],
    [
      "a choice that the rest decides",
      {
        combinator: "and",
        rules: [
          {
            combinator: "or",
            rules: [
              { field: "deal.value", operator: "<", value: 5 },
              { field: "deal.value", operator: ">", value: 10 },
            ],
          },
          { combinator: "or", not: true, rules: [{ field: "deal.value", operator: "<", value: 7 }] },
        ],
      },
    ],
  ])("%s", (_, query) => {
    const solution = find(query);
    expect(solution.status === "found" && evaluateQuery(query, factsOf(solution.assignment))).toBe(true);
  });

  it("make any query hold, or fail, that they are found for", () => {
    fc.assert(
      fc.property(touchingQueries, fc.boolean(), (query, wanted) => {
        const solution = find(query, wanted);
        if (solution.status === "found") expect(evaluateQuery(query, factsOf(solution.assignment))).toBe(wanted);
      }),
      { numRuns: 500 },
    );
  });
});

describe("no facts", () => {
  it.each<[string, RuleGroup]>([
    ["two values at once", and(["deal.stageId", "=", "a"], ["deal.stageId", "=", "b"])],
    ["a range turned round", and(["deal.value", ">", 10], ["deal.value", "<", 5])],
    [
      "no whole in between does not matter, nothing in between does",
      and(["deal.value", ">", 10], ["deal.value", "<=", 10]),
    ],
    ["empty and equal", and(["deal.name", "null"], ["deal.name", "=", "x"])],
    [
      "contained and not contained",
      and(["deal.name", "contains", "solar kit"], ["deal.name", "doesNotContain", "kit"]),
    ],
    ["two beginnings", and(["deal.name", "beginsWith", "a"], ["deal.name", "beginsWith", "b"])],
    ["a text without one of its parts", and(["deal.name", "=", "Solar"], ["deal.name", "doesNotContain", "sol"])],
    ["a tag there and not", and(["deal.tagIds", "contains", "a"], ["deal.tagIds", "notIn", ["a", "b"]])],
    ["two days", and(["deal.createdAt", "=", "2026-01-01"], ["deal.createdAt", ">", "2026-01-02T00:00:00Z"])],
    [
      "neither yes, no nor empty",
      and(["deal.isReturning", "!=", true], ["deal.isReturning", "!=", false], ["deal.isReturning", "notNull"]),
    ],
    ["a number that contains a letter", and(["deal.value", "<=", 5], ["deal.value", "contains", "a"])],
    ["a date that begins with a word", and(["deal.createdAt", "beginsWith", "soon"])],
    ["a list in an order", and(["deal.tagIds", ">", 5])],
    ["a rule not filled in", and(["deal.name", "contains", ""])],
    ["an order without a bound", and(["deal.value", ">", null])],
    ["an unknown operator", and(["deal.value", "resembles", 3])],
    [
      "a custom field of two values",
      and(["deal.customFields.plan", "=", "Gold"], ["deal.customFields.plan", "=", "Silver"]),
    ],
  ])("%s: proved", (_, query) => {
    expect(find(query).status).toBe("none");
  });

  it("are proved where some typed facts would do", () => {
    fc.assert(
      fc.property(
        touchingQueries,
        fc.boolean(),
        fc.array(typedFacts, { minLength: 10, maxLength: 30 }),
        (query, wanted, all) => {
          const solution = solve([formulaOf(query, wanted, 0)], bindForProof(world, []), { left: BUDGET });
          if (solution.status === "none") for (const facts of all) expect(evaluateQuery(query, facts)).toBe(!wanted);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("what cannot be decided", () => {
  it("is unknown when the work allowed is done", () => {
    expect(find(and(["deal.value", "=", 10]), true, 0).status).toBe("unknown");
  });

  it("is unknown soon, however many rules there are", () => {
    const rules = Array.from({ length: 20_000 }, (_, value) => ({ field: "deal.value", operator: "!=", value }));
    expect(find({ combinator: "and", rules }).status).not.toBe("none");
    expect(
      find({ combinator: "or", not: true, rules: rules.map((rule) => ({ combinator: "and", rules: [rule, rule] })) })
        .status,
    ).toBeDefined();
  });

  it("is rare", () => {
    const verdicts = fc.sample(queries, { numRuns: 400, seed: 7 }).map((query) => find(query).status);
    expect(verdicts.filter((status) => status === "unknown").length).toBeLessThan(40);
  });
});
