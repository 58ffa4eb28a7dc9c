import { describe, expect, it, test } from "vitest";
import { formatInstant, formatRelative, shareFormat } from "./format.ts";

describe("formatRelative says how far away an instant is", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  it.each([
    ["2026-11-21T11:59:30Z", "now"],
    ["2026-11-21T11:15:00Z", "45 minutes ago"],
    ["2026-11-20T12:00:00Z", "yesterday"],
    ["2026-11-23T13:00:00Z", "in 2 days"],
    ["2026-11-22T11:59:00Z", "in 24 hours"],
    ["2026-11-20T12:01:00Z", "23 hours ago"],
    ["2026-11-23T11:58:00Z", "in 2 days"],
    ["2026-11-19T12:02:00Z", "2 days ago"],
    ["2024-01-01T00:00:00Z", "2 years ago"],
    ["not a date", "not a date"],
  ])("%s: %s", (instant, words) => {
    expect(formatRelative(instant, "en", now)).toBe(words);
  });
});

it("shows what is no instant as it is", () => {
  expect(formatInstant("soon", "en")).toBe("soon");
});

test.each([
  ["en", 0, "0%"],
  ["en", 0.000_01, "<0.1%"],
  ["pt-BR", 0.000_01, "<0,1%"],
  ["en", 0.0006, "0.1%"],
  ["en", 0.4123, "41.2%"],
  ["en", 1, "100%"],
])("in %s a share of %d is %s", (locale, share, words) => {
  expect(shareFormat(locale)(share)).toBe(words);
});
