import type { OperatorName } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Rule } from "../contract/query.ts";
import { asNumber } from "./compare.ts";
import { valueList } from "./operators.ts";

/** Whether a rule holds of a number. */
export type NumberTest = (actual: number) => boolean;

const MOST = Number.MAX_VALUE;

/** By operator, what it says of a number beside a finite one; what is not finite has no order, and is like nothing. */
const TESTS: Partial<Record<OperatorName, (expected: number) => NumberTest>> = {
  "=": (expected) => (actual) => actual === expected,
  "!=": (expected) => (actual) => actual !== expected,
  "<": (expected) => (actual) => actual < expected && actual >= -MOST,
  "<=": (expected) => (actual) => actual <= expected && actual >= -MOST,
  ">": (expected) => (actual) => actual > expected && actual <= MOST,
  ">=": (expected) => (actual) => actual >= expected && actual <= MOST,
};

/** A rule read for numbers alone: it says what the operator does, faster. Null where no such reading is known. */
export function numberTest({ operator, value = null }: Rule): NumberTest | null {
  if (operator === "between") return betweenTest(value);
  const make = Object.hasOwn(TESTS, operator) ? TESTS[operator as OperatorName] : undefined;
  const expected = asNumber(value);
  return make && expected !== null ? make(expected) : null;
}

function betweenTest(value: JsonValue): NumberTest | null {
  const [first = null, second = null] = valueList(value).map(asNumber);
  if (first === null || second === null) return null;
  const [low, high] = first > second ? [second, first] : [first, second];
  return (actual) => actual >= low && actual <= high;
}
