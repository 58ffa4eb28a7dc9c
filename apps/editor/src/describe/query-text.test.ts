import type { Field, JsonValue, Rule, RuleGroup } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { EMPTY_LOOKUP } from "../document/lookup.ts";
import type { Lookup } from "../document/lookup.ts";
import { describeQuery } from "./query-text.ts";

const names: Record<string, string> = {
  t1: "VIP",
  t2: "Hot",
  s1: "Proposta",
  u1: "Ana",
  size: "Company size",
  p1: "Sales",
};
const byId = (id: string): string | null => names[id] ?? null;
const lookup: Lookup = { stageName: byId, tagName: byId, userName: byId, fieldName: byId, pipelineName: byId };
const fields: Field[] = [
  {
    name: "deal.customFields.size",
    label: "Company size",
    type: "text",
    options: [{ value: "big", label: "Big (200+)" }],
    example: "big",
  },
];

const rule = (field: string, operator: string, value?: JsonValue): Rule =>
  value === undefined ? { field, operator } : { field, operator, value };
const and = (...rules: RuleGroup["rules"]): RuleGroup => ({ combinator: "and", rules });
const or = (...rules: RuleGroup["rules"]): RuleGroup => ({ combinator: "or", rules });

const big = rule("deal.value", ">=", 10_000);
const vip = rule("deal.tagIds", "contains", "t1");

describe("describeQuery", () => {
  const cases: [string, RuleGroup][] = [
    ["always", and()],
    ["deal value is at least 10,000", and(big)],
    ["deal value is at least 10,000", and(rule("deal.value", ">=", "10000"))],
    ["deal value is between 5 and 10", and(rule("deal.value", "between", [5, 10]))],
    ["deal value is between 5 and 10", and(rule("deal.value", "between", "5,10"))],
    ["tags include VIP", and(vip)],
    ["tags include any of VIP, Hot", and(rule("deal.tagIds", "in", ["t1", "t2"]))],
    ["stage is Proposta", and(rule("deal.stageId", "=", "s1"))],
    ["stage is “gone”", and(rule("deal.stageId", "=", "gone"))],
    ["pipeline is Sales", and(rule("deal.pipelineId", "=", "p1"))],
    ["responsible is empty", and(rule("deal.responsibleUserId", "null"))],
    ["returning customer is yes", and(rule("deal.isReturning", "=", true))],
    ["expected close is before Mar 31, 2026", and(rule("deal.expectedCloseAt", "<", "2026-03-31"))],
    ["UTM source is “google”", and(rule("deal.tracking.utmSource", "=", "google"))],
    ["Company size is Big (200+)", and(rule("deal.customFields.size", "=", "big"))],
    ["deal name contains …", and(rule("deal.name", "contains", ""))],
    ["deal value is at least 10,000 and tags include VIP", and(big, vip)],
    [
      "stage is Proposta or (deal value is at least 10,000 and tags include VIP)",
      or(rule("deal.stageId", "=", "s1"), and(big, vip)),
    ],
    ["not (deal value is at least 10,000)", { ...and(big), not: true }],
    ["some.thing sounds like “x”", and(rule("some.thing", "sounds like", "x"))],
  ];
  test.each(cases)("%s", (expected, query) => {
    expect(describeQuery(query, lookup, fields)).toBe(expected);
  });

  test("a broken query is still described", () => {
    expect(describeQuery(null, EMPTY_LOOKUP)).toBe("always");
    expect(describeQuery({ combinator: "and", rules: [7, { field: "", operator: 5 }] }, EMPTY_LOOKUP)).toBe(
      "a rule that cannot be read and (no field) 5 …",
    );
    const mute = { toString: "" };
    expect(describeQuery({ combinator: "and", rules: [{ field: "deal.name", operator: mute }] }, EMPTY_LOOKUP)).toMatch(
      /^deal name/i,
    );
  });
});
