import { DAY_SECONDS, HOUR_SECONDS, WEEK_SECONDS } from "@trilho/engine";
import { text } from "./use-text.ts";

/** Units of a duration, largest first, with their length in seconds. */
export const DURATION_UNITS = [
  { unit: "week", seconds: WEEK_SECONDS },
  { unit: "day", seconds: DAY_SECONDS },
  { unit: "hour", seconds: HOUR_SECONDS },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number]["unit"];

const unitText = (unit: DurationUnit, count: number): string => text("common", `duration.${unit}`, { count });

/**
 * A length of time in words: "2 days 4 h", "1 min 30 s", "2 weeks".
 * Weeks are named only when nothing is left over; "10 days" reads better than "1 week 3 days".
 * @param seconds finite, fractions allowed; negative counts as 0
 * @param parts how many units at most; smaller ones are dropped
 */
export function formatDuration(seconds: number, parts = 4): string {
  if (seconds >= WEEK_SECONDS && seconds % WEEK_SECONDS === 0) return unitText("week", seconds / WEEK_SECONDS);
  let left = Math.max(0, Math.round(seconds * 1000) / 1000);
  const words: string[] = [];
  for (const { unit, seconds: length } of DURATION_UNITS) {
    if (unit === "week") continue;
    const count = unit === "second" ? Math.round(left * 1000) / 1000 : Math.floor(left / length);
    left -= count * length;
    if (count > 0) words.push(unitText(unit, count));
  }
  return words.slice(0, parts).join(" ") || unitText("second", 0);
}
