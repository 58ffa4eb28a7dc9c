import { isObject } from "@trilho/engine";
import type { FieldError } from "@trilho/contract";
import { dayOf, instantOf } from "../../platform/service/texts.ts";

const DATE = /^\d{4}-\d{2}-\d{2}(?:$|[Tt ]\d{2}:\d{2})/;
const ZONE = /(?:[Zz]|[+-]\d{2}:?\d{2})$/;
/** Deeper than any rules that people make. */
const DEEPEST = 64;

const NONE: FieldError[] = [];

/** Rules, wherever in a value they are, that compare with a date no calendar has: they would never hold, silently. */
export function ruleDateProblems(value: unknown, field: string, depth = 0): FieldError[] {
  if (depth > DEEPEST) return NONE;
  // Most of what there is are texts, whose places need not be spelled out.
  const partProblems = (part: unknown, fieldOf: () => string): FieldError[] =>
    typeof part === "object" ? ruleDateProblems(part, fieldOf(), depth + 1) : NONE;
  if (Array.isArray(value)) return value.flatMap((part, index) => partProblems(part, () => `${field}[${index}]`));
  if (!isObject(value)) return NONE;
  if (typeof value["operator"] === "string" && [value["value"]].flat().some(isImpossible)) {
    return [{ field: `${field}.value`, message: "is a date or an instant that is in no calendar" }];
  }
  return Object.entries(value).flatMap(([key, part]) => partProblems(part, () => `${field}.${key}`));
}

function isImpossible(text: unknown): boolean {
  if (typeof text !== "string" || !DATE.test(text)) return false;
  return dayOf(text.slice(0, 10)) === null || (text.length > 10 && ZONE.test(text) && instantOf(text) === null);
}
