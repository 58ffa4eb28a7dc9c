import { isObject } from "../../contract/json.ts";
import type { JsonValue } from "../../contract/json.ts";
import { canonical } from "../../json/canonical.ts";
import { compareText, pointer } from "../../json/pointer.ts";

/** One field that differs. `path` is a JSON Pointer into the node, edge or definition; a side without the field has no key. */
export interface FieldChange {
  path: string;
  before?: JsonValue;
  after?: JsonValue;
}

/** Where two values differ, as deep as objects and lists of equal length go; sorted by path. */
export function changesBetween(before: unknown, after: unknown): FieldChange[] {
  return [...differences(toJson(before), toJson(after), [])];
}

export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (a !== undefined && b !== undefined && canonical(toJson(a)) === canonical(toJson(b)));
}

/** Definitions have been read as JSON before; their types just do not say so. */
function toJson(value: unknown): JsonValue {
  return value as JsonValue;
}

function* differences(before: JsonValue, after: JsonValue, path: readonly (string | number)[]): Generator<FieldChange> {
  if (isSame(before, after)) return;
  if (isObject(before) && isObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted(compareText);
    for (const key of keys) {
      const [has, gets] = [Object.hasOwn(before, key), Object.hasOwn(after, key)];
      if (has && gets) yield* differences(before[key] ?? null, after[key] ?? null, [...path, key]);
      else if (has) yield { path: pointer(...path, key), before: before[key] ?? null };
      else yield { path: pointer(...path, key), after: after[key] ?? null };
    }
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) yield* differences(item, after[index] ?? null, [...path, index]);
  } else yield { path: pointer(...path), before, after };
}
