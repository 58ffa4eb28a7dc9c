import { describe, expect, it } from "vitest";
import { formatDuration, formatInstant, formatRelative } from "./format.ts";

describe("formatDuration says the two greatest units", () => {
  it.each([
    [0, "0 s"],
    [45, "45 s"],
    [90, "1 min 30 s"],
    [5400, "1 h 30 min"],
    [86_400, "24 h"],
    [187_200, "2 days 4 h"],
    [172_800 + 59, "2 days"],
    [31_536_000, "365 days"],
    [-5, "0 s"],
    [5.4, "5 s"],
  ])("%d seconds: %s", (seconds, words) => {
    expect(formatDuration(seconds, "en")).toBe(words);
  });
});

describe("formatRelative says how far away an instant is", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  it.each([
    ["2026-11-21T11:59:30Z", "now"],
    ["2026-11-21T11:15:00Z", "45 minutes ago"],
    ["2026-11-20T12:00:00Z", "yesterday"],
    ["2026-11-23T13:00:00Z", "in 2 days"],
    ["2024-01-01T00:00:00Z", "2 years ago"],
    ["not a date", "not a date"],
  ])("%s: %s", (instant, words) => {
    expect(formatRelative(instant, "en", now)).toBe(words);
  });
});

it("shows what is no instant as it is", () => {
  expect(formatInstant("soon", "en")).toBe("soon");
});
