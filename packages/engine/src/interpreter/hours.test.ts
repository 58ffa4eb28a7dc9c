import * as fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import type { BusinessHours } from "../contract/run.ts";
import { nextOpening } from "./hours.ts";

const WEEKDAYS = [1, 2, 3, 4, 5];
const office = (timeZone: string): BusinessHours => ({
  timeZone,
  days: WEEKDAYS.map((weekday) => ({ weekday, from: "09:00", to: "18:00" })),
});
const daily = (timeZone: string, from: string, to: string): BusinessHours => ({
  timeZone,
  days: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, from, to })),
});

const opens = (hours: BusinessHours, at: string) => {
  const answer = nextOpening(hours, Date.parse(at));
  return "error" in answer ? answer.error.code : new Date(answer.opensAt).toISOString().replace(".000Z", "Z");
};

describe("nextOpening", () => {
  it.each<[string, BusinessHours, string, string]>([
    ["while open, now", office("America/Sao_Paulo"), "2026-01-05T13:30:00Z", "2026-01-05T13:30:00Z"],
    ["at the opening, now", office("America/Sao_Paulo"), "2026-01-05T12:00:00Z", "2026-01-05T12:00:00Z"],
    ["at closing time, the next day", office("America/Sao_Paulo"), "2026-01-05T21:00:00Z", "2026-01-06T12:00:00Z"],
    ["before the opening, the same day", office("America/Sao_Paulo"), "2026-01-05T03:00:00Z", "2026-01-05T12:00:00Z"],
    ["on Friday evening, on Monday", office("America/Sao_Paulo"), "2026-01-09T22:00:00Z", "2026-01-12T12:00:00Z"],
    [
      "over lunch, after it",
      {
        timeZone: "UTC",
        days: [
          { weekday: 1, from: "08:00", to: "12:00" },
          { weekday: 1, from: "13:00", to: "17:00" },
        ],
      },
      "2026-01-05T12:30:00Z",
      "2026-01-05T13:00:00Z",
    ],
    [
      "over midnight, all night",
      {
        timeZone: "UTC",
        days: [
          { weekday: 1, from: "22:00", to: "24:00" },
          { weekday: 2, from: "00:00", to: "06:00" },
        ],
      },
      "2026-01-05T23:59:59Z",
      "2026-01-05T23:59:59Z",
    ],
    [
      "past midnight, still",
      {
        timeZone: "UTC",
        days: [
          { weekday: 1, from: "22:00", to: "24:00" },
          { weekday: 2, from: "00:00", to: "06:00" },
        ],
      },
      "2026-01-06T00:00:00Z",
      "2026-01-06T00:00:00Z",
    ],
    [
      "after the clocks went forward, an hour earlier in UTC",
      office("Europe/Lisbon"),
      "2026-03-28T12:00:00Z",
      "2026-03-30T08:00:00Z",
    ],
    [
      "at a local time that is skipped, when the clocks go on",
      daily("America/New_York", "02:30", "04:00"),
      "2026-03-08T06:00:00Z",
      "2026-03-08T07:00:00Z",
    ],
    [
      "in hours that are wholly skipped, the next day",
      daily("America/New_York", "02:00", "03:00"),
      "2026-03-08T06:00:00Z",
      "2026-03-09T06:00:00Z",
    ],
    [
      "at a local time that comes twice, the first of them",
      daily("America/New_York", "01:30", "02:00"),
      "2026-11-01T04:00:00Z",
      "2026-11-01T05:30:00Z",
    ],
    [
      "between the two, the second",
      daily("America/New_York", "01:00", "01:30"),
      "2026-11-01T05:45:00Z",
      "2026-11-01T06:00:00Z",
    ],
    [
      "where midnight itself is skipped",
      daily("America/Sao_Paulo", "00:00", "02:00"),
      "2018-11-04T02:30:00Z",
      "2018-11-04T03:00:00Z",
    ],
    [
      "where a whole day is skipped",
      { timeZone: "Pacific/Apia", days: [{ weekday: 5, from: "09:00", to: "10:00" }] },
      "2011-12-30T00:00:00Z",
      "2012-01-05T19:00:00Z",
    ],
    [
      "where the clocks skip next week's only opening, the week after",
      { timeZone: "America/New_York", days: [{ weekday: 7, from: "02:00", to: "03:00" }] },
      "2026-03-01T08:00:00Z",
      "2026-03-15T06:00:00Z",
    ],
    ["with hours that never open", { timeZone: "UTC", days: [] }, "2026-01-05T12:00:00Z", "hours-never-open"],
    ["in a zone that is none", office("Mars/Base"), "2026-01-05T12:00:00Z", "unknown-time-zone"],
    ["with from after to", daily("UTC", "18:00", "09:00"), "2026-01-05T12:00:00Z", "invalid-business-hours"],
    ["with times that are none", daily("UTC", "9:00", "25:00"), "2026-01-05T12:00:00Z", "invalid-business-hours"],
  ])("%s", (_, hours, at, expected) => {
    expect(opens(hours, at)).toBe(expected);
  });

  it.each<[string, unknown]>([
    ["nothing", null],
    ["a zone that is no text", { timeZone: 5, days: [] }],
  ])("answers %s with an unknown time zone", (_, hours) => {
    expect(nextOpening(hours as BusinessHours, 0)).toMatchObject({ error: { code: "unknown-time-zone" } });
  });

  const open = { weekday: 1, from: "09:00", to: "10:00" };
  it.each<[string, unknown]>([
    ["a day that is none", null],
    ["no weekday", { ...open, weekday: undefined }],
    ["an eighth weekday", { ...open, weekday: 8 }],
    ["a weekday before the first", { ...open, weekday: 0 }],
    ["half a weekday", { ...open, weekday: 1.5 }],
    ["no beginning", { ...open, from: null }],
    ["no end", { ...open, to: null }],
    ["a time in a list", { ...open, from: ["09:00"] }],
    ["an end at the beginning", { ...open, to: "09:00" }],
  ])("does not accept %s, and says in which entry", (_, day) => {
    const answer = nextOpening({ timeZone: "UTC", days: [open, day] } as BusinessHours, 0);
    const message = "Entry 2 of the business hours needs a weekday from 1 to 7 and times “HH:MM”, “from” before “to”.";
    expect(answer).toMatchObject({ error: { code: "invalid-business-hours", message } });
  });

  it("needs a list of days", () => {
    expect(nextOpening({ timeZone: "UTC" } as BusinessHours, 0)).toMatchObject({
      error: { code: "invalid-business-hours", message: "Business hours need a list of days." },
    });
  });

  it("answers an instant outside the calendar with an error", () => {
    for (const at of [NaN, Infinity, 8.64e15])
      expect(nextOpening(daily("UTC", "00:00", "24:00"), at)).toHaveProperty("error");
  });
});

/** Changes of the clocks, by half hours, hours, at midnight and by a whole day. */
const CHANGES: [zone: string, near: string][] = [
  ["America/New_York", "2026-03-08T07:00:00Z"],
  ["America/New_York", "2026-11-01T06:00:00Z"],
  ["Europe/Lisbon", "2026-03-29T01:00:00Z"],
  ["Europe/Lisbon", "2026-10-25T01:00:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30:00Z"],
  ["America/Sao_Paulo", "2018-11-04T03:00:00Z"],
  ["America/Sao_Paulo", "2019-02-17T02:00:00Z"],
  ["America/Havana", "2026-03-08T05:00:00Z"],
  ["Africa/Casablanca", "2026-02-15T02:00:00Z"],
  ["Asia/Kathmandu", "2026-01-05T00:00:00Z"],
  ["Pacific/Apia", "2011-12-30T10:00:00Z"],
];
const MINUTE = 60_000;
const WATCHED_MINUTES = 2 * 24 * 60;

/** The plain definition of "open", minute by minute, in luxon's calendar. */
function scan({ timeZone, days }: BusinessHours, at: number): number | null {
  for (let minute = 0; minute < WATCHED_MINUTES; minute += 1) {
    const local = DateTime.fromMillis(at + minute * MINUTE, { zone: timeZone });
    const time = local.toFormat("HH:mm");
    if (days.some(({ weekday, from, to }) => weekday === local.weekday && from <= time && time < to))
      return at + minute * MINUTE;
  }
  return null;
}

describe("nextOpening beside luxon", () => {
  const time = fc
    .integer({ min: 0, max: 47 })
    .map((half) => `${String(half >> 1).padStart(2, "0")}:${half % 2 ? "30" : "00"}`);
  const day = fc
    .record({ weekday: fc.integer({ min: 1, max: 7 }), from: time, to: fc.oneof(time, fc.constant("24:00")) })
    .filter(({ from, to }) => from < to);

  it("agrees around every change of the clocks", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CHANGES),
        fc.integer({ min: -36 * 60, max: 6 * 60 }),
        fc.array(day, { minLength: 1, maxLength: 5 }),
        ([timeZone, near], minutes, days) => {
          const at = Date.parse(near) + minutes * MINUTE;
          const expected = scan({ timeZone, days }, at);
          const answer = nextOpening({ timeZone, days }, at);
          const found = "error" in answer ? Infinity : answer.opensAt;
          if (expected === null) expect(found).toBeGreaterThanOrEqual(at + WATCHED_MINUTES * MINUTE);
          else expect(found).toBe(expected);
        },
      ),
      { numRuns: 60 },
    );
  });
});
