import * as fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../contract/json.ts";
import type { BusinessHours } from "../contract/run.ts";
import type { Until } from "../contract/until.ts";
import { untilEnds } from "./until.ts";

const iso = (at: number): string => new Date(at).toISOString().replace(".000Z", "Z");
const shown = (end: ReturnType<typeof untilEnds>): string => (typeof end === "number" ? iso(end) : end);

const dateWait = (offsetDays: number, at: string | null): Until => ({
  kind: "field",
  field: "deal.expectedCloseAt",
  offsetDays,
  at,
});
const weekdays = (days: number[], at: string): Until => ({ kind: "weekday", days, at });

/** Until when a wait for a date lasts that begins at the start of 2000, or then. */
function byDate(value: JsonValue, [days, at]: [number, string | null], timeZone: string, now = "2000-01-01T00:00:00Z") {
  const moment = { at: Date.parse(now), facts: { deal: { expectedCloseAt: value } } };
  return shown(untilEnds(dateWait(days, at), moment, { timeZone, businessHours: null }));
}

describe("a wait until a date", () => {
  it.each<[string, JsonValue, [number, string | null], string, string]>([
    ["a day, at a time", "2026-11-30", [0, "09:00"], "America/Sao_Paulo", "2026-11-30T12:00:00Z"],
    [
      "a day without a time, at its midnight there",
      "2026-11-30",
      [0, null],
      "America/Sao_Paulo",
      "2026-11-30T03:00:00Z",
    ],
    ["an instant, at its own time", "2026-11-30T15:30:00Z", [0, null], "America/Sao_Paulo", "2026-11-30T15:30:00Z"],
    [
      "an instant that is on the day before there",
      "2026-11-30T01:00:00Z",
      [0, "09:00"],
      "America/Sao_Paulo",
      "2026-11-29T12:00:00Z",
    ],
    [
      "an instant that is on the day after there",
      "2026-11-30T20:00:00Z",
      [0, "09:00"],
      "Asia/Kathmandu",
      "2026-12-01T03:15:00Z",
    ],
    ["days before, over the end of a month", "2026-03-02", [-3, "09:00"], "America/Sao_Paulo", "2026-02-27T12:00:00Z"],
    ["days after, over the end of a year", "2026-12-30", [3, "00:00"], "Asia/Kathmandu", "2027-01-01T18:15:00Z"],
    ["the day before 1 March of a leap year", "2028-03-01", [-1, "09:00"], "America/Sao_Paulo", "2028-02-29T12:00:00Z"],
    [
      "the day before 1 March of another year",
      "2026-03-01",
      [-1, "09:00"],
      "America/Sao_Paulo",
      "2026-02-28T12:00:00Z",
    ],
    ["a year after a leap day", "2028-02-29", [365, "09:00"], "UTC", "2029-02-28T09:00:00Z"],
    [
      "a day on which the clocks go forward, before they do",
      "2026-03-29",
      [0, "00:30"],
      "Europe/Lisbon",
      "2026-03-29T00:30:00Z",
    ],
    ["the same, after they did", "2026-03-29", [0, "09:00"], "Europe/Lisbon", "2026-03-29T08:00:00Z"],
    ["a time that the clocks skip", "2026-03-29", [0, "01:30"], "Europe/Lisbon", "2026-03-29T01:00:00Z"],
    ["a time that comes twice", "2026-10-25", [0, "01:30"], "Europe/Lisbon", "2026-10-25T00:30:00Z"],
    [
      "days before, over a change of the clocks",
      "2026-03-10",
      [-3, "09:00"],
      "America/New_York",
      "2026-03-07T14:00:00Z",
    ],
    [
      "an own time, over a change of the clocks",
      "2026-03-10T13:00:00Z",
      [-3, null],
      "America/New_York",
      "2026-03-07T14:00:00Z",
    ],
    ["a day that was left out", "2011-12-30", [0, "09:00"], "Pacific/Apia", "2011-12-30T10:00:00Z"],
    ["the day after the one that was left out", "2011-12-30", [1, "09:00"], "Pacific/Apia", "2011-12-30T19:00:00Z"],
    [
      "midnight itself where the clocks skip it",
      "2018-11-04",
      [0, "00:00"],
      "America/Sao_Paulo",
      "2018-11-04T03:00:00Z",
    ],
    [
      "a time without a zone, which is in UTC",
      "2026-11-30T15:30",
      [0, null],
      "America/Sao_Paulo",
      "2026-11-30T15:30:00Z",
    ],
    ["nothing", null, [0, "09:00"], "UTC", "empty"],
    ["an empty text", "", [0, "09:00"], "UTC", "empty"],
    ["another form of date", "30/11/2026", [0, "09:00"], "UTC", "unreadable"],
    ["30 February", "2026-02-30", [0, "09:00"], "UTC", "unreadable"],
    ["a number", 20_261_130, [0, "09:00"], "UTC", "unreadable"],
    ["a zone that nobody knows, as UTC", "2026-11-30", [0, "09:00"], "Mars/Base", "2026-11-30T09:00:00Z"],
  ])("that is %s", (_, value, wait, zone, expected) => {
    expect(byDate(value, wait, zone)).toBe(expected);
  });

  it.each([
    ["a second ahead", "2026-11-30T11:59:59Z", "2026-11-30T12:00:00Z"],
    ["now", "2026-11-30T12:00:00Z", "past"],
    ["behind", "2026-12-01T00:00:00Z", "past"],
  ])("which is %s", (_, now, expected) => {
    expect(byDate("2026-11-30", [0, "09:00"], "America/Sao_Paulo", now)).toBe(expected);
  });
});

describe("a wait until a weekday", () => {
  it.each<[string, number[], string, string, string, string]>([
    [
      "the same day, before the time",
      [1],
      "09:00",
      "America/Sao_Paulo",
      "2026-11-30T11:00:00Z",
      "2026-11-30T12:00:00Z",
    ],
    [
      "at the time itself, a week later",
      [1],
      "09:00",
      "America/Sao_Paulo",
      "2026-11-30T12:00:00Z",
      "2026-12-07T12:00:00Z",
    ],
    ["the next of several", [1, 4], "09:00", "America/Sao_Paulo", "2026-11-30T12:00:01Z", "2026-12-03T12:00:00Z"],
    [
      "Sunday evening in UTC, which is Monday there",
      [1],
      "09:00",
      "Asia/Kathmandu",
      "2026-11-29T20:00:00Z",
      "2026-11-30T03:15:00Z",
    ],
    ["over the clocks going forward", [1], "09:00", "Europe/Lisbon", "2026-03-27T12:00:00Z", "2026-03-30T08:00:00Z"],
    ["over the clocks going back", [1], "09:00", "America/New_York", "2026-10-31T12:00:00Z", "2026-11-02T14:00:00Z"],
    [
      "a time that is skipped, when the clocks go on",
      [7],
      "02:30",
      "America/New_York",
      "2026-03-08T05:00:00Z",
      "2026-03-08T07:00:00Z",
    ],
    [
      "between the two of a time that comes twice, a week later",
      [7],
      "01:30",
      "America/New_York",
      "2026-11-01T06:00:00Z",
      "2026-11-08T06:30:00Z",
    ],
    [
      "where the day is left out, the week after",
      [5],
      "09:00",
      "Pacific/Apia",
      "2011-12-30T00:00:00Z",
      "2012-01-05T19:00:00Z",
    ],
    ["over a leap day", [3], "09:00", "UTC", "2028-02-28T10:00:00Z", "2028-03-01T09:00:00Z"],
  ])("%s", (_, days, at, timeZone, now, expected) => {
    const moment = { at: Date.parse(now), facts: {} };
    expect(shown(untilEnds(weekdays(days, at), moment, { timeZone, businessHours: null }))).toBe(expected);
  });

  it("has no end where the calendar has none", () => {
    const clock = { timeZone: "UTC", businessHours: null };
    expect(untilEnds(weekdays([1], "09:00"), { at: 8.64e15, facts: {} }, clock)).toBe("past");
  });
});

describe("a wait until the next opening", () => {
  const office: BusinessHours = { timeZone: "America/Sao_Paulo", days: [{ weekday: 1, from: "09:00", to: "18:00" }] };
  it.each<[string, BusinessHours | null, string]>([
    ["ends when the workspace opens", office, "2026-11-30T12:00:00Z"],
    ["ends at once where it is always open", null, "2026-11-28T12:00:00Z"],
    ["has no end where it never opens", { timeZone: "UTC", days: [] }, "never-open"],
    ["has no end where its hours cannot be read", { timeZone: "Mars/Base", days: [] }, "never-open"],
  ])("%s", (_, businessHours, expected) => {
    const moment = { at: Date.parse("2026-11-28T12:00:00Z"), facts: {} };
    expect(shown(untilEnds({ kind: "opening" }, moment, { timeZone: "UTC", businessHours }))).toBe(expected);
  });

  it("ends at once while it is open", () => {
    const at = Date.parse("2026-11-30T15:00:00Z");
    expect(untilEnds({ kind: "opening" }, { at, facts: {} }, { timeZone: "UTC", businessHours: office })).toBe(at);
  });
});

const ZONES = ["America/Sao_Paulo", "Europe/Lisbon", "America/New_York", "Pacific/Apia", "Asia/Kathmandu"];
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.constantFrom("00", "30"))
  .map(([hour, minute]) => `${String(hour).padStart(2, "0")}:${minute}`);
const date = fc.date({ min: new Date("2008-01-01"), max: new Date("2030-12-31"), noInvalidDate: true });

/** When luxon's calendar first shows a day and time, or later: minutes are few enough to look at each. */
function firstShown(day: DateTime, text: string): number {
  let at = day.minus({ hours: 2 }).toMillis();
  const [hour = 0, minute = 0] = text.split(":").map(Number);
  const wanted = Date.UTC(day.year, day.month - 1, day.day, hour, minute);
  const wallOf = (instant: number) =>
    instant + DateTime.fromMillis(instant, { zone: day.zoneName ?? "UTC" }).offset * 60_000;
  while (wallOf(at) < wanted) at += 30 * 60_000;
  return at;
}

describe("beside luxon", () => {
  it("days before and after a date end at the same instant", () => {
    const given = fc.tuple(fc.constantFrom(...ZONES), date, fc.integer({ min: -40, max: 40 }), time);
    fc.assert(
      fc.property(given, ([zone, when, days, at]) => {
        const value = when.toISOString().slice(0, 10);
        // What is skipped is luxon's own affair: its day there begins later.
        const day = DateTime.fromISO(value, { zone: "UTC" }).plus({ days });
        const there = day.setZone(zone, { keepLocalTime: true });
        fc.pre(there.toISODate() === day.toISODate());
        expect(byDate(value, [days, at], zone)).toBe(iso(firstShown(there, at)));
      }),
    );
  });

  it("a weekday ends at that weekday and time, within eight days where none is left out", () => {
    const given = fc.tuple(fc.constantFrom(...ZONES), date, fc.integer({ min: 1, max: 7 }), time);
    fc.assert(
      fc.property(given, ([zone, now, weekday, at]) => {
        const moment = { at: now.getTime(), facts: {} };
        const end = untilEnds(weekdays([weekday], at), moment, { timeZone: zone, businessHours: null });
        const there = DateTime.fromMillis(Number(end), { zone });
        expect(there.weekday).toBe(weekday);
        expect(there.toFormat("HH:mm") >= at).toBe(true);
        const longest = zone === "Pacific/Apia" && there.year === 2012 ? 15 : 8;
        expect(Number(end) - now.getTime()).toBeLessThanOrEqual(longest * 86_400_000);
        expect(Number(end)).toBeGreaterThan(now.getTime());
      }),
    );
  });
});
