import { isObject } from "../contract/json.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { compareText } from "./pointer.ts";

/** JSON text that is equal for equal values, whatever the order of their keys. */
export function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, part: JsonValue) => (isObject(part) ? sorted(part) : part));
}

function sorted(part: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => compareText(a, b)));
}
