import { describe, expect, it } from "vitest";
import type { JsonValue } from "../contract/json.ts";
import type { Rule, RuleGroup } from "../contract/query.ts";
import { decisiveRules, explainQuery } from "./explain.ts";
import { facts, withValue } from "./testing/facts.ts";

const settled = (group: RuleGroup) => decisiveRules(explainQuery(group, facts)).map(({ operator }) => operator);

describe("explainQuery", () => {
  it.each<[string, Rule, string]>([
    ["a rule that held", { field: "deal.value", operator: ">=", value: 10000 }, "deal.value 12000 ≥ 10000"],
    ["one that did not", { field: "deal.value", operator: ">", value: 20000 }, "deal.value 12000 is not > 20000"],
    ["text", { field: "deal.source", operator: "contains", value: "app" }, 'deal.source "WhatsApp" contains "app"'],
    ["a list", { field: "deal.tagIds", operator: "in", value: ["x"] }, 'deal.tagIds ["vip", "solar"] is none of ["x"]'],
    ["an empty field", { field: "company.name", operator: "=", value: "A" }, 'company.name (empty) is not "A"'],
    ["presence", { field: "company.name", operator: "null" }, "company.name is empty"],
    ["an unknown operator", { field: "deal.value", operator: "~" }, 'deal.value: unknown operator "~"'],
  ])("words %s", (_, rule, text) => {
    const explanation = explainQuery({ combinator: "and", rules: [rule] }, facts);
    expect(explanation.kind === "group" && explanation.rules[0]?.text).toBe(text);
  });

  it.each<[string, unknown, string]>([
    ["a number", 5, "no rule"],
    ["rules that are no list", { combinator: "and", rules: 5 }, "a group without rules"],
    ["an unknown combinator", { combinator: "xor", rules: [] }, "neither “and” nor “or”"],
    ["a rule without field", { combinator: "and", rules: [{ operator: "=" }] }, "a rule without field"],
    [
      "a rule whose field is empty",
      { combinator: "and", rules: [{ field: "", operator: "=" }] },
      "a rule without field",
    ],
    [
      "an operator that is no text",
      { combinator: "and", rules: [{ field: "deal.value", operator: 5 }] },
      'deal.value: unknown operator "5"',
    ],
    ["no operator", { combinator: "and", rules: [{ field: "deal.value" }] }, 'deal.value: unknown operator "(empty)"'],
    ["no rules", { combinator: "and", rules: [] }, "no rules"],
  ])("says what cannot be read: %s", (_, query, text) => {
    expect(explainQuery(query as RuleGroup, facts).text).toBe(text);
  });

  it.each<[string, JsonValue, string]>([
    ["numbers", 1.5, "1.5"],
    ["truth values", false, "false"],
    ["what is empty", "", "(empty)"],
    ["lists in lists and objects in short", [[1], { a: 1 }, null, "x"], '[[…], {…}, null, "x"]'],
    ["objects in short", { a: 1 }, "{…}"],
    ["up to 80 characters", "x".repeat(78), `"${"x".repeat(78)}"`],
    ["what is longer, cut", "x".repeat(79), `"${"x".repeat(78)}…`],
    ["long lists, cut", Array.from({ length: 100 }, () => 1), `[${"1, ".repeat(26)}…`],
  ])("shows %s", (_, value, text) => {
    const explanation = explainQuery(
      { combinator: "and", rules: [{ field: "deal.x", operator: "=", value: "y" }] },
      withValue(value),
    );
    expect(explanation.text).toBe(`deal.x ${text} is not "y"`);
  });

  it("cuts groups at 400 characters", () => {
    const rules = Array.from({ length: 30 }, (): Rule => ({ field: "deal.value", operator: ">", value: 1 }));
    const { text } = explainQuery({ combinator: "and", rules }, facts);
    expect([text.length, text.startsWith("deal.value 12000 > 1 and deal"), text.endsWith("and…")]).toEqual([
      400,
      true,
      true,
    ]);
    expect(explainQuery({ combinator: "and", not: true, rules }, facts).text).toHaveLength(406);
  });

  it("has the values compared, rule by rule", () => {
    const rules: Rule[] = [
      { field: "deal.value", operator: ">", value: 1 },
      { field: "company.name", operator: "null" },
      { field: "deal.value", operator: "~" },
    ];
    expect(explainQuery({ combinator: "or", rules }, facts)).toMatchObject({
      kind: "group",
      held: true,
      combinator: "or",
      not: false,
      rules: [
        { kind: "rule", held: true, field: "deal.value", operator: ">", expected: 1, actual: 12000 },
        { held: true, field: "company.name", operator: "null", expected: null, actual: null },
        { held: false, operator: "~", expected: null, actual: 12000 },
      ],
    });
  });

  it("words groups", () => {
    const value: Rule = { field: "deal.value", operator: ">", value: 1 };
    const empty: Rule = { field: "company.name", operator: "null" };
    const inner: RuleGroup = { combinator: "or", rules: [value, empty] };
    expect(explainQuery({ combinator: "and", not: true, rules: [inner, empty] }, facts).text).toBe(
      "not ((deal.value 12000 > 1 or company.name is empty) and company.name is empty)",
    );
  });

  it("names the rules that settled the outcome", () => {
    const big: Rule = { field: "deal.value", operator: ">", value: 1 };
    const small: Rule = { field: "deal.value", operator: "<", value: 1 };
    expect(settled({ combinator: "or", rules: [small, big, big] })).toEqual([">"]);
    expect(settled({ combinator: "and", rules: [big, small, small] })).toEqual(["<"]);
    expect(settled({ combinator: "and", rules: [big, big] })).toEqual([">", ">"]);
    expect(settled({ combinator: "or", not: true, rules: [small, big] })).toEqual([">"]);
  });
});
