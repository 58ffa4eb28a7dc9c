import { formText } from "./words.ts";

/** Units of a duration, largest first, with their length in seconds. */
export const DURATION_UNITS = [
  { unit: "week", seconds: 604_800 },
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
] as const;
export type DurationUnit = (typeof DURATION_UNITS)[number]["unit"];

/** A duration as a person enters it: `{ amount: 90, unit: "minute" }`. */
export interface Amount {
  amount: number;
  unit: DurationUnit;
}

const lengthOf = (unit: DurationUnit): number => DURATION_UNITS.find((each) => each.unit === unit)?.seconds ?? 1;

/** Seconds of an amount, exact to the millisecond, so that 0.1 h is 360 and not 360.00000000000006. */
export const toSeconds = ({ amount, unit }: Amount): number => Math.round(amount * lengthOf(unit) * 1000) / 1000;

/** The largest unit in which `seconds` is a whole number; seconds when none is. */
export function toAmount(seconds: number): Amount {
  const whole = DURATION_UNITS.find((each) => seconds >= each.seconds && seconds % each.seconds === 0);
  return whole ? { amount: seconds / whole.seconds, unit: whole.unit } : { amount: seconds, unit: "second" };
}

const say = (unit: DurationUnit, count: number): string => formText(`duration.${unit}`, { count });

/**
 * A length of time in words: "2 days 4 h", "1 min 30 s", "2 weeks".
 * Weeks are named only when nothing is left over; "10 days" reads better than "1 week 3 days".
 * @param seconds finite, fractions allowed; negative counts as 0
 * @param parts how many units at most; smaller ones are dropped
 */
export function formatDuration(seconds: number, parts = 4): string {
  const week = lengthOf("week");
  if (seconds >= week && seconds % week === 0) return say("week", seconds / week);
  let left = Math.max(0, Math.round(seconds * 1000) / 1000);
  const words: string[] = [];
  for (const { unit, seconds: length } of DURATION_UNITS) {
    if (unit === "week") continue;
    const count = unit === "second" ? Math.round(left * 1000) / 1000 : Math.floor(left / length);
    left -= count * length;
    if (count > 0) words.push(say(unit, count));
  }
  return words.slice(0, parts).join(" ") || formText("duration.none");
}
