import { DAY_MS } from "@trilho/engine";
import type { FieldError } from "@trilho/contract";
import { localDay } from "./local-day.ts";
import { dayOf, instantOf } from "./texts.ts";

/** Where a time begins or ends. A day is the workspace's: it begins at midnight in its time zone. Instants are ISO 8601. */
export type Bound = { day: string } | Instant;
type Instant = { instant: string };

/** What of a time a parameter takes, and what is said of other texts. */
interface Kind<B extends Bound> {
  read(text: string): B | null;
  wrong: string;
}

const readInstant = (text: string): Instant | null => {
  const instant = instantOf(text);
  return instant === null ? null : { instant };
};

export const INSTANT: Kind<Instant> = { read: readInstant, wrong: "is no instant that exists" };

const DAY_OR_INSTANT: Kind<Bound> = {
  read(text) {
    const day = dayOf(text);
    return day === null ? readInstant(text) : { day };
  },
  wrong: "must be yyyy-MM-dd or an instant with time and offset",
};

/** The name of a parameter, and what a request gives for it. */
type Given = readonly [field: string, text: string | null | undefined];

/** The two ends of a time, null where they are not given, and what is wrong: unreadable ones, and an end before its begin. */
export function readBounds(begin: Given, end: Given, timeZone: string): Read<Bound>;
export function readBounds<B extends Bound>(begin: Given, end: Given, timeZone: string, kind: Kind<B>): Read<B>;
export function readBounds(
  begin: Given,
  end: Given,
  timeZone: string,
  kind: Kind<Bound> = DAY_OR_INSTANT,
): Read<Bound> {
  const problems: FieldError[] = [];
  const read = ([field, text]: Given): Bound | null => {
    if (text === null || text === undefined) return null;
    const bound = kind.read(text);
    if (bound === null) problems.push({ field, message: kind.wrong });
    return bound;
  };
  const [from, to] = [read(begin), read(end)];
  if (from !== null && to !== null && isBefore(to, from, timeZone))
    problems.push({ field: end[0], message: `must not be before ${begin[0]}` });
  return { from, to, problems };
}

interface Read<B extends Bound> {
  from: B | null;
  to: B | null;
  problems: FieldError[];
}

/** A day and an instant are compared as days. */
function isBefore(one: Bound, other: Bound, timeZone: string): boolean {
  if ("instant" in one && "instant" in other) return one.instant < other.instant;
  return dayNumber(one, timeZone) < dayNumber(other, timeZone);
}

const dayNumber = (bound: Bound, timeZone: string): number =>
  "day" in bound ? Date.parse(bound.day) / DAY_MS : localDay(Date.parse(bound.instant), timeZone);

/** When rows were last changed: `updatedFrom` is inclusive, `updatedTo` exclusive, for incremental loads. */
export interface ChangedBetween {
  updatedFrom?: Bound;
  updatedTo?: Bound;
}

export function readChangedBetween(
  { updatedFrom, updatedTo }: { updatedFrom?: string; updatedTo?: string },
  timeZone: string,
): { between: ChangedBetween; problems: FieldError[] } {
  const { from, to, problems } = readBounds(["updatedFrom", updatedFrom], ["updatedTo", updatedTo], timeZone);
  return { between: { ...(from && { updatedFrom: from }), ...(to && { updatedTo: to }) }, problems };
}
