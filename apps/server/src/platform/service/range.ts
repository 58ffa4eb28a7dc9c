import { DAY_MS } from "@trilho/engine";
import type { FieldError } from "@trilho/contract";
import { instantOf } from "./texts.ts";

const MAX_RANGE_DAYS = 92;

export interface Range {
  from: string;
  to: string;
}

/** Two instants as one range in UTC, or what is wrong with them. */
export function rangeOf(
  given: Range,
  { names, maxDays, isEmptyAllowed }: { names: [string, string]; maxDays: number; isEmptyAllowed: boolean },
): { range: Range; problems: [] } | { range: null; problems: FieldError[] } {
  const [from, to] = [instantOf(given.from), instantOf(given.to)];
  if (from === null || to === null) {
    const wrong = names.filter((_, index) => [from, to][index] === null);
    return { range: null, problems: wrong.map((field) => ({ field, message: "is no instant that exists" })) };
  }
  const length = Date.parse(to) - Date.parse(from);
  const message = problemOf(length, maxDays, isEmptyAllowed, names[0]);
  return message === null
    ? { range: { from, to }, problems: [] }
    : { range: null, problems: [{ field: names[1], message }] };
}

function problemOf(length: number, maxDays: number, isEmptyAllowed: boolean, start: string): string | null {
  if (length < 0 || (length === 0 && !isEmptyAllowed)) return `must be after ${start}`;
  return length > maxDays * DAY_MS ? `must be at most ${maxDays} days after ${start}` : null;
}

/** The range of a reading. */
export const readRange = (given: Range) =>
  rangeOf(given, { names: ["from", "to"], maxDays: MAX_RANGE_DAYS, isEmptyAllowed: false });
