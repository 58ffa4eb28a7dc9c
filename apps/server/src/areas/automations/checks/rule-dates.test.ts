import { describe, expect, it } from "vitest";
import { ruleDateProblems } from "./rule-dates.ts";

const rule = (value: unknown, operator: unknown = "equals") => ({ field: "deal.createdAt", operator, value });
const fieldsIn = (value: unknown) => ruleDateProblems(value, "conditions").map(({ field }) => field);

describe("a rule's value", () => {
  it.each([
    "2026-02-30",
    "2026-13-01",
    "2026-00-10",
    "2026-02-30T10:00",
    "2026-02-30 10:00",
    "2026-02-30t10:00:00z",
    "2026-03-01T25:00:00Z",
    "2026-03-01T24:01:00+03:00",
    "2026-03-01 10:61:00-0300",
    "2026-12-31T23:59:60Z",
  ])("%s is in no calendar", (value) => {
    expect(ruleDateProblems(rule(value), "conditions")).toEqual([
      { field: "conditions.value", message: "is a date or an instant that is in no calendar" },
    ]);
  });

  it.each<unknown>([
    "2026-02-28",
    "2028-02-29",
    "2026-03-01T10:00:00Z",
    "2026-03-01t10:00:00-03:00",
    // Without a zone it is no instant, and read in the workspace's.
    "2026-03-01T25:00",
    "2026-02-30x",
    "x2026-02-30",
    "2026-02-30T1",
    "12026-02-30",
    20260230,
    null,
    true,
  ])("%j is none of these", (value) => {
    expect(fieldsIn(rule(value))).toEqual([]);
  });

  it.each([
    ["one of a list", rule(["2026-02-28", "2026-02-30"]), ["conditions.value"]],
    [
      "of a rule in a group",
      { rules: [rule("x"), { rules: [rule("2026-02-30")] }] },
      ["conditions.rules[1].rules[0].value"],
    ],
    [
      "of each of several rules",
      { rules: [rule("2026-02-30"), rule("2026-02-31")] },
      ["conditions.rules[0].value", "conditions.rules[1].value"],
    ],
    ["of something without an operator", { value: "2026-02-30" }, []],
    ["of an operator that is no text", rule("2026-02-30", 7), []],
    ["below a rule that is wrong itself", { ...rule("2026-02-30"), more: rule("2026-02-30") }, ["conditions.value"]],
    ["below one that is not", { ...rule("x"), more: rule("2026-02-30") }, ["conditions.more.value"]],
  ])("%s is named by its place, or is none", (_, value, fields) => {
    expect(fieldsIn(value)).toEqual(fields);
  });

  it("is looked for 64 levels deep", () => {
    const nested = (levels: number): unknown => (levels === 0 ? rule("2026-02-30") : { a: nested(levels - 1) });
    expect(fieldsIn(nested(63))).toEqual([`conditions${".a".repeat(63)}.value`]);
    expect(fieldsIn(nested(64))).toEqual([]);
  });

  it.each([null, undefined, "2026-02-30", 7])("is not looked for in %j", (value) => {
    expect(fieldsIn(value)).toEqual([]);
  });
});
