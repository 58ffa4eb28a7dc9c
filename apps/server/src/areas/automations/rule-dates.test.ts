import { describe, expect, it } from "vitest";
import { ruleDateProblems } from "./rule-dates.ts";

const fieldsOf = (value: unknown): string[] => ruleDateProblems(value, "conditions").map(({ field }) => field);
const rule = (value: unknown) => ({ field: "deal.createdAt", operator: "after", value });

describe("a rule that compares with a date", () => {
  it.each<[string, boolean]>([
    ["2026-02-28", true],
    ["2026-02-30", false],
    ["2024-02-29", true],
    ["2026-02-29", false],
    ["2026-13-01", false],
    ["2026-02-28T10:00", true],
    ["2026-02-30T10:00", false],
    ["2026-02-30t10:00", false],
    ["2026-02-30 10:00", false],
    ["2026-02-28T10:00:00Z", true],
    ["2026-02-28T25:00:00Z", false],
    ["2026-02-28T25:00:00z", false],
    ["2026-02-28T10:00-03:00", true],
    ["2026-02-28T25:00-03:00", false],
    ["2026-02-28T25:00+0300", false],
    // Without a zone it is compared as a text.
    ["2026-02-28T25:00", true],
    // No dates at all.
    ["on 2026-02-30", true],
    ["2026-02-30 or so", true],
    ["2026-02-300", true],
    ["2026-02-30T1", true],
    ["2026-02-28T25:00Z or so", true],
    ["26-02-30", true],
    ["2026-2-30", true],
    ["", true],
  ])("may name %s: %s", (text, isFine) => {
    expect(fieldsOf(rule(text))).toEqual(isFine ? [] : ["conditions.value"]);
  });

  it.each<[string, unknown, string[]]>([
    ["among others", rule(["2026-02-28", "2026-02-30"]), ["conditions.value"]],
    ["in a list of rules", { rules: [rule("x"), rule("2026-02-30")] }, ["conditions.rules[1].value"]],
    [
      "in each rule by itself",
      [rule("2026-02-30"), { all: { not: rule("2026-02-31") } }],
      ["conditions[0].value", "conditions[1].all.not.value"],
    ],
    ["of no rule", { value: "2026-02-30" }, []],
    ["of what only looks like a rule", { operator: 7, value: "2026-02-30" }, []],
    ["in no text", rule(20260230), []],
    ["in a list that is called like a rule", Object.assign([], rule("2026-02-30")), []],
    ["of nothing", null, []],
    ["of a text", "2026-02-30", []],
  ])("is found %s", (_, value, fields) => {
    expect(fieldsOf(value)).toEqual(fields);
  });

  it.each([
    [64, 0],
    [63, 1],
  ])("within %i others is told of %i times: deeper than any that people make, none is looked for", (depth, count) => {
    let value: unknown = rule("2026-02-30");
    for (let level = 0; level < depth; level += 1) value = [value];
    expect(fieldsOf(value)).toHaveLength(count);
  });
});
