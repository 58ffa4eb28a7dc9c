import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OPERATOR_NAMES } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import { evaluateQuery } from "./evaluate.ts";
import { numberTest } from "./numbers.ts";

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 7, 30, 69, 1e21, 1e-7, Number.MAX_VALUE, Infinity, -Infinity, Number.NaN),
  fc.double(),
);
const part = fc.oneof(number, number.map(String), fc.constantFrom<JsonValue>("", " 7 ", "0x10", "a", null, true));
const value = fc.oneof(part, fc.array(part, { maxLength: 3 }), fc.array(part, { maxLength: 3 }).map(String));

const known = (operator: string, expected: JsonValue) =>
  numberTest({ field: "deal.x", operator, value: expected }) !== null;

describe("a rule read for numbers", () => {
  it.each(OPERATOR_NAMES)("says what the rule says: %s", (operator) => {
    fc.assert(
      fc.property(number, value, (actual, expected) => {
        const rule = { field: "deal.x", operator, value: expected };
        const held = evaluateQuery({ combinator: "and", rules: [rule] }, { deal: { x: actual } });
        expect(numberTest(rule)?.(actual) ?? held).toBe(held);
      }),
      { numRuns: 300 },
    );
  });

  it("is known for orders of numbers, also written as text", () => {
    expect([known(">=", 5), known("<", "5"), known("between", "1, 2"), known("=", 5)]).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([known(">=", "five"), known("contains", 5), known("between", "1"), known("constructor", 5)]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
