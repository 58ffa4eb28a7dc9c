import type { OperatorName } from "../contract/fields.ts";
import { OPERATOR_NAMES } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import { asList, asText, exactly, foldCase, hasAll, hasAny, isEmpty, order, same } from "./compare.ts";
import type { Fold } from "./compare.ts";

type Test = (actual: JsonValue, expected: JsonValue, fold: Fold) => boolean;

const inOrder: (accept: (sign: number) => boolean) => Test = (accept) => (actual, expected, fold) => {
  const sign = order(actual, expected, fold);
  return sign !== null && accept(sign);
};

const beginsWith = onText((text, part) => text.startsWith(part));
const endsWith = onText((text, part) => text.endsWith(part));
const empty: Test = (actual) => isEmpty(actual);

/** Every operator. The negative ones are exact negations, so a missing field holds for them. */
export const OPERATOR_TESTS: Readonly<Record<OperatorName, Test>> = {
  "=": same,
  "!=": not(same),
  "<": inOrder((sign) => sign < 0),
  "<=": inOrder((sign) => sign <= 0),
  ">": inOrder((sign) => sign > 0),
  ">=": inOrder((sign) => sign >= 0),
  between: betweenTest,
  notBetween: not(betweenTest),
  contains: containsTest,
  doesNotContain: not(containsTest),
  beginsWith,
  doesNotBeginWith: not(beginsWith),
  endsWith,
  doesNotEndWith: not(endsWith),
  in: inTest,
  notIn: not(inTest),
  null: empty,
  notNull: not(empty),
};

/** Narrows an operator's name; false for names that react-querybuilder does not have. */
export function isOperator(name: unknown): name is OperatorName {
  return typeof name === "string" && (OPERATOR_NAMES as readonly string[]).includes(name);
}

/** Whether an operator reads its value as a list of values. */
export function takesList(name: OperatorName): boolean {
  return LISTED.has(name);
}

const LISTED: ReadonlySet<OperatorName> = new Set(["between", "notBetween", "in", "notIn"]);

/** How a field's texts are compared: ids exactly, all else without regard to case. */
export function foldOf(type: string | undefined): Fold {
  return type === "id" || type === "list" ? exactly : foldCase;
}

function not(test: Test): Test {
  return (actual, expected, fold) => !test(actual, expected, fold);
}

/** A list contains a value, or every value of a list; a text contains a part. An empty part is contained in nothing. */
function containsTest(actual: JsonValue, expected: JsonValue, fold: Fold): boolean {
  if (isEmpty(actual) || isEmpty(expected)) return false;
  if (Array.isArray(actual)) return hasAll(actual, asList(expected), fold);
  return asList(expected).every((part) => textContains(actual, part, fold));
}

const textContains = onText((text, part) => text.includes(part));

function onText(accept: (text: string, part: string) => boolean): Test {
  return (actual, expected, fold) => {
    const text = asText(actual);
    const part = asText(expected);
    return text !== null && part !== null && part !== "" && accept(fold(text), fold(part));
  };
}

/** The value, or any of a list's values, is among those expected. */
function inTest(actual: JsonValue, expected: JsonValue, fold: Fold): boolean {
  const wanted = valueList(expected);
  return !isEmpty(actual) && hasAny(wanted, asList(actual), fold);
}

/** From the first value to the second, both included. Bounds in the wrong order are swapped; a missing one is open. */
function betweenTest(actual: JsonValue, expected: JsonValue, fold: Fold): boolean {
  const [first = null, second = null] = valueList(expected);
  if (isEmpty(first) && isEmpty(second)) return false;
  const swapped = (order(first, second, fold) ?? 0) > 0;
  const [low, high] = swapped ? [second, first] : [first, second];
  return (isEmpty(low) || notBelow(actual, low, fold)) && (isEmpty(high) || notAbove(actual, high, fold));
}

const notBelow = inOrder((sign) => sign >= 0);
const notAbove = inOrder((sign) => sign <= 0);

/** react-querybuilder keeps several values as a list or, by default, as text with commas. */
export function valueList(value: JsonValue): readonly JsonValue[] {
  if (typeof value === "string") return value.split(",").map((part) => part.trim());
  return asList(value);
}
