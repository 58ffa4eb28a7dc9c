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

/** A value as a person reads it, shortened: `"Ana"`, `12000`, `(empty)`, `["a", "b"]`. */
export function showValue(value: JsonValue, empty = "(empty)"): string {
  if (value === null || value === "") return empty;
  const text = Array.isArray(value)
    ? `[${value.slice(0, SHOWN_CHARACTERS).map(showItem).join(", ")}]`
    : showItem(value);
  return clip(text, SHOWN_CHARACTERS);
}

function showItem(value: JsonValue): string {
  if (typeof value === "string") return `"${value.slice(0, SHOWN_CHARACTERS)}"`;
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  return String(value);
}
