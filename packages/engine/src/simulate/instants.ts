import { DAY_MS, MINUTE_MS } from "../contract/durations.ts";

/** Days whose texts are kept: more than five years of them. */
const KEPT_DAYS = 2000;

/** Texts of days, as runs come by the same days again and again. What is kept changes no answer. */
const days = new Map<number, string>();
const minutes = Array.from({ length: 1440 }, (_, count) => `${two(Math.floor(count / 60))}:${two(count % 60)}:`);
const seconds = Array.from({ length: 60 }, (_, count) => `${two(count)}.`);
const thousandths = Array.from({ length: 1000 }, (_, count) => `${String(count).padStart(3, "0")}Z`);

/** An instant (Unix ms) in ISO 8601, as `Date` writes it. */
export function iso(at: number): string {
  const day = Math.floor(at / DAY_MS);
  const ms = at - day * DAY_MS;
  if (!Number.isInteger(ms)) return new Date(at).toISOString();
  const minute = Math.floor(ms / MINUTE_MS);
  const rest = ms - minute * MINUTE_MS;
  const second = Math.floor(rest / 1000);
  return dayText(day) + minutes[minute] + seconds[second] + thousandths[rest - second * 1000];
}

function two(count: number): string {
  return String(count).padStart(2, "0");
}

/** A day since 1970 as far as its "T". */
export function dayText(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(day * DAY_MS).toISOString().slice(0, -"00:00:00.000Z".length);
  if (days.size >= KEPT_DAYS) days.clear();
  days.set(day, text);
  return text;
}
