import { DAY_MS } from "../contract/durations.ts";
import type { JsonValue } from "../contract/json.ts";
import { parseInstant } from "./instant.ts";

/** Missing, null, blank text and the empty list are all "empty" (contract: `__empty__` of the deals filter). */
export function isEmpty(value: JsonValue | undefined): boolean {
  if (typeof value === "string") return !NOT_BLANK.test(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

const NOT_BLANK = /\S/;

/** How texts are compared: without regard to case and to how accents are encoded, or exactly (ids). */
export type Fold = (text: string) => string;

export const exactly: Fold = (text) => text;
export const foldCase: Fold = (text) => text.normalize("NFC").toLowerCase();

/** Whether two values are the same. Numbers and dates may be written as text; lists are the same whatever their order. */
export function same(actual: JsonValue, expected: JsonValue, fold: Fold): boolean {
  if (isEmpty(actual) || isEmpty(expected)) return isEmpty(actual) && isEmpty(expected);
  if (Array.isArray(actual) || Array.isArray(expected)) {
    const left = asList(actual);
    const right = asList(expected);
    return hasAll(left, right, fold) && hasAll(right, left, fold);
  }
  if (typeof actual === "string" && typeof expected === "string") {
    return fold(actual) === fold(expected) || compareDates(actual, expected) === 0;
  }
  if (typeof actual === "boolean" && typeof expected === "boolean") return actual === expected;
  if (typeof actual === "boolean" || typeof expected === "boolean") return asText(actual) === asText(expected);
  return compareNumbers(actual, expected) === 0;
}

/**
 * Below 0, 0 or above 0 as `actual` comes before, with or after `expected`; null where they have no order: an empty
 * side, lists, objects, booleans, a number beside text that is none.
 */
export function order(actual: JsonValue, expected: JsonValue, fold: Fold): number | null {
  if (isEmpty(actual) || isEmpty(expected)) return null;
  const numbers = compareNumbers(actual, expected);
  if (numbers !== null) return numbers;
  if (typeof actual !== "string" || typeof expected !== "string") return null;
  const dates = compareDates(actual, expected);
  if (dates !== null) return dates;
  const [left, right] = [fold(actual), fold(expected)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Whether every one of `wanted` is among `list`. */
export function hasAll(list: readonly JsonValue[], wanted: readonly JsonValue[], fold: Fold): boolean {
  return wanted.every(amongst(list, wanted.length, fold));
}

/** Whether any one of `wanted` is among `list`. */
export function hasAny(list: readonly JsonValue[], wanted: readonly JsonValue[], fold: Fold): boolean {
  return wanted.some(amongst(list, wanted.length, fold));
}

/** Up to so many pairs are compared one by one. */
const FEW_PAIRS = 64;

/** Whether a value, one of so many, is the same as one of a list. */
function amongst(list: readonly JsonValue[], wanted: number, fold: Fold): (value: JsonValue) => boolean {
  if (list.length * wanted <= FEW_PAIRS) {
    return (value) => list.some((item) => !Array.isArray(item) && !Array.isArray(value) && same(item, value, fold));
  }
  const known = new Set(list.flatMap((item) => keysOf(item, fold)));
  return (value) => soughtKeys(value, fold).some((key) => known.has(key));
}

/** Values are the same where one of these keys of the one is among those that are sought of the other. */
function keysOf(value: JsonValue, fold: Fold): string[] {
  if (Array.isArray(value)) return [];
  if (isEmpty(value)) return ["empty"];
  if (typeof value === "boolean") return [`boolean ${value}`];
  const number = asNumber(value);
  if (typeof value !== "string") return number === null ? [] : [`number ${number}`];
  const keys = [`text ${fold(value)}`, `exactly ${value}`];
  if (number !== null) keys.push(`number as text ${number}`);
  const date = parseInstant(value);
  if (date === null) return keys;
  const day = dayNumber(date.at);
  return [...keys, ...(date.form === "day" ? [`day ${day}`] : [`instant ${date.at}`, `instant in day ${day}`])];
}

function soughtKeys(value: JsonValue, fold: Fold): string[] {
  if (Array.isArray(value)) return [];
  if (isEmpty(value)) return ["empty"];
  if (typeof value === "boolean") return [`boolean ${value}`, `exactly ${value}`];
  const number = asNumber(value);
  if (typeof value !== "string") return number === null ? [] : [`number ${number}`, `number as text ${number}`];
  const keys = [`text ${fold(value)}`, `boolean ${value}`];
  if (number !== null) keys.push(`number ${number}`);
  const date = parseInstant(value);
  if (date === null) return keys;
  const day = dayNumber(date.at);
  return [...keys, `day ${day}`, date.form === "day" ? `instant in day ${day}` : `instant ${date.at}`];
}

/** A list as it stands; any other value as a list of one. */
export function asList(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? value : [value];
}

/** A value as the text it reads as; null for lists, objects and null. */
export function asText(value: JsonValue): string | null {
  return typeof value === "object" ? null : String(value);
}

function compareNumbers(actual: JsonValue, expected: JsonValue): number | null {
  const left = asNumber(actual);
  const right = asNumber(expected);
  if (left === null || right === null) return null;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number, also one written as text; null for anything else. */
export function asNumber(value: JsonValue): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "string" || !DECIMAL.test(value.trim())) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
}

/**
 * What a value that `set_custom_field` writes means to a field of a type: Liquid fills in texts alone, so one may mean a
 * number or a yes-or-no, and one without letters empties the field. The value itself where it means nothing else.
 *
 * @example
 * asTyped(" 12.5 ", "number"); // 12.5
 */
export function asTyped(value: JsonValue, type: string | undefined): JsonValue {
  if (typeof value !== "string") return value;
  if (value === "") return null;
  if (type === "number" || type === "currency" || type === "percent") return asNumber(value) ?? value;
  const text = value.trim();
  return type === "boolean" && (text === "true" || text === "false") ? text === "true" : value;
}

/** Dates by instant; where one side is a day without a time, by calendar day in UTC. */
function compareDates(actual: string, expected: string): number | null {
  const left = parseInstant(actual);
  const right = parseInstant(expected);
  if (left === null || right === null) return null;
  const byDay = left.form === "day" || right.form === "day";
  return byDay ? Math.sign(dayNumber(left.at) - dayNumber(right.at)) : Math.sign(left.at - right.at);
}

function dayNumber(at: number): number {
  return Math.floor(at / DAY_MS);
}
