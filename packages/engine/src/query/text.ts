import { OPERATOR_NAMES } from "../contract/fields.ts";
import type { OperatorName } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";

/** Why a rule or group cannot be read. */
export type QueryProblem = "no-rule" | "too-deep" | "no-rules" | "no-combinator" | "no-field";

/** Those reasons in English. */
export const QUERY_PROBLEMS: Readonly<Record<QueryProblem, string>> = {
  "no-rule": "no rule",
  "too-deep": "groups nested too deeply",
  "no-rules": "a group without rules",
  "no-combinator": "neither “and” nor “or”",
  "no-field": "a rule without field",
};

const SHOWN_CHARACTERS = 80;

/** Cuts a text to a length. */
export function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** What a value is called by who shows it, such as the name of an id; null where its own form will do. */
export type Naming = (value: JsonValue) => string | null;

/** A value as a person reads it, shortened: `"Ana"`, `12000`, `(empty)`, `["a", "b"]`. */
export function showValue(value: JsonValue, empty = "(empty)", naming: Naming = () => null): string {
  if (value === null || value === "") return empty;
  const show = (item: JsonValue) => naming(item) ?? showItem(item);
  const text = Array.isArray(value) ? `[${value.slice(0, SHOWN_CHARACTERS).map(show).join(", ")}]` : show(value);
  return clip(text, SHOWN_CHARACTERS);
}

function showItem(value: JsonValue): string {
  if (typeof value === "string") return `"${value.slice(0, SHOWN_CHARACTERS)}"`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  return String(value);
}

/** What stands between a field's value and what it was compared with, where the rule held and where it did not. */
export type Comparisons = Readonly<Record<OperatorName, readonly [held: string, failed: string]>>;

export const COMPARISONS: Comparisons = {
  "=": ["=", "is not"],
  "!=": ["is not", "="],
  "<": ["<", "is not <"],
  "<=": ["≤", "is not ≤"],
  ">": [">", "is not >"],
  ">=": ["≥", "is not ≥"],
  between: ["is between", "is not between"],
  notBetween: ["is not between", "is between"],
  contains: ["contains", "does not contain"],
  doesNotContain: ["does not contain", "contains"],
  beginsWith: ["begins with", "does not begin with"],
  doesNotBeginWith: ["does not begin with", "begins with"],
  endsWith: ["ends with", "does not end with"],
  doesNotEndWith: ["does not end with", "ends with"],
  in: ["is one of", "is none of"],
  notIn: ["is none of", "is one of"],
  null: ["is empty", "is not empty"],
  notNull: ["is not empty", "is empty"],
};

/** A rule as it was compared: "deal.value 12000 ≥ 10000"; null where nobody knows its operator. */
export function comparisonText(
  { field, operator, held, actual = null, expected = null }: Readonly<Record<string, JsonValue>>,
  comparisons: Comparisons,
  show: (value: JsonValue) => string = showValue,
): string | null {
  const known = OPERATOR_NAMES.find((each) => each === operator);
  if (known === undefined || typeof field !== "string") return null;
  const phrase = comparisons[known][held === true ? 0 : 1];
  return known === "null" || known === "notNull"
    ? `${field} ${phrase}`
    : `${field} ${show(actual)} ${phrase} ${show(expected)}`;
}
