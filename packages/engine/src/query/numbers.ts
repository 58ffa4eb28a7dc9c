import type { OperatorName } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Rule } from "../contract/query.ts";
import { asNumber } from "./compare.ts";
import { valueList } from "./operators.ts";

/** Numbers from `low` to `high`, both included, or all others. */
export interface NumberRange {
  readonly low: number;
  readonly high: number;
  readonly isNot: boolean;
}

type RangeOf = (expected: number) => NumberRange;

const MOST = Number.MAX_VALUE;
const range = (low: number, high: number): NumberRange => ({ low, high, isNot: false });

/** By operator, of which numbers it holds beside a finite one; what is not finite has no order, and is like nothing. */
const RANGES: Partial<Record<OperatorName, RangeOf>> = {
  "=": (expected) => range(expected, expected),
  "!=": (expected) => ({ ...range(expected, expected), isNot: true }),
  "<": (expected) => range(-MOST, -nextAbove(-expected)),
  "<=": (expected) => range(-MOST, expected),
  ">": (expected) => range(nextAbove(expected), MOST),
  ">=": (expected) => range(expected, MOST),
};

/** The numbers of which a rule holds; null where they are no range. */
export function numberRange({ operator, value = null }: Rule): NumberRange | null {
  if (operator === "between") return between(value);
  const rangeOf = Object.hasOwn(RANGES, operator) ? RANGES[operator as OperatorName] : undefined;
  const expected = asNumber(value);
  return rangeOf && expected !== null ? rangeOf(expected) : null;
}

/** Whether a number is of a range. */
export function isOf({ low, high, isNot }: NumberRange, actual: number): boolean {
  return (actual >= low && actual <= high) !== isNot;
}

function between(value: JsonValue): NumberRange | null {
  const [first = null, second = null] = valueList(value).map(asNumber);
  if (first === null || second === null) return null;
  return first > second ? range(second, first) : range(first, second);
}

/** The least number above a finite one. */
function nextAbove(number: number): number {
  if (number === 0) return Number.MIN_VALUE;
  const bits = new BigInt64Array(Float64Array.of(number).buffer);
  bits[0] = (bits[0] ?? 0n) + (number > 0 ? 1n : -1n);
  return new Float64Array(bits.buffer)[0] ?? Number.NaN;
}
