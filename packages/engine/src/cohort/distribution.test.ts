import { describe, expect, it } from "vitest";
import { drawer, isDistribution, isTimeDistribution } from "./distribution.ts";
import type { Distribution } from "./distribution.ts";
import { randomStream } from "../simulate/random.ts";

const drawn = (distribution: Distribution, count = 20_000) => {
  const random = randomStream("distribution");
  const { draw, values } = drawer(distribution);
  const place = new Float64Array(1);
  return Array.from({ length: count }, () => {
    draw(random, place, 0);
    return Number(values === null ? place[0] : values[place[0] ?? 0]);
  });
};
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe("distributions", () => {
  it.each<[Distribution, number, number]>([
    [{ type: "uniform", min: 10, max: 30 }, 20, 10 / Math.sqrt(3)],
    [{ type: "normal", mean: 100, deviation: 15 }, 100, 15],
    [{ type: "exponential", mean: 50 }, 50, 50],
    [{ type: "constant", value: 7 }, 7, 0],
    [{ type: "choice", values: [{ value: 0 }, { value: 10, weight: 3 }] }, 7.5, Math.sqrt(18.75)],
  ])("%j has mean %d and deviation %d", (distribution, expected, deviation) => {
    const values = drawn(distribution);
    const middle = mean(values);
    expect(Math.abs(middle - expected)).toBeLessThanOrEqual(expected * 0.02);
    const spread = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
    expect(Math.abs(spread - deviation)).toBeLessThanOrEqual(deviation * 0.03);
  });

  it.each<[Distribution, (value: number) => boolean]>([
    [{ type: "uniform", min: 2, max: 5, whole: true }, (value) => [2, 3, 4, 5].includes(value)],
    [{ type: "normal", mean: 0, deviation: 10, min: -5, max: 5 }, (value) => Math.abs(value) <= 5],
    [{ type: "exponential", mean: 10, max: 12 }, (value) => value >= 0 && value <= 12],
    [{ type: "choice", values: [{ value: 1 }, { value: 2, weight: 0 }] }, (value) => value === 1],
  ])("%j keeps its bounds", (distribution, holds) => {
    expect(drawn(distribution, 2000).every(holds)).toBe(true);
  });

  it.each([
    [{ type: "uniform", min: 0, max: 1 }, true, true],
    [{ type: "uniform", min: -1, max: 1 }, true, false],
    [{ type: "uniform", min: 2, max: 1 }, false, false],
    [{ type: "normal", mean: 5, deviation: 1 }, true, false],
    [{ type: "normal", mean: 5, deviation: 1, min: 0 }, true, true],
    [{ type: "constant", value: "a" }, true, false],
    [{ type: "constant", value: 5 }, true, true],
    [{ type: "choice", values: [] }, false, false],
    [{ type: "choice", values: [{ value: 1, weight: -1 }] }, false, false],
    [{ type: "exponential", mean: Number.NaN }, false, false],
    [{ type: "constructor" }, false, false],
    [null, false, false],
  ])("%j: a distribution %s, of times %s", (given, any, times) => {
    expect([isDistribution(given), isTimeDistribution(given)]).toEqual([any, times]);
  });
});
