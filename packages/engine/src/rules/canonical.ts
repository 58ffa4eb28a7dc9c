import type { JsonValue } from "../contract/json.ts";
import { compareText } from "../json/pointer.ts";

/** JSON text that is equal for equal values, whatever the order of their keys. */
export function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, part: JsonValue) => (isDictionary(part) ? sorted(part) : part));
}

function isDictionary(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sorted(part: { [key: string]: JsonValue }): { [key: string]: JsonValue } {
  return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => compareText(a, b)));
}
