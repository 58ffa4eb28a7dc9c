import type { JsonObject, JsonValue } from "../contract/json.ts";

/** What may still be copied. */
interface Budget {
  values: number;
  readonly depth: number;
}

/** Leaves the recursion at the first value that wants a closer look. */
class NotPlain extends Error {}

/**
 * Copies plain JSON data, which almost every input is, at the least cost; undefined where there is anything else in it
 * or too much, of which `readJson` then finds out where and what.
 */
export function copyPlain(input: unknown, values: number, depth: number): JsonValue | undefined {
  // `for … in` would see what somebody hung on the prototype of all objects.
  if (Object.keys(Object.prototype).length > 0) return undefined;
  try {
    return copy(input, { values: values - 1, depth }, 0);
  } catch {
    // Whatever a getter or a proxy throws here, it throws again under the closer look, and is told there.
    return undefined;
  }
}

function copy(input: unknown, budget: Budget, depth: number): JsonValue {
  if (typeof input === "string") return sound(input);
  if (typeof input === "object") return input === null ? null : copyContainer(input, budget, depth);
  if (typeof input === "boolean" || (typeof input === "number" && Number.isFinite(input))) return input;
  throw new NotPlain();
}

function copyContainer(input: object, budget: Budget, depth: number): JsonValue {
  if (depth >= budget.depth) throw new NotPlain();
  return Array.isArray(input) ? copyArray(input, budget, depth + 1) : copyObject(input, budget, depth + 1);
}

function copyArray(input: readonly unknown[], budget: Budget, depth: number): JsonValue[] {
  const { length } = input;
  spend(budget, length);
  const list: JsonValue[] = [];
  for (let index = 0; index < length; index += 1) list.push(copy(input[index], budget, depth));
  return list;
}

function copyObject(input: object, budget: Budget, depth: number): JsonObject {
  const prototype: unknown = Object.getPrototypeOf(input);
  if (prototype !== Object.prototype && prototype !== null) throw new NotPlain();
  const result: JsonObject = {};
  // oxlint-disable-next-line guard-for-in -- nothing is inherited, see above
  for (const key in input) {
    spend(budget, 2);
    if (!soundKeys[key]) checkKey(key);
    const value = (input as Record<string, unknown>)[key];
    // Texts are most of what there is.
    if (typeof value === "string") result[key] = sound(value);
    else if (value !== undefined) result[key] = copy(value, budget, depth);
  }
  return result;
}

/** Keys that were found sound before: nearly all graphs use the same few. Neither many nor long ones are kept. */
const soundKeys: Record<string, true> = Object.create(null);
let keysLeft = 256;
const LONGEST_KEY = 64;

function checkKey(key: string): void {
  if (key === "__proto__" || isBroken(key)) throw new NotPlain();
  if (keysLeft === 0 || key.length > LONGEST_KEY) return;
  soundKeys[key] = true;
  keysLeft -= 1;
}

function sound(text: string): string {
  if (isBroken(text)) throw new NotPlain();
  return text;
}

function spend(budget: Budget, values: number): void {
  budget.values -= values;
  if (budget.values < 0) throw new NotPlain();
}

/** Half a character, or one that PostgreSQL and others cannot keep. */
export function isBroken(text: string): boolean {
  return !text.isWellFormed() || text.includes("\u0000");
}
