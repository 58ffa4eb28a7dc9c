import { DURATION_UNITS } from "../i18n/duration.ts";
import type { DurationUnit } from "../i18n/duration.ts";

/** A duration as a person enters it: `{ amount: 90, unit: "minute" }`. */
export interface DurationParts {
  amount: number;
  unit: DurationUnit;
}

const lengthOf = (unit: DurationUnit): number => DURATION_UNITS.find((each) => each.unit === unit)?.seconds ?? 1;

/** Seconds of an amount, exact to the millisecond, so that 0.1 h is 360 and not 360.00000000000006. */
export const toSeconds = ({ amount, unit }: DurationParts): number => Math.round(amount * lengthOf(unit) * 1000) / 1000;

/** The largest unit in which `seconds` is a whole number; seconds when none is. */
export function toDurationParts(seconds: number): DurationParts {
  const whole = DURATION_UNITS.find((each) => seconds >= each.seconds && seconds % each.seconds === 0);
  return whole ? { amount: seconds / whole.seconds, unit: whole.unit } : { amount: seconds, unit: "second" };
}
