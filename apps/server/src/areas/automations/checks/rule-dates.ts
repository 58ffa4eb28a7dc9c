import type { FieldError } from "@trilho/contract";
import { dayOf, instantOf } from "../../../platform/service/texts.ts";

const DATE = /^\d{4}-\d{2}-\d{2}(?:$|[Tt ]\d{2}:\d{2})/;
const ZONE = /(?:[Zz]|[+-]\d{2}:?\d{2})$/;
/** Deeper than any rules that people make. */
const DEEPEST = 64;

const MESSAGE = "is a date or an instant that is in no calendar";

/** Rules anywhere in a value that compare with a date no calendar has: they would never hold, silently. */
export function ruleDateProblems(value: unknown, field: string): FieldError[] {
  const problems: FieldError[] = [];
  // Keys down to the current part. Only the path of a problem is spelled out: nearly always there is none.
  const path = [field];
  const visit = (part: unknown): void => {
    if (typeof part !== "object" || part === null || path.length > DEEPEST) return;
    const isList = Array.isArray(part);
    const parts = part as Record<string, unknown>;
    if (!isList && isImpossibleRule(parts)) {
      problems.push({ field: `${path.join("")}.value`, message: MESSAGE });
      return;
    }
    for (const key in parts) {
      if (typeof parts[key] !== "object") continue;
      path.push(isList ? `[${key}]` : `.${key}`);
      visit(parts[key]);
      path.pop();
    }
  };
  visit(value);
  return problems;
}

const isImpossibleRule = ({ operator, value }: Record<string, unknown>): boolean =>
  typeof operator === "string" && [value].flat().some(isImpossible);

function isImpossible(text: unknown): boolean {
  if (typeof text !== "string" || !DATE.test(text)) return false;
  return dayOf(text.slice(0, 10)) === null || (ZONE.test(text) && instantOf(text) === null);
}
