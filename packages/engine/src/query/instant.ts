const ISO = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** A date as read from ISO 8601 text. */
export interface ParsedInstant {
  /** Unix ms. Of a day without a time its midnight in UTC; a time without a zone is taken as UTC. */
  at: number;
  /** What the text says: a day alone, a time without zone, or an instant. */
  form: "day" | "local" | "instant";
}

/**
 * Reads ISO 8601, the same on every platform: other forms, and days that no calendar has (`Date.parse` takes
 * 30 February on some), are null.
 */
export function parseInstant(text: string): ParsedInstant | null {
  const match = ISO.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const midnight = dayOf(Number(year), Number(month), Number(day));
  const time = timeOf(Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0));
  const offset = offsetOf(zone);
  if (midnight === null || time === null || offset === null) return null;
  const ms = fraction === undefined ? 0 : Math.floor(Number(`0.${fraction}`) * 1000);
  const form = hour === undefined ? "day" : zone === undefined ? "local" : "instant";
  return { at: midnight + time + ms - offset, form };
}

function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : null;
}

function timeOf(hours: number, minutes: number, seconds: number): number | null {
  if (hours > 23 || minutes > 59 || seconds > 59) return null;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}

function offsetOf(zone: string | undefined): number | null {
  if (zone === undefined || zone === "Z") return 0;
  const time = timeOf(Number(zone.slice(1, 3)), Number(zone.slice(-2)), 0);
  return time === null ? null : zone.startsWith("-") ? -time : time;
}
