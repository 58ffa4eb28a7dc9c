import type { JsonValue } from "../contract/json.ts";
import { isObject } from "../graph/parts.ts";
import type { RandomStream } from "../simulate/random.ts";

/** Numbers drawn at random. `whole` rounds to integers; `min` and `max` cut what lies outside. */
export type NumberDistribution =
  | { type: "constant"; value: number }
  | { type: "uniform"; min: number; max: number; whole?: boolean }
  | { type: "normal"; mean: number; deviation: number; min?: number; max?: number; whole?: boolean }
  | { type: "exponential"; mean: number; max?: number; whole?: boolean };

/** Values drawn at random: numbers, or some values by weight (1 unless told). */
export type Distribution =
  | NumberDistribution
  | { type: "constant"; value: JsonValue }
  | { type: "choice"; values: readonly { value: JsonValue; weight?: number }[] };

/** Draws from one distribution. */
export type Draw<T = JsonValue> = (random: RandomStream) => T;

/** A distribution read once, to draw from it often: a number, or the place of one of some values. */
export interface Drawer {
  readonly draw: Draw<number>;
  /** What the places stand for; null where numbers are drawn. */
  readonly values: readonly JsonValue[] | null;
}

/** Uses nothing but additions, multiplications and comparisons: the same on every machine. */
export function drawer(distribution: Distribution): Drawer {
  if (distribution.type === "choice") {
    const { values } = distribution;
    // Without any weight above 0 nothing is drawn.
    if (!values.some(({ weight = 1 }) => weight > 0)) return { draw: () => 0, values: [null] };
    return { draw: placeOf(values), values: values.map(({ value }) => value) };
  }
  if (distribution.type !== "constant") return { draw: numberDrawer(distribution), values: null };
  return { draw: () => 0, values: [distribution.value] };
}

/** Reads a distribution of numbers once. */
export function numberDrawer(distribution: NumberDistribution): Draw<number> {
  if (distribution.type === "constant") return () => distribution.value;
  if (distribution.type === "uniform") {
    const { min, max, whole } = distribution;
    const span = max - min;
    return whole === true ? (random) => Math.round(min + span * random.next()) : (random) => min + span * random.next();
  }
  const draw = variedDrawer(distribution);
  return distribution.whole === true ? (random) => Math.round(draw(random)) : draw;
}

function variedDrawer(distribution: Extract<NumberDistribution, { mean: number }>): Draw<number> {
  const { mean, max = Infinity } = distribution;
  if (distribution.type === "exponential") return (random) => Math.min(mean * exponential(random), max);
  const { deviation, min = -Infinity } = distribution;
  return (random) => Math.min(Math.max(mean + deviation * normal(random), min), max);
}

/** Draws the place of one of several things by weight (1 unless told); -1 where there are none. */
export function placeOf(list: readonly { weight?: number }[]): Draw<number> {
  const weights = Float64Array.from(list, ({ weight = 1 }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  return (random) => {
    let left = random.next() * total;
    for (let index = 0; index < weights.length; index += 1) {
      left -= weights[index] ?? 0;
      if (left < 0) return index;
    }
    return last;
  };
}

/** The sum of twelve even draws, less 6: mean 0, deviation 1, never beyond ±6. */
function normal(random: RandomStream): number {
  let sum = -6;
  for (let count = 0; count < 12; count += 1) sum += random.next();
  return sum;
}

/** Mean 1, by von Neumann's comparisons (1951). */
function exponential(random: RandomStream): number {
  for (let whole = 0; ; whole += 1) {
    const first = random.next();
    let last = first;
    let isOdd = false;
    for (let next = random.next(); next <= last; next = random.next()) {
      last = next;
      isOdd = !isOdd;
    }
    if (!isOdd) return whole + first;
  }
}

const CHECKS: Readonly<Record<Distribution["type"], (given: Record<string, unknown>) => boolean>> = {
  constant: ({ value }) => value !== undefined,
  choice: ({ values }) =>
    Array.isArray(values) && values.length > 0 && values.every(isChoice) && isFinite(sumOf(values)),
  uniform: ({ min, max }) => isFinite(min) && isFinite(max) && min <= max && isFinite(max - min),
  normal: ({ mean, deviation, min, max }) =>
    isFinite(mean) && isFinite(deviation) && deviation >= 0 && isOptional(min) && isOptional(max),
  exponential: ({ mean, max }) => isFinite(mean) && mean >= 0 && isOptional(max),
};

/** Whether a value, which may come from a file or a form, is a distribution. */
export function isDistribution(given: unknown): given is Distribution {
  if (!isObject(given)) return false;
  const { type } = given;
  return typeof type === "string" && Object.hasOwn(CHECKS, type) && CHECKS[type as Distribution["type"]](given);
}

/** Whether a value is a distribution of numbers of at least 0. */
export function isTimeDistribution(given: unknown): given is NumberDistribution {
  if (!isDistribution(given) || given.type === "choice") return false;
  if (given.type === "constant") return isFinite(given.value) && given.value >= 0;
  return given.type === "exponential" || (given.min ?? -1) >= 0;
}

function isChoice(given: unknown): boolean {
  if (!isObject(given) || given["value"] === undefined) return false;
  const { weight } = given;
  return weight === undefined || (isFinite(weight) && weight >= 0);
}

function sumOf(values: readonly { weight?: number }[]): number {
  return values.reduce((sum, { weight = 1 }) => sum + weight, 0);
}

function isOptional(value: unknown): boolean {
  return value === undefined || isFinite(value);
}

function isFinite(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
