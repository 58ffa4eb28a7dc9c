import { DAY_MS } from "@trilho/engine";
import type { FieldType, JsonValue } from "@trilho/engine";
import type { Distribution } from "@trilho/engine/cohort";
import type { AskedField } from "./rules.ts";

const MOST_CHOICES = 12;

const numbersIn = (values: readonly JsonValue[]): number[] =>
  values
    .map((value) => (typeof value === "boolean" || value === "" ? Number.NaN : Number(value)))
    .filter(Number.isFinite);

/** Mostly small and a few large, as amounts and days are, around the middle one of the numbers that rules name. */
function numbers({ field, values }: AskedField): Distribution {
  if (field.name === "deal.closeProbability") return { type: "uniform", min: 0, max: 100, whole: true };
  const asked = numbersIn(values).toSorted((a, b) => a - b);
  const lowest = asked[0] ?? 0;
  const middle = asked[Math.floor((asked.length - 1) / 2)] ?? Number(field.example);
  if (lowest < 0) return { type: "uniform", min: 2 * lowest, max: Math.max(0, ...asked) || -lowest, whole: true };
  return { type: "exponential", mean: middle > 0 ? middle : 100, whole: true };
}

const evenly = (values: readonly JsonValue[]): Distribution => ({
  type: "choice",
  values: values.map((value) => ({ value, weight: 1 })),
});

/** Every value that a rule names, and none of them. */
const named = ({ values }: AskedField): Distribution =>
  evenly([...values.filter((value) => typeof value === "string").slice(0, MOST_CHOICES), null]);

/** Each of the things that a rule names, alone, and nothing. */
const lists = ({ values }: AskedField): Distribution =>
  evenly([...values.slice(0, MOST_CHOICES).map((value) => [value]), []]);

/** A day before and a day after each date that a rule names; a week around the start where it names none. */
function dates({ values }: AskedField, startAt: string): Distribution {
  const given = values.map((value) => Date.parse(String(value))).filter(Number.isFinite);
  const around = given.length > 0 ? given.slice(0, MOST_CHOICES / 2) : [Date.parse(startAt)].filter(Number.isFinite);
  const reach = given.length > 0 ? DAY_MS : 7 * DAY_MS;
  const days = around.flatMap((time) => [time - reach, time + reach]);
  return evenly([...new Set(days)].toSorted((a, b) => a - b).map((time) => new Date(time).toISOString().slice(0, 10)));
}

const DEFAULTS: Record<FieldType, (asked: AskedField, startAt: string) => Distribution> = {
  number: numbers,
  boolean: () => evenly([true, false]),
  date: dates,
  text: named,
  id: named,
  list: lists,
};

/** The default distribution of a field: wide enough for rules to go either way. */
export const defaultDistribution = (asked: AskedField, startAt: string): Distribution =>
  DEFAULTS[asked.field.type](asked, startAt);

/** The shapes that numbers may have, by the engine's names. */
export const NUMBER_SHAPES = ["uniform", "normal", "exponential", "constant"] as const;
export type NumberShape = (typeof NUMBER_SHAPES)[number];

/** The same numbers in another shape: about as large, and never below 0 where they were not. */
export function reshaped(distribution: Distribution, shape: NumberShape): Distribution {
  const { middle, reach } = spreadOf(distribution);
  const shapes: Record<NumberShape, Distribution> = {
    uniform: { type: "uniform", min: middle - reach, max: middle + reach, whole: true },
    normal: { type: "normal", mean: middle, deviation: Math.max(1, Math.round(reach / 2)), min: 0, whole: true },
    exponential: { type: "exponential", mean: Math.max(0, middle), whole: true },
    constant: { type: "constant", value: middle },
  };
  return distribution.type === shape ? distribution : shapes[shape];
}

function spreadOf(distribution: Distribution): { middle: number; reach: number } {
  if (distribution.type === "uniform") {
    const { min, max } = distribution;
    return { middle: Math.round((min + max) / 2), reach: Math.round((max - min) / 2) };
  }
  if (distribution.type === "normal") return { middle: distribution.mean, reach: 2 * distribution.deviation };
  if (distribution.type === "exponential") return { middle: distribution.mean, reach: distribution.mean };
  const value = distribution.type === "constant" ? Number(distribution.value) || 0 : 0;
  return { middle: value, reach: Math.abs(value) };
}
