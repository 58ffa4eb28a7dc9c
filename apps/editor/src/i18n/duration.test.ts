import { expect, test } from "vitest";
import { formatDuration } from "./duration.ts";

test.each<[number, string]>([
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
])("%d seconds are %s", (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words);
});

test("a duration may be limited to its largest parts", () => {
  expect(formatDuration(93_784, 2)).toBe("1 day 2 h");
});
