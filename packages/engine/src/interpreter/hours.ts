import { DAY_MS } from "../contract/durations.ts";
import type { BusinessHours, FailureReason } from "../contract/run.ts";
import { HOURS, type HoursDetail } from "../failures/tables/unrunnable.ts";
import { fill } from "../failures/text.ts";
import { timeOfDay } from "../json/time-of-day.ts";
import { segmentsOfDay, wallText, zoneOffsets } from "./zone.ts";
import type { OffsetAt, ZoneSegment } from "./zone.ts";

/** Why business hours cannot be used. */
export interface HoursError {
  code: "unknown-time-zone" | "invalid-business-hours" | "hours-never-open";
  message: string;
  /** What exactly, as `@trilho/engine/failures` and `describeSimulationError` say it. */
  detail: HoursDetail;
  params: FailureReason["params"];
}

/** Business hours, read once. */
export interface Opening {
  readonly timeZone: string;
  /** An instant (Unix ms) as wall time there: "2026-01-05 09:00". */
  wallTime(at: number): string;
  /** The first instant at or after `at` (both Unix ms) inside business hours: `at` itself while they are open. */
  nextOpening(at: number): { opensAt: number } | { error: HoursError };
}

/** A range of one weekday in ms after local midnight; `to` is exclusive. */
interface Range {
  weekday: number;
  from: number;
  to: number;
}

/** Two weeks and a day: every weekday twice, so a clock change that swallows one day's opening does not matter. */
const SEARCH_DAYS = 15;
/** The last instant of JavaScript's calendar, with room for the search. */
const LATEST = 8.64e15 - (SEARCH_DAYS + 1) * DAY_MS;

/**
 * The first instant at or after `atMs` inside business hours. Local times that the clocks skip open when the clocks
 * go on; local times that come twice open twice.
 *
 * @example
 * ```ts
 * import { nextOpening } from "@trilho/engine";
 *
 * const hours = { timeZone: "America/Sao_Paulo", days: [{ weekday: 1, from: "09:00", to: "18:00" }] };
 * nextOpening(hours, Date.UTC(2026, 0, 3)); // { opensAt: Date.UTC(2026, 0, 5, 12) }
 * ```
 */
export function nextOpening(hours: BusinessHours, atMs: number): { opensAt: number } | { error: HoursError } {
  const opening = compileHours(hours);
  return "error" in opening ? opening : opening.nextOpening(atMs);
}

/** Reads business hours once, for many questions. */
export function compileHours(hours: BusinessHours): Opening | { error: HoursError } {
  const zone = typeof hours?.timeZone === "string" ? hours.timeZone : "";
  const offsetAt = zoneOffsets(zone);
  if (offsetAt === null) return failure("unknown-time-zone", "hours-time-zone", { zone });
  if (!Array.isArray(hours.days)) return failure("invalid-business-hours", "hours-list");
  const ranges = hours.days.map(parseRange);
  const wrong = ranges.indexOf(null);
  if (wrong >= 0) {
    return failure("invalid-business-hours", "hours-entry", { entry: wrong + 1 });
  }
  const usable = ranges.filter((range) => range !== null);
  return {
    timeZone: hours.timeZone,
    wallTime: (at) => wallText(offsetAt, at),
    nextOpening: (at) => search(offsetAt, usable, at),
  };
}

function search(offsetAt: OffsetAt, ranges: readonly Range[], at: number): { opensAt: number } | { error: HoursError } {
  if (!(Math.abs(at) <= LATEST)) return failure("invalid-business-hours", "hours-calendar");
  for (let day = 0; day < SEARCH_DAYS && ranges.length > 0; day += 1) {
    for (const segment of segmentsOfDay(offsetAt, at + day * DAY_MS)) {
      const opensAt = firstIn(segment, ranges);
      if (opensAt !== null) return { opensAt };
    }
  }
  return failure("hours-never-open", "hours-never-open");
}

/** The first open instant of a segment. Inside one segment, wall time and instants run side by side. */
function firstIn({ start, end, offset }: ZoneSegment, ranges: readonly Range[]): number | null {
  const localStart = start + offset;
  const localEnd = end + offset;
  let first = Infinity;
  for (let midnight = startOfDay(localStart); midnight < localEnd; midnight += DAY_MS) {
    for (const { weekday, from, to } of ranges) {
      if (weekday !== isoWeekday(midnight)) continue;
      const opens = Math.max(midnight + from, localStart);
      if (opens < Math.min(midnight + to, localEnd)) first = Math.min(first, opens);
    }
  }
  return first === Infinity ? null : first - offset;
}

/** The midnight before a wall time, both in ms as if the wall were in UTC. */
export function startOfDay(local: number): number {
  return Math.floor(local / DAY_MS) * DAY_MS;
}

/** 1970-01-01 was a Thursday, 4. */
export function isoWeekday(midnight: number): number {
  const days = Math.floor(midnight / DAY_MS) + 3;
  return (((days % 7) + 7) % 7) + 1;
}

function parseRange(day: BusinessHours["days"][number]): Range | null {
  const { weekday } = day ?? {};
  const from = timeOfDay(day?.from);
  const to = timeOfDay(day?.to);
  if (!Number.isInteger(weekday) || weekday < 1 || weekday > 7 || from === null || to === null) return null;
  return from < to ? { weekday, from, to } : null;
}

function failure(
  code: HoursError["code"],
  detail: HoursDetail,
  params: FailureReason["params"] = {},
): { error: HoursError } {
  return { error: { code, message: fill(HOURS[detail], params), detail, params } };
}
