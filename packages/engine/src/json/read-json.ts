import type { JsonObject, JsonValue } from "../contract/json.ts";
import type { ProblemParams, UnreadableReason } from "../messages/params.ts";
import { copyPlain, isBroken } from "./copy-plain.ts";
import { pointer } from "./pointer.ts";

/** Greatest depth of nesting, and greatest number of values that are read unless a caller asks for more. */
export const READ_LIMITS = { depth: 256, values: 1_000_000 } as const;

/** A value that JSON cannot carry, or too much of it. `path` is a JSON Pointer. */
export type Unreadable = { path: string } & Refusal;

type Refusal =
  | { code: "unreadable-value"; params: ProblemParams["unreadable-value"] }
  | { code: "too-big"; params: ProblemParams["too-big"] };

/** A plain copy of some input; `null` stands where `unreadable` names a place. `complete` is false when reading stopped early. */
export interface ReadJson {
  value: JsonValue;
  unreadable: Unreadable[];
  complete: boolean;
}

interface Reading {
  unreadable: Unreadable[];
  values: number;
  most: number;
  path: (string | number)[];
  /** Objects on the way from the root, to tell an object that contains itself. */
  open: Set<object>;
}

/** Thrown and caught here alone, to leave the recursion when the budget is spent. */
class BudgetSpent extends Error {}

/**
 * Copies any value into plain JSON data, reading each property once. Getters that throw, proxies, objects that contain
 * themselves, endless ones, classes, functions, BigInt, NaN and broken text end up in `unreadable`. Properties that are
 * undefined are left out, as in JSON.stringify. Never throws; time and memory are bounded by `most`, the greatest number
 * of values (a key counts as one), and by READ_LIMITS.
 */
export function readJson(input: unknown, most: number = READ_LIMITS.values): ReadJson {
  const plain = copyPlain(input, most, READ_LIMITS.depth);
  if (plain !== undefined) return { value: plain, unreadable: [], complete: true };
  const reading: Reading = { unreadable: [], values: 0, most, path: [], open: new Set() };
  try {
    return { value: readValue(input, reading), unreadable: reading.unreadable, complete: true };
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    const params = { reason: "values" as const, limit: most };
    return { value: null, unreadable: [{ path: "", code: "too-big", params }], complete: false };
  }
}

function readValue(input: unknown, reading: Reading): JsonValue {
  spend(reading, 1);
  if (input === null || typeof input === "boolean") return input;
  if (typeof input === "string") return readText(input, reading);
  if (typeof input === "number") return Number.isFinite(input) ? input : refuse(reading, "not-a-number");
  if (typeof input !== "object") return refuse(reading, "not-json", typeof input);
  return readContainer(input, reading);
}

function readContainer(input: object, reading: Reading): JsonValue {
  if (reading.open.has(input)) return refuse(reading, "contains-itself");
  if (reading.path.length >= READ_LIMITS.depth) {
    return add(reading, { code: "too-big", params: { reason: "levels", limit: READ_LIMITS.depth } });
  }
  reading.open.add(input);
  const depth = reading.path.length;
  try {
    if (Array.isArray(input)) return readArray(input, reading);
    if (isPlain(input)) return readObject(input, reading);
    return refuse(reading, "not-plain");
  } catch (error) {
    return refuseAfter(error, depth, reading);
  } finally {
    reading.open.delete(input);
  }
}

function readArray(input: readonly unknown[], reading: Reading): JsonValue[] {
  const { length } = input;
  // A sparse array costs nothing to make and its length to read: refuse it before reading.
  if (!(reading.values + length <= reading.most)) throw new BudgetSpent();
  const list: JsonValue[] = [];
  for (let index = 0; index < length; index += 1) list.push(readMember(input, index, reading) ?? null);
  return list;
}

function readObject(input: object, reading: Reading): JsonObject {
  const copy: JsonObject = {};
  const keys = Object.keys(input);
  spend(reading, keys.length);
  for (const key of keys) {
    const value = readMember(input, key, reading);
    if (value === undefined) continue;
    // Assigning to "__proto__" would change the copy's prototype instead of adding a key.
    if (key === "__proto__") Object.defineProperty(copy, key, { value, ...OWN });
    else copy[key] = value;
  }
  return copy;
}

const OWN = { enumerable: true, writable: true, configurable: true };

/** Undefined where an object's property is undefined; in an array that is a hole, and unreadable. */
function readMember(parent: object, key: string | number, reading: Reading): JsonValue | undefined {
  const { path } = reading;
  const depth = path.length;
  const isBrokenKey = typeof key === "string" && isBroken(key);
  path.push(isBrokenKey ? key.replaceAll(/\p{Surrogate}/gu, "\uFFFD") : key);
  try {
    if (isBrokenKey) return refuse(reading, "broken-key");
    const member: unknown = Reflect.get(parent, key);
    if (member !== undefined) return readValue(member, reading);
    return typeof key === "number" ? refuse(reading, "empty-place") : undefined;
  } catch (error) {
    return refuseAfter(error, depth + 1, reading);
  } finally {
    path.length = depth;
  }
}

/** Foreign code may run while reading (getters, proxy traps): what it throws is a finding, not our failure. */
function refuseAfter(error: unknown, depth: number, reading: Reading): null {
  if (error instanceof BudgetSpent) throw error;
  reading.path.length = depth;
  return refuse(reading, "failed");
}

function readText(text: string, reading: Reading): string | null {
  return isBroken(text) ? refuse(reading, "broken-text") : text;
}

/** Plain in any realm: no prototype, or one that is the top of its chain. */
function isPlain(input: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(input);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function spend(reading: Reading, values: number): void {
  reading.values += values;
  if (!(reading.values <= reading.most)) throw new BudgetSpent();
}

function refuse(reading: Reading, reason: UnreadableReason, type?: string): null {
  return add(reading, { code: "unreadable-value", params: type === undefined ? { reason } : { reason, type } });
}

function add(reading: Reading, refusal: Refusal): null {
  reading.unreadable.push({ path: pointer(...reading.path), ...refusal });
  return null;
}
