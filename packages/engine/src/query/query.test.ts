import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FIELDS, OPERATOR_NAMES, OPERATORS } from "../contract/fields.ts";
import type { OperatorName } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Rule, RuleGroup } from "../contract/query.ts";
import { compileQuery, evaluateQuery } from "./evaluate.ts";
import { explainQuery } from "./explain.ts";
import { fieldByName, fieldsFor, readField } from "./fields.ts";
import { facts, withValue } from "./testing/facts.ts";

const test = (operator: string, actual: JsonValue, expected: JsonValue) =>
  evaluateQuery({ combinator: "and", rules: [{ field: "deal.x", operator, value: expected }] }, withValue(actual));
const holds = (field: string, operator: string, value?: JsonValue) => {
  const rule: Rule = value === undefined ? { field, operator } : { field, operator, value };
  return evaluateQuery({ combinator: "and", rules: [rule] }, facts);
};

describe("one rule", () => {
  it.each<[string, string, JsonValue, boolean]>([
    ["deal.value", ">=", 10000, true],
    ["deal.value", ">=", "10000", true],
    ["deal.value", ">", 12000, false],
    ["deal.value", "<", 12000.5, true],
    ["deal.value", "=", "12000.0", true],
    ["deal.value", "between", "10000,20000", true],
    ["deal.value", "between", [20000, 10000], true],
    ["deal.value", "between", [10000, ""], true],
    ["deal.value", "notBetween", [1, 2], true],
    ["deal.value", "between", ["", ""], false],
    ["deal.value", "between", [12000, 12000], true],
    ["deal.value", "in", "1, 12000", true],
    ["deal.customFields.seats", ">", 10, false],
    ["deal.customFields.seats", "<", "10", true],
    ["deal.source", "=", "whatsapp", true],
    ["deal.source", "beginsWith", "WHATS", true],
    ["deal.source", "endsWith", "app", true],
    ["deal.source", "doesNotContain", "mail", true],
    ["contact.firstName", "contains", "JOSÉ".normalize("NFD"), true],
    ["contact.firstName", "contains", "", false],
    ["contact.phone", "beginsWith", "+55", true],
    ["deal.stageId", "=", "st_A", true],
    ["deal.stageId", "=", "st_a", false],
    ["deal.stageId", "in", ["st_B", "st_A"], true],
    ["deal.tagIds", "contains", "vip", true],
    ["deal.tagIds", "contains", ["vip", "solar"], true],
    ["deal.tagIds", "contains", ["vip", "gold"], false],
    ["deal.tagIds", "in", ["gold", "vip"], true],
    ["deal.tagIds", "notIn", "gold,silver", true],
    ["deal.tagIds", "=", ["solar", "vip"], true],
    ["deal.isReturning", "=", true, true],
    ["deal.isReturning", "=", "true", true],
    ["deal.isReturning", "!=", false, true],
    ["deal.expectedCloseAt", "=", "2026-04-01", true],
    ["deal.expectedCloseAt", ">", "2026-03-31", true],
    ["deal.expectedCloseAt", "<", "2026-04-01T02:30:01Z", true],
    ["deal.expectedCloseAt", "between", ["2026-04-01", "2026-04-30"], true],
    ["deal.customFields.plan.kind", "=", "gold", true],
    ["deal.value", "<", 12000, false],
    ["deal.value", "<=", 12000, true],
    ["deal.value", "<=", 11999, false],
    ["deal.value", ">=", 12001, false],
    ["deal.value", ">", "1.1999e4", true],
    ["deal.value", ">", " 11999 ", true],
    ["deal.value", "=", "12 000", false],
    ["deal.value", "=", "0x2EE0", false],
    ["deal.value", "=", "1e999", false],
    ["deal.value", "between", "1", true],
    ["deal.value", "between", ",1", false],
    ["deal.value", "between", [12001, 13000], false],
    ["deal.value", "between", [1, 11999], false],
    ["deal.value", "in", ["x", 12000], true],
    ["deal.value", "in", 12000, true],
    ["deal.value", "in", "", false],
    ["deal.value", "contains", "200", true],
    ["deal.source", "=", "whats app", false],
    ["deal.source", ">", "apple", true],
    ["deal.source", "<=", "WHATSAPP", true],
    ["deal.source", "contains", ["what", "app"], true],
    ["deal.source", "contains", ["what", "mail"], false],
    ["deal.source", "beginsWith", "app", false],
    ["deal.source", "endsWith", "whats", false],
    ["deal.source", "beginsWith", "", false],
    ["deal.stageId", "contains", "ST", false],
    ["deal.tagIds", "=", ["vip"], false],
    ["deal.tagIds", "=", ["vip", "solar", "gold"], false],
    ["deal.tagIds", "=", "vip", false],
    ["deal.tagIds", "contains", "VIP", false],
    ["deal.tagIds", "in", [["vip"]], false],
    ["deal.tagIds", "beginsWith", "vip", false],
    ["deal.isReturning", "=", 1, false],
    ["deal.expectedCloseAt", "=", "2026-04-01T02:30:00Z", true],
    ["deal.expectedCloseAt", "=", "2026-03-31T23:30:00Z", false],
    ["deal.expectedCloseAt", "<", "2026-04-01", false],
    ["deal.expectedCloseAt", "<=", "2026-04-01", true],
  ])("%s %s %j is %s", (field, operator, value, expected) => {
    expect(holds(field, operator, value)).toBe(expected);
  });

  it.each(["deal.nope", "deal.lostReason", "deal.customFields.cities", "company.name", "deal.customFields.x"])(
    "takes %s as empty",
    (field) => {
      expect(holds(field, "null")).toBe(true);
      expect(holds(field, "notNull")).toBe(false);
      expect(holds(field, "=", "")).toBe(true);
      expect(holds(field, "!=", "x")).toBe(true);
      for (const operator of ["<", "<=", ">", ">=", "between", "contains", "in"]) {
        expect(holds(field, operator, "x")).toBe(false);
      }
    },
  );

  it.each([
    "deal.constructor",
    "deal.__proto__.x",
    "__proto__",
    "constructor.name",
    "deal.name.length",
    "",
    "deal..value",
  ])("finds nothing at %j", (field) => expect(readField(facts, field)).toBeNull());

  it.each<[string, JsonValue, string]>([
    ["text beside a number", "abc", "deal.value"],
    ["a list beside a number", [1], "deal.value"],
    ["an object beside text", { a: 1 }, "deal.name"],
    ["a truth value beside text", true, "deal.name"],
  ])("gives %s no order", (_, value, field) => {
    expect(holds(field, "<", value) || holds(field, ">", value) || holds(field, ">=", value)).toBe(false);
  });
});

describe("groups", () => {
  const yes: Rule = { field: "deal.value", operator: ">", value: 1 };
  const no: Rule = { field: "deal.value", operator: "<", value: 1 };

  it.each<[string, RuleGroup, boolean]>([
    ["an empty group", { combinator: "and", rules: [] }, true],
    ["all of and", { combinator: "and", rules: [yes, yes] }, true],
    ["not all of and", { combinator: "and", rules: [yes, no] }, false],
    ["one of or", { combinator: "or", rules: [no, yes] }, true],
    ["none of or", { combinator: "or", rules: [no, no] }, false],
    ["a negated group", { combinator: "or", not: true, rules: [no] }, true],
    ["nesting", { combinator: "and", rules: [yes, { combinator: "or", rules: [no, yes] }] }, true],
  ])("%s", (_, group, expected) => {
    expect(evaluateQuery(group, facts)).toBe(expected);
    expect(explainQuery(group, facts).held).toBe(expected);
  });

  it.each<[string, unknown]>([
    ["null", null],
    ["text", "deal.value > 1"],
    ["a list", []],
    ["an unknown combinator", { combinator: "xor", rules: [yes] }],
    ["rules that are no list", { combinator: "and", rules: {} }],
    ["a rule without field", { combinator: "and", rules: [{ operator: "=" }] }],
    ["an unknown operator", { combinator: "and", rules: [{ field: "deal.value", operator: "constructor", value: 1 }] }],
  ])("%s does not hold", (_, group) => {
    expect(evaluateQuery(group as RuleGroup, facts)).toBe(false);
    expect(explainQuery(group as RuleGroup, facts).held).toBe(false);
  });

  it("follows groups nested 64 deep, and no deeper", () => {
    const nested = (depth: number): RuleGroup => ({
      combinator: "and",
      rules: depth === 1 ? [yes] : [nested(depth - 1)],
    });
    expect([64, 65].map((depth) => evaluateQuery(nested(depth), facts))).toEqual([true, false]);
    expect(explainQuery(nested(65), facts).text).toBe("groups nested too deeply");
  });

  it("does not follow groups nested too deeply", () => {
    let group: RuleGroup = { combinator: "and", rules: [yes] };
    for (let depth = 0; depth < 10_000; depth += 1) group = { combinator: "and", rules: [group] };
    expect(evaluateQuery(group, facts)).toBe(false);
    expect(explainQuery(group, facts).held).toBe(false);
  });
});

const only = (operator: string, value: JsonValue): RuleGroup => ({
  combinator: "and",
  rules: [{ field: "deal.x", operator, value }],
});

describe("a compiled query", () => {
  it("answers anew for each deal, also where it has seen the text before", () => {
    const isGold = compileQuery(only("=", "gold"));
    const values = ["gold", "tin", "GOLD", "gold", "tin", 5, null, ["gold"]];
    expect(values.map((value) => isGold(withValue(value)))).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
      false,
      true,
    ]);
    const long = "x".repeat(200);
    const isLong = compileQuery(only("=", long));
    expect([long, `${long}y`, long].map((value) => isLong(withValue(value)))).toEqual([true, false, true]);
    const isListed = compileQuery(only("in", "1, 2.0, x"));
    expect([1, 2, 3, "x", "1"].map((value) => isListed(withValue(value)))).toEqual([true, true, false, true, true]);
  });

  it("remembers as many texts as come", () => {
    const isEven = compileQuery({ combinator: "and", rules: [{ field: "deal.x", operator: "endsWith", value: "0" }] });
    const texts = Array.from({ length: 300 }, (_, index) => `n${index}`);
    for (const round of [1, 2])
      expect([round, texts.filter((text) => isEven(withValue(text))).length]).toEqual([round, 30]);
  });
});

describe("the catalogue", () => {
  it("has every name once, with an example of its type", () => {
    expect(new Set(FIELDS.map(({ name }) => name)).size).toBe(FIELDS.length);
    for (const { type, example } of FIELDS) {
      const kind = Array.isArray(example) ? "list" : typeof example;
      expect(kind).toBe(
        { text: "string", id: "string", date: "string", number: "number", boolean: "boolean", list: "list" }[type],
      );
    }
  });

  it("offers only operators that exist, each with a label of its own", () => {
    for (const operators of Object.values(OPERATORS)) {
      expect(new Set(operators.map(({ label }) => label)).size).toBe(operators.length);
      for (const { name } of operators) expect(OPERATOR_NAMES).toContain(name);
    }
  });

  it("takes in the workspace's custom fields", () => {
    const options = [{ value: "gold", label: "Gold" }];
    const fields = fieldsFor([
      { slug: "plan", name: "Plan", fieldType: "select", options },
      { slug: "cities", name: "Cities", fieldType: "multi_select", options },
      { slug: "seats", name: "Seats", fieldType: "number", options: null },
      { slug: "mood", name: "Mood", fieldType: "a_type_of_tomorrow", options: [] },
      { slug: "team", name: "Team", fieldType: "members" },
      { slug: "due", name: "Due", fieldType: "date_time" },
      { slug: "paid", name: "Paid", fieldType: "checkbox" },
    ]).slice(FIELDS.length);
    expect(fields).toEqual([
      { name: "deal.customFields.plan", label: "Plan", type: "text", options, example: "gold" },
      { name: "deal.customFields.cities", label: "Cities", type: "list", options, example: ["gold"] },
      { name: "deal.customFields.seats", label: "Seats", type: "number", example: 10 },
      { name: "deal.customFields.mood", label: "Mood", type: "text", example: "Solar" },
      { name: "deal.customFields.team", label: "Team", type: "list", picker: "user", example: ["us_maria"] },
      { name: "deal.customFields.due", label: "Due", type: "date", example: "2026-01-15" },
      { name: "deal.customFields.paid", label: "Paid", type: "boolean", example: true },
    ]);
    expect(fieldByName("deal.value")?.type).toBe("number");
    expect(fieldByName("constructor")).toBeNull();
  });
});

describe("laws", () => {
  const json = fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>;
  const value = fc.oneof(
    json,
    fc.constantFrom<JsonValue>(
      { toString: "", valueOf: "" },
      "2026-01-01",
      "2026-01-01T10:00:00Z",
      "12",
      12,
      "",
      "a,b",
      ["a"],
      true,
    ),
  );

  const negations: [OperatorName, OperatorName][] = [
    ["=", "!="],
    ["contains", "doesNotContain"],
    ["beginsWith", "doesNotBeginWith"],
    ["endsWith", "doesNotEndWith"],
    ["in", "notIn"],
    ["between", "notBetween"],
    ["null", "notNull"],
  ];
  it.each(negations)("exactly one of %s and %s holds", (yes, no) => {
    fc.assert(fc.property(value, value, (a, b) => test(yes, a, b) !== test(no, a, b)));
  });

  it("order is consistent: > is < turned round, and ≤ excludes >", () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(test("<", a, b)).toBe(test(">", b, a));
        expect(test("<=", a, b) && test(">", a, b)).toBe(false);
        expect(test("<=", a, b)).toBe(test(">=", b, a));
      }),
    );
  });

  it("explaining never throws and agrees with evaluating, whatever the query and the facts are", () => {
    const rule = fc.record({
      field: fc.oneof(fc.constant("deal.x"), fc.string()),
      operator: fc.oneof(fc.constantFrom(...OPERATOR_NAMES), fc.string()),
      value,
    });
    const { group } = fc.letrec<{ group: unknown }>((tie) => ({
      group: fc.record({
        combinator: fc.constantFrom("and", "or", "xor"),
        not: fc.boolean(),
        rules: fc.oneof(fc.array(fc.oneof({ depthSize: "small" }, rule, tie("group")), { maxLength: 3 }), json),
      }),
    }));
    fc.assert(
      fc.property(fc.oneof(group, json), value, (query, actual) => {
        const held = evaluateQuery(query as RuleGroup, withValue(actual));
        expect(explainQuery(query as RuleGroup, withValue(actual)).held).toBe(held);
      }),
    );
  });
});
