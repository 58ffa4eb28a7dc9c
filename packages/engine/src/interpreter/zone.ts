import { DAY_MS } from "../contract/durations.ts";

/** A zone's distance from UTC at an instant (Unix ms), in ms: local wall time is the instant plus the offset. */
export type OffsetAt = (at: number) => number;

/** A stretch of time with one offset: from `start` up to, not including, `end` (Unix ms). */
export interface ZoneSegment {
  start: number;
  end: number;
  offset: number;
}

/**
 * The offsets of an IANA time zone; null when this platform does not know the zone.
 *
 * @example
 * ```ts
 * import { zoneOffsets } from "@trilho/engine";
 *
 * zoneOffsets("America/Sao_Paulo")?.(0); // -10_800_000
 * zoneOffsets("Mars/Olympus"); // null
 * ```
 */
export function zoneOffsets(timeZone: string): OffsetAt | null {
  const format = wallClock(timeZone);
  if (format === null) return null;
  return byDay((at) => {
    const parts = new Map<string, number>(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: string) => parts.get(type) ?? 0;
    const wall = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
    return wall - Math.floor(at / 1000) * 1000;
  });
}

/** Days (UTC) whose offsets are kept, at most. */
const KEPT_DAYS = 4000;
/** The last instant of JavaScript's calendar. */
const LAST_INSTANT = 8.64e15;
/** Wall times are read between these: before the year 100 years have other numbers, and the last day may have none. */
const EARLIEST = Date.UTC(100, 0, 2);
const LATEST = LAST_INSTANT - 2 * DAY_MS;

/** Asks for the offsets of each day once: platforms take their time to answer. */
function byDay(offsetAt: OffsetAt): OffsetAt {
  const days = new Map<number, ZoneSegment[]>();
  return (at) => {
    if (!(at >= EARLIEST && at <= LATEST)) return offsetAt(Math.max(EARLIEST, Math.min(at, LATEST)));
    const day = Math.floor(at / DAY_MS);
    let segments = days.get(day);
    if (!segments) {
      if (days.size >= KEPT_DAYS) days.clear();
      segments = segmentsOfDay(offsetAt, day * DAY_MS);
      days.set(day, segments);
    }
    return segments.find(({ end }) => at < end)?.offset ?? offsetAt(at);
  };
}

/**
 * Whether this platform knows an IANA time zone.
 *
 * @example
 * ```ts
 * import { isTimeZone } from "@trilho/engine";
 *
 * isTimeZone("America/Sao_Paulo"); // true
 * isTimeZone("Mars/Olympus"); // false
 * ```
 */
export function isTimeZone(timeZone: unknown): timeZone is string {
  return typeof timeZone === "string" && wallClock(timeZone) !== null;
}

/** An instant as wall time: "2026-01-05 09:00". */
export function wallText(offsetAt: OffsetAt, at: number): string {
  const wall = Math.min(Math.max(at + offsetAt(at), -LAST_INSTANT), LAST_INSTANT);
  return new Date(wall).toISOString().slice(0, -":00.000Z".length).replace("T", " ");
}

/** No zone is further from UTC than this, and no day comes twice but for a part of it. */
const FURTHEST_MS = 2 * DAY_MS;

/**
 * The first instant at which the clocks show a wall time (ms as if the wall were in UTC) or later: of a time that comes
 * twice the first, of one that is skipped the instant at which the clocks go on.
 */
export function firstAtWall(offsetAt: OffsetAt, wall: number): number {
  const from = Math.floor((wall - FURTHEST_MS) / DAY_MS) * DAY_MS;
  for (let day = from; day <= wall + FURTHEST_MS; day += DAY_MS) {
    for (const { start, end, offset } of segmentsOfDay(offsetAt, day)) {
      const at = Math.max(start, wall - offset);
      if (at < end) return at;
    }
  }
  return wall;
}

/** The day that begins at `start` (Unix ms), cut where the clocks change. */
export function segmentsOfDay(offsetAt: OffsetAt, start: number): ZoneSegment[] {
  const end = start + DAY_MS;
  const before = offsetAt(start);
  const after = offsetAt(end - 1);
  if (before === after) return [{ start, end, offset: before }];
  const change = findChange(offsetAt, start, end - 1, before);
  return [
    { start, end: change, offset: before },
    { start: change, end, offset: after },
  ];
}

/** The first instant after `low` whose offset is no longer `before`. */
function findChange(offsetAt: OffsetAt, low: number, high: number, before: number): number {
  let [same, changed] = [low, high];
  while (changed - same > 1) {
    const middle = Math.floor((same + changed) / 2);
    if (offsetAt(middle) === before) same = middle;
    else changed = middle;
  }
  return changed;
}

function wallClock(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
