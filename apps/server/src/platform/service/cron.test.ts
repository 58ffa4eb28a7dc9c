import { describe, expect, it } from "vitest";
import { cronProblem, nextTime } from "./cron.ts";

const next = (cron: string, timeZone: string, after: string): string =>
  new Date(nextTime(cron, timeZone, Date.parse(after)) ?? Number.NaN).toISOString();

describe("the next time of a schedule", () => {
  it.each([
    [
      "Mondays at nine in São Paulo",
      "0 9 * * 1",
      "America/Sao_Paulo",
      "2026-03-03T00:00:00Z",
      "2026-03-09T12:00:00.000Z",
    ],
    ["never the instant itself", "0 9 * * *", "UTC", "2026-03-03T09:00:00Z", "2026-03-04T09:00:00.000Z"],
    ["every quarter of an hour", "*/15 * * * *", "UTC", "2026-03-03T09:07:00Z", "2026-03-03T09:15:00.000Z"],
    ["by a name", "@daily", "America/Sao_Paulo", "2026-03-03T09:00:00Z", "2026-03-04T03:00:00.000Z"],
    ["the last day of the month", "0 0 L * *", "UTC", "2026-02-10T00:00:00Z", "2026-02-28T00:00:00.000Z"],
    ["29 February", "0 0 29 2 *", "UTC", "2026-03-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
    ["keeps the hour in summer", "0 9 * * *", "Europe/Berlin", "2026-03-29T08:00:00Z", "2026-03-30T07:00:00.000Z"],
    [
      "right after a time that clocks skip",
      "30 2 * * *",
      "America/New_York",
      "2026-03-08T05:00:00Z",
      "2026-03-08T07:00:00.000Z",
    ],
    [
      "the first of a time that comes twice",
      "30 1 * * *",
      "America/New_York",
      "2026-11-01T04:00:00Z",
      "2026-11-01T05:30:00.000Z",
    ],
    ["and not the second", "30 1 * * *", "America/New_York", "2026-11-01T05:30:00Z", "2026-11-02T06:30:00.000Z"],
  ])("%s", (_, cron, timeZone, after, expected) => {
    expect(next(cron, timeZone, after)).toBe(expected);
  });
});

describe("a schedule's time", () => {
  it.each(["0 9 * * 1", "*/5 8-18 * * MON-FRI", "0 0 1,15 * *", "@weekly"])("%s comes", (cron) => {
    expect(cronProblem(cron)).toBeNull();
  });

  it.each([
    ["no expression", "soon"],
    ["nothing", ""],
    ["seconds", "* * * * * *"],
    ["an hour that no day has", "0 25 * * *"],
    ["a day that never comes", "0 0 31 2 *"],
    ["one that is over", "2001-01-01T00:00:00"],
    ["when the computer starts", "@reboot"],
    ["endless text", "1,".repeat(5000)],
  ])("refuses %s", (_, cron) => {
    expect(cronProblem(cron)).toEqual(expect.any(String));
  });
});
