import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue, PartHandle } from "@trilho/engine";
import { newPartId } from "../../document/ids.ts";

/** A branch, exit or button as the config holds it, with whatever else somebody keeps in it. */
export type Part = JsonObject;

/** The list behind branches, exits or buttons; what is not an object stays where it is and shows as an empty row. */
export const partList = (value: JsonValue | undefined): Part[] =>
  Array.isArray(value) ? value.map((item) => (isObject(item) ? item : {})) : [];

export const textOf = (part: Part, key: string): string => {
  const value = part[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

/** The list with a new part at its end. */
export function addPart(parts: readonly Part[], kind: PartHandle, rest: Part): Part[] {
  return [...parts, { id: newPartId(kind, new Set(parts.map((part) => textOf(part, "id"))), Math.random), ...rest }];
}

export const removePart = (parts: readonly Part[], at: number): Part[] => parts.filter((_, index) => index !== at);

/** The list with one part changed; keys set to `undefined` go away. */
export function changePart(parts: readonly Part[], at: number, patch: Record<string, JsonValue | undefined>): Part[] {
  return parts.map((part, index) => (index === at ? patched(part, patch) : part));
}

/** The object with keys set, or removed where the value is `undefined`. Other keys stay. */
export function patched(object: JsonObject, patch: Record<string, JsonValue | undefined>): JsonObject {
  const next = { ...object };
  for (const [key, value] of Object.entries(patch)) {
    if (value === undefined) delete next[key];
    else next[key] = value;
  }
  return next;
}

/** The list with the part at `from` moved to `to`; the same list when there is no such place. */
export function movePart(parts: readonly Part[], from: number, to: number): readonly Part[] {
  const part = parts[from];
  if (!part || to < 0 || to >= parts.length || from === to) return parts;
  const rest = removePart(parts, from);
  return [...rest.slice(0, to), part, ...rest.slice(to)];
}

/** The share of runs by exit, in percent, from the weights (1 where none is set). All 0 when nothing weighs anything. */
export function shares(exits: readonly Part[]): number[] {
  const weights = exits.map(({ weight }) => (typeof weight === "number" && weight >= 0 ? weight : 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => (total > 0 ? (weight / total) * 100 : 0));
}
