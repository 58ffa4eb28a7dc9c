import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { OPERATOR_NAMES } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import { evaluateQuery } from "./evaluate.ts";
import { isOf, numberRange } from "./numbers.ts";

const number = fc.oneof(
  fc.constantFrom(0, -0, 1, -1, 7, 30, 69, 1e21, 1e-7, Number.MAX_VALUE, Infinity, -Infinity, Number.NaN),
  fc.double(),
);
/** Numbers that lie close together. */
const close = fc.integer({ min: -3, max: 3 }).map((count) => 0.3 + count * 2 ** -54);
const part = fc.oneof(number, number.map(String), fc.constantFrom<JsonValue>("", " 7 ", "0x10", "a", null, true));
const value = fc.oneof(part, fc.array(part, { maxLength: 3 }), fc.array(part, { maxLength: 3 }).map(String));

const known = (operator: string, expected: JsonValue) =>
  numberRange({ field: "deal.x", operator, value: expected }) !== null;

describe("the numbers of a rule", () => {
  it.each(OPERATOR_NAMES)("are those of which it holds: %s", (operator) => {
    fc.assert(
      fc.property(fc.oneof(number, close), fc.oneof(value, close), (actual, expected) => {
        const rule = { field: "deal.x", operator, value: expected };
        const held = evaluateQuery({ combinator: "and", rules: [rule] }, { deal: { x: actual } });
        const range = numberRange(rule);
        expect(range === null ? held : isOf(range, actual)).toBe(held);
      }),
      { numRuns: 300 },
    );
  });

  it("are a range for orders of numbers, also written as text", () => {
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
