import { DAY_MS, HOUR_MS, WEEK_SECONDS } from "../contract/durations.ts";

const UNITS: readonly (readonly [ms: number, unit: string])[] = [
  [HOUR_MS, "h"],
  [60_000, "min"],
  [1000, "s"],
];

/** What a language calls one and several. */
type Names = readonly [one: string, several: string];

/** What a language calls days and weeks. */
interface DurationNames {
  day: Names;
  week: Names;
}

const ENGLISH: DurationNames = { day: ["day", "days"], week: ["week", "weeks"] };

/** A length of time (ms) in its two greatest units: "2 days 4 h", "1 h 30 min"; in weeks where nothing is left over. */
export function showDuration(ms: number, { day: [day, days], week }: DurationNames = ENGLISH): string {
  let rest = Math.max(0, Math.round(ms / 1000) * 1000);
  const weeks = rest / (WEEK_SECONDS * 1000);
  if (weeks > 0 && Number.isInteger(weeks)) return `${weeks} ${weeks === 1 ? week[0] : week[1]}`;
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
