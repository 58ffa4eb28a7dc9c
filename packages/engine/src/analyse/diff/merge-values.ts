import { isObject } from "../../contract/json.ts";
import type { JsonObject, JsonValue } from "../../contract/json.ts";
import { pointer } from "../../json/pointer.ts";
import { isSame } from "./changes.ts";
import { mergeOrder } from "./merge-lists.ts";

/** A value in its three versions; undefined where a version lacks it. */
export interface Versions<Value = JsonValue> {
  readonly base: Value | undefined;
  readonly mine: Value | undefined;
  readonly theirs: Value | undefined;
}

/** Called where both sides changed the same thing; `path` is a JSON Pointer, items of lists named by their id. */
export type OnConflict = (
  kind: "changed-by-both" | "removed-and-changed" | "ordered-by-both",
  path: string,
  versions: Versions,
) => void;

/** Merges three versions of any value. In a conflict mine stays, or what is left of it where mine is gone. */
function mergeValue(versions: Versions, path: readonly string[], onConflict: OnConflict): JsonValue | undefined {
  const { base, mine, theirs } = versions;
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (isObject(mine) && isObject(theirs)) {
    return mergeObject({ base: isObject(base) ? base : undefined, mine, theirs }, path, onConflict);
  }
  // Lists that only an editor reads are loose leaves: notes, tests.
  const isLoose = path[1] === "config" && path[2] === "ui";
  const lists = { base: listOf(base ?? (isLoose ? [] : base)), mine: listOf(mine), theirs: listOf(theirs) };
  if (lists.base && lists.mine && lists.theirs) {
    return mergeList({ base: lists.base, mine: lists.mine, theirs: lists.theirs }, path, onConflict, !isLoose);
  }
  const isGone = mine === undefined || theirs === undefined;
  onConflict(isGone ? "removed-and-changed" : "changed-by-both", pointer(...path), versions);
  return mine ?? theirs;
}

export function mergeObject(
  { base, mine, theirs }: Versions<JsonObject>,
  path: readonly string[],
  onConflict: OnConflict,
): JsonObject {
  const keys = new Set([...Object.keys(mine ?? {}), ...Object.keys(theirs ?? {})]);
  const entries = [...keys].flatMap((key): [string, JsonValue][] => {
    const versions = { base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) };
    const value = mergeValue(versions, [...path, key], onConflict);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(entries);
}

type Keyed = ReadonlyMap<string, JsonValue>;

/** Merges lists by the keys of their items. Where the order means something, a doubtful one is a conflict. */
export function mergeList(
  { base, mine, theirs }: { base: Keyed; mine: Keyed; theirs: Keyed },
  path: readonly string[],
  onConflict: OnConflict,
  isOrdered: boolean,
): JsonValue[] {
  const merged = new Map<string, JsonValue>();
  for (const key of new Set([...mine.keys(), ...theirs.keys()])) {
    const versions = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
    const item = mergeValue(versions, [...path, key], onConflict);
    if (item !== undefined) merged.set(key, item);
  }
  const orders = { base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] };
  const { keys, isClear } = mergeOrder(orders, new Set(merged.keys()));
  if (isOrdered && !isClear) onConflict("ordered-by-both", pointer(...path), orders);
  return keys.flatMap((key) => merged.get(key) ?? []);
}

/** A list whose every item has an id of its own, by these ids; null for other values. */
function listOf(value: JsonValue | undefined): Keyed | null {
  if (!Array.isArray(value)) return null;
  const found = new Map(value.map((item) => [isObject(item) ? item["id"] : undefined, item]));
  const ids = [...found.keys()];
  const isKeyed = found.size === value.length && ids.every((id) => typeof id === "string" && id !== "");
  return isKeyed ? (found as Map<string, JsonValue>) : null;
}

function own(holder: JsonObject | undefined, key: string): JsonValue | undefined {
  return holder !== undefined && Object.hasOwn(holder, key) ? holder[key] : undefined;
}
