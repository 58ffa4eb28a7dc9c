import { isObject } from "../contract/json.ts";
import type { JsonValue } from "../contract/json.ts";
import { unit } from "../simulate/random.ts";
import type { RandomStream } from "../simulate/random.ts";

/** Numbers drawn at random. `whole` rounds to integers; `min` and `max` cut what lies outside. */
export type NumberDistribution =
  | { type: "constant"; value: number }
  | { type: "uniform"; min: number; max: number; whole?: boolean }
  | { type: "normal"; mean: number; deviation: number; min?: number; max?: number; whole?: boolean }
  | { type: "exponential"; mean: number; max?: number; whole?: boolean };

/** Values drawn at random: numbers, or some values by weight (1 by default). */
export type Distribution =
  | NumberDistribution
  | { type: "constant"; value: JsonValue }
  | { type: "choice"; values: readonly { value: JsonValue; weight?: number }[] };

/** Draws a number and puts it in a list's place: a number given back would be made on the heap. */
export type Draw = (random: RandomStream, into: Float64Array, at: number) => void;

/** A distribution read once, to draw from it often: a number, or the place of one of some values. */
export interface Drawer {
  readonly draw: Draw;
  /** What the places stand for; null where numbers are drawn. */
  readonly values: readonly JsonValue[] | null;
}

/** Uses nothing but additions, multiplications and comparisons: the same on every machine. */
export function drawer(distribution: Distribution): Drawer {
  if (distribution.type === "choice") {
    const { values } = distribution;
    // Without any weight above 0 nothing is drawn.
    if (!values.some(({ weight = 1 }) => weight > 0)) return { draw: fixed(0), values: [null] };
    const place = placeOf(values);
    return {
      draw: (random, into, at) => {
        into[at] = place(random);
      },
      values: values.map(({ value }) => value),
    };
  }
  if (distribution.type !== "constant") return { draw: numberDrawer(distribution), values: null };
  return { draw: fixed(0), values: [distribution.value] };
}

/** Reads a distribution of numbers once. */
export function numberDrawer(distribution: NumberDistribution): Draw {
  if (distribution.type === "constant") return fixed(distribution.value);
  const draw = variedDrawer(distribution);
  if (distribution.whole !== true) return draw;
  return (random, into, at) => {
    draw(random, into, at);
    into[at] = Math.round(into[at] ?? 0);
  };
}

function fixed(value: number): Draw {
  return (_, into, at) => {
    into[at] = value;
  };
}

function variedDrawer(distribution: Exclude<NumberDistribution, { type: "constant" }>): Draw {
  if (distribution.type === "uniform") {
    const { min, max } = distribution;
    const span = max - min;
    return (random, into, at) => {
      into[at] = min + span * unit(random.word());
    };
  }
  const { mean, max = Infinity } = distribution;
  if (distribution.type === "exponential") {
    return (random, into, at) => {
      exponential(random, into, at);
      into[at] = Math.min(mean * (into[at] ?? 0), max);
    };
  }
  const { deviation, min = -Infinity } = distribution;
  return (random, into, at) => {
    normal(random, into, at);
    into[at] = Math.min(Math.max(mean + deviation * (into[at] ?? 0), min), max);
  };
}

/** Draws the place of one of several things by weight (1 by default); -1 where there are none. */
export function placeOf(list: readonly { weight?: number }[]): (random: RandomStream) => number {
  const weights = Float64Array.from(list, ({ weight = 1 }) => weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = weights.findLastIndex((weight) => weight > 0);
  return (random) => {
    let left = unit(random.word()) * total;
    for (let index = 0; index < weights.length; index += 1) {
      left -= weights[index] ?? 0;
      if (left < 0) return index;
    }
    return last;
  };
}

/** The sum of twelve even draws, less 6: mean 0, deviation 1, never beyond ±6. */
const normal: Draw = (random, into, at) => {
  let sum = -6;
  for (let count = 0; count < 12; count += 1) sum += unit(random.word());
  into[at] = sum;
};

/** Mean 1, by von Neumann's comparisons (1951). */
const exponential: Draw = (random, into, at) => {
  for (let whole = 0; ; whole += 1) {
    const first = unit(random.word());
    let last = first;
    let isOdd = false;
    for (let next = unit(random.word()); next <= last; next = unit(random.word())) {
      last = next;
      isOdd = !isOdd;
    }
    into[at] = whole + first;
    if (!isOdd) return;
  }
};

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
