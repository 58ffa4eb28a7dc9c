import { DAY_MS, HOUR_MS } from "../contract/durations.ts";

const UNITS: readonly (readonly [ms: number, unit: string])[] = [
  [HOUR_MS, "h"],
  [60_000, "min"],
  [1000, "s"],
];

/** What a language calls one day and several. */
export type DayNames = readonly [one: string, several: string];

/** A length of time (ms) in its two greatest units: "2 days 4 h", "1 day", "1 h 30 min", "45 s". */
export function showDuration(ms: number, [day, days]: DayNames = ["day", "days"]): string {
  let rest = Math.max(0, Math.round(ms / 1000) * 1000);
  const parts: string[] = [];
  for (const [size, unit] of [[DAY_MS, rest < 2 * DAY_MS ? day : days] as const, ...UNITS]) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.length > 0 ? parts.join(" ") : "0 s";
}
