import { DAY_MS, WEEK_SECONDS } from "../contract/durations.ts";
import type { JsonValue } from "../contract/json.ts";
import type { BusinessHours, Facts } from "../contract/run.ts";
import type { Until, UntilLack } from "../contract/until.ts";
import { longestGap } from "../graph/longest-gap.ts";
import { timeOfDay } from "../json/time-of-day.ts";
import { plainly } from "../json/plainly.ts";
import { fieldReader } from "../query/fields.ts";
import { parseInstant } from "../query/instant.ts";
import { compileHours, isoWeekday, startOfDay } from "./hours.ts";
import { firstAtWall, wallText, zoneOffsets } from "./zone.ts";
import type { OffsetAt } from "./zone.ts";

/** When a wait begins (Unix ms), and what is known then. */
interface Beginning {
  at: number;
  facts: Facts;
}

/** Reads one field of the facts. */
export type ReadValue = (facts: Facts) => JsonValue;

/** Until when a wait lasts, made ready to be asked. */
export interface PlanUntil {
  readonly settings: Until;
  readonly timeZone: string;
  /** Longer than this it hardly lasts: for estimates, ms. */
  readonly longestMs: number;
  /** The instant (Unix ms) up to which a wait that begins now lasts, or why there is none ahead. */
  ends(moment: Beginning): number | UntilLack;
  /** An instant as wall time: "2026-01-05 09:00". */
  wallTime(at: number): string;
}

/** The workspace's clock. Without business hours it is always open. */
export interface Clock {
  readonly timeZone: string;
  readonly businessHours: BusinessHours | null;
}

/**
 * The instant (Unix ms) up to which a wait that begins at a moment lasts, or why none is ahead and it lasts its
 * `delaySeconds`. Of local times that the clocks skip it is the instant at which they go on, of those that come twice the
 * first.
 *
 * @example
 * ```ts
 * import { untilEnds } from "@trilho/engine";
 *
 * const clock = { timeZone: "America/Sao_Paulo", businessHours: null };
 * const monday = { kind: "weekday" as const, days: [1], at: "09:00" };
 * untilEnds(monday, { at: Date.UTC(2026, 0, 3), facts: {} }, clock); // Date.UTC(2026, 0, 5, 12)
 * const date = { kind: "field" as const, field: "deal.expectedCloseAt", offsetDays: -1, at: "09:00" };
 * untilEnds(date, { at: 0, facts: { deal: { expectedCloseAt: null } } }, clock); // "empty"
 * ```
 */
export function untilEnds(until: Until, moment: Beginning, clock: Clock): number | UntilLack {
  const read: ReadValue = until.kind === "field" ? fieldReader(until.field) : () => null;
  return plainly([moment.facts], (facts) => compileUntil(until, clock, read).ends({ at: moment.at, facts }));
}

type Ends = PlanUntil["ends"];

const UTC: OffsetAt = () => 0;
/** The last instant of JavaScript's calendar, with room for days around it. */
const LATEST = 8.64e15 - 30 * DAY_MS;
/** A date may lie anywhere; one further ahead than this is rare. */
const LONGEST_DATE_MS = 365 * DAY_MS;
const WEEK_MS = WEEK_SECONDS * 1000;

/** Reads until when a wait lasts, once for many runs. A time zone that nobody knows is read as UTC. */
export function compileUntil(settings: Until, { timeZone, businessHours }: Clock, read: ReadValue): PlanUntil {
  const offsetAt = zoneOffsets(timeZone);
  const clock = offsetAt ?? UTC;
  const shared = { settings, timeZone: offsetAt === null ? "UTC" : timeZone };
  const wallTime = (at: number) => wallText(clock, at);
  switch (settings.kind) {
    case "field":
      return { ...shared, wallTime, longestMs: LONGEST_DATE_MS, ends: byDate(settings, clock, read) };
    case "weekday":
      return { ...shared, wallTime, longestMs: longestGap(settings.days) * DAY_MS, ends: byWeekday(settings, clock) };
    case "opening":
      return { ...shared, wallTime, longestMs: WEEK_MS, ends: byOpening(businessHours) };
  }
}

/** The day is the workspace's, and days are counted on its calendar: three days before stays so where clocks change. */
function byDate({ offsetDays, at: time }: Extract<Until, { kind: "field" }>, clock: OffsetAt, read: ReadValue): Ends {
  const set = time === null ? null : timeOfDay(time);
  return ({ at, facts }) => {
    const value = read(facts);
    if (value === null || value === "") return "empty";
    const date = typeof value === "string" ? parseInstant(value) : null;
    if (date === null) return "unreadable";
    const wall = date.form === "day" ? date.at : date.at + clock(date.at);
    const ends = firstAtWall(clock, (set === null ? wall : startOfDay(wall) + set) + offsetDays * DAY_MS);
    return ends > at ? ends : "past";
  };
}

/** Strictly ahead, so that a wait for Monday 09:00 behind another one lasts a week, in a simulation and in life. */
function byWeekday({ days, at: time }: Extract<Until, { kind: "weekday" }>, clock: OffsetAt): Ends {
  const set = timeOfDay(time) ?? 0;
  return ({ at }) => {
    if (!(Math.abs(at) < LATEST)) return "past";
    const today = startOfDay(at + clock(at));
    // Three weeks, for a zone that once left out a day.
    for (let day = today; day <= today + 3 * WEEK_MS; day += DAY_MS) {
      if (!days.includes(isoWeekday(day))) continue;
      const ends = firstAtWall(clock, day + set);
      if (ends > at && startOfDay(ends + clock(ends)) === day) return ends;
    }
    return "past";
  };
}

function byOpening(businessHours: BusinessHours | null): Ends {
  if (businessHours === null) return ({ at }) => at;
  const opening = compileHours(businessHours);
  return ({ at }) => {
    const found = "error" in opening ? opening : opening.nextOpening(at);
    return "error" in found ? "never-open" : found.opensAt;
  };
}
