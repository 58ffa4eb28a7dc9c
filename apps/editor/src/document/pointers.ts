import { isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine";

/** Keys and ids from a JSON Pointer (RFC 6901). */
export const segmentsOf = (path: string): string[] =>
  path
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));

export const idIn = (item: JsonValue): JsonValue | undefined => (isObject(item) ? item["id"] : undefined);

/** What stands at a path; items of lists go by their id. */
export function readAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((at, key) => {
    if (Array.isArray(at)) return at.find((item) => idIn(item) === key);
    return isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, value);
}
