import { DAY_MS, MINUTE_MS, zoneOffsets, type OffsetAt } from "@trilho/engine";

const zones = new Map<string, OffsetAt>();

/** A zone's distance from UTC at an instant (Unix ms), in ms. A zone that this platform does not know is taken as UTC. */
function offsetAt(at: number, timeZone: string): number {
  const known = zones.get(timeZone) ?? zoneOffsets(timeZone) ?? (() => 0);
  zones.set(timeZone, known);
  return known(at);
}

/** Days since 1970-01-01 on the calendars of a place. */
export const localDay = (at: number, timeZone: string): number => Math.floor((at + offsetAt(at, timeZone)) / DAY_MS);

/**
 * The instant of a local day and time (minutes after midnight). A time that the clocks skip is moved on by the gap; of
 * one that comes twice, the first is taken.
 */
export function instantOf(day: number, minutes: number, timeZone: string): number {
  const wall = day * DAY_MS + minutes * MINUTE_MS;
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  return [before, after].find((at) => at + offsetAt(at, timeZone) === wall) ?? before;
}

/** "09:30" as minutes after midnight. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
