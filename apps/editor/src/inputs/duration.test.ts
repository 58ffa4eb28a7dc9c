import { describe, expect, test } from "vitest";
import type { DurationParts } from "./duration.ts";
import { toDurationParts, toSeconds } from "./duration.ts";

describe("an amount with its unit", () => {
  const cases: [number, DurationParts][] = [
    [5, { amount: 5, unit: "second" }],
    [12.5, { amount: 12.5, unit: "second" }],
    [90, { amount: 90, unit: "second" }],
    [5400, { amount: 90, unit: "minute" }],
    [7200, { amount: 2, unit: "hour" }],
    [172_800, { amount: 2, unit: "day" }],
    [604_800, { amount: 1, unit: "week" }],
    [0, { amount: 0, unit: "second" }],
  ];
  test.each(cases)("%d seconds", (seconds, amount) => {
    expect(toDurationParts(seconds)).toEqual(amount);
    expect(toSeconds(amount)).toBe(seconds);
  });

  test("keeps fractions exact to the millisecond", () => {
    expect(toSeconds({ amount: 0.1, unit: "hour" })).toBe(360);
    expect(toSeconds({ amount: 1.5, unit: "day" })).toBe(129_600);
    expect(toSeconds({ amount: 0.0001, unit: "second" })).toBe(0);
  });
});
