import { describe, expect, test } from "vitest";
import type { Amount } from "./duration.ts";
import { formatDuration, toAmount, toSeconds } from "./duration.ts";

describe("formatDuration", () => {
  const cases: [number, string][] = [
    [0, "0 s"],
    [-5, "0 s"],
    [5, "5 s"],
    [7.5, "7.5 s"],
    [59.9996, "1 min"],
    [60, "1 min"],
    [90, "1 min 30 s"],
    [3600, "1 h"],
    [86_400, "1 day"],
    [187_200, "2 days 4 h"],
    [604_800, "1 week"],
    [1_209_600, "2 weeks"],
    [864_000, "10 days"],
    [31_536_000, "365 days"],
    [93_784.25, "1 day 2 h 3 min 4.25 s"],
  ];
  test.each(cases)("%d seconds are %s", (seconds, words) => {
    expect(formatDuration(seconds)).toBe(words);
  });

  test("may be limited to its largest parts", () => {
    expect(formatDuration(93_784, 2)).toBe("1 day 2 h");
  });
});

describe("an amount with its unit", () => {
  const cases: [number, Amount][] = [
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
    expect(toAmount(seconds)).toEqual(amount);
    expect(toSeconds(amount)).toBe(seconds);
  });

  test("keeps fractions exact to the millisecond", () => {
    expect(toSeconds({ amount: 0.1, unit: "hour" })).toBe(360);
    expect(toSeconds({ amount: 1.5, unit: "day" })).toBe(129_600);
    expect(toSeconds({ amount: 0.0001, unit: "second" })).toBe(0);
  });
});
