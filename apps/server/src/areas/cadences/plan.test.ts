import type { CadenceStep } from "@trilho/contract";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { instantOf, localDay, minutesOf } from "../../platform/service/local-day.ts";
import { toStep } from "./definition.ts";
import type { Calendar } from "./model.ts";
import { planTasks, postponed } from "./plan.ts";

const ZONES = ["UTC", "America/Sao_Paulo", "America/New_York", "Europe/Lisbon", "Asia/Kathmandu", "Pacific/Apia"];
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const at = (text: string): number => Date.parse(text);
const iso = (instant: number): string => new Date(instant).toISOString();
const dayOf = (date: string): number => at(`${date}T00:00:00Z`) / DAY;

describe("local days and times", () => {
  test.each([
    ["São Paulo", "America/Sao_Paulo", "2026-03-02", "09:00", "2026-03-02T12:00:00.000Z"],
    ["New York in winter", "America/New_York", "2026-01-05", "09:00", "2026-01-05T14:00:00.000Z"],
    ["New York in summer", "America/New_York", "2026-07-06", "09:00", "2026-07-06T13:00:00.000Z"],
    [
      "a time that the clocks skip, moved on by the gap",
      "America/New_York",
      "2026-03-08",
      "02:30",
      "2026-03-08T07:30:00.000Z",
    ],
    ["just after the clocks went on", "America/New_York", "2026-03-08", "04:00", "2026-03-08T08:00:00.000Z"],
    [
      "a time that comes twice, the first of both",
      "America/New_York",
      "2026-11-01",
      "01:30",
      "2026-11-01T05:30:00.000Z",
    ],
    ["the far side of the date line", "Pacific/Apia", "2026-03-02", "00:00", "2026-03-01T11:00:00.000Z"],
    ["a zone that nobody knows, as UTC", "Moon/Base", "2026-03-02", "09:00", "2026-03-02T09:00:00.000Z"],
  ])("%s", (_, zone, date, time, expected) => {
    const instant = instantOf(dayOf(date), minutesOf(time), zone);
    expect(iso(instant)).toBe(expected);
    expect(localDay(instant, zone)).toBe(dayOf(date));
  });

  test("every minute of a day lies on that day, in every zone", () => {
    const instants = { min: at("2000-01-01T00:00:00Z"), max: at("2060-01-01T00:00:00Z") };
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.integer(instants),
        fc.integer({ min: 0, max: 1439 }),
        (zone, instant, minutes) => {
          const day = localDay(instant, zone);
          // Apia skipped 30 December 2011 whole.
          fc.pre(zone !== "Pacific/Apia" || Math.abs(day - dayOf("2011-12-30")) > 1);
          expect(localDay(instantOf(day, minutes, zone), zone)).toBe(day);
          expect(instantOf(day, 0, zone)).toBeLessThanOrEqual(instant);
          expect(instantOf(day + 1, 0, zone)).toBeGreaterThan(instant);
        },
      ),
      { numRuns: 300 },
    );
  });
});

const step = ({ stepOrder = 1, ...change }: Partial<CadenceStep>): CadenceStep =>
  toStep({ dayNumber: 1, channel: "research", ...change }, stepOrder);

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" }));
const OPEN: Calendar = { timeZone: "America/Sao_Paulo", businessHours: null };
const OFFICE: Calendar = { ...OPEN, businessHours: { timeZone: "America/Sao_Paulo", days: weekdays } };

describe("the plan of a cadence", () => {
  test.each([
    // Friday, 10:30 in São Paulo.
    ["without hours, at the day's beginning", OPEN, step({ dayNumber: 2 }), "2026-03-07T03:00:00.000Z"],
    ["without hours, at its time", OPEN, step({ dayNumber: 2, timeOfDay: "08:15" }), "2026-03-07T11:15:00.000Z"],
    ["on the first day, not before it began", OPEN, step({}), "2026-03-06T13:30:00.000Z"],
    [
      "on the first day at a time that is past, at once",
      OPEN,
      step({ timeOfDay: "07:00" }),
      "2026-03-06T13:30:00.000Z",
    ],
    ["on a day that is closed, when it opens again", OFFICE, step({ dayNumber: 2 }), "2026-03-09T12:00:00.000Z"],
    ["after closing, on the next open day", OFFICE, step({ timeOfDay: "20:00" }), "2026-03-09T12:00:00.000Z"],
    ["on an open day, when it opens", OFFICE, step({ dayNumber: 4 }), "2026-03-09T12:00:00.000Z"],
    [
      "with hours that never open, as without any",
      { ...OPEN, businessHours: { timeZone: "UTC", days: [] } },
      step({ dayNumber: 2, timeOfDay: "10:00" }),
      "2026-03-07T13:00:00.000Z",
    ],
  ])("puts a step %s", (_, calendar, one, dueAt) => {
    const [task] = planTasks([one], 0, at("2026-03-06T13:30:00Z"), calendar);
    expect(iso(task?.dueAt ?? 0)).toBe(dueAt);
    // Overdue with the end of its local day.
    expect(localDay(task?.overdueAt ?? 0, calendar.timeZone)).toBe(localDay(task?.dueAt ?? 0, calendar.timeZone) + 1);
  });

  test("leaves out the days before the start day, which is today, and sorts by day and place", () => {
    const steps = [
      step({ dayNumber: 9 }),
      step({ dayNumber: 5, stepOrder: 2 }),
      step({ dayNumber: 5 }),
      step({ dayNumber: 4 }),
    ];
    const tasks = planTasks(steps, 5, at("2026-03-06T13:30:00Z"), OPEN);
    expect(tasks.map(({ dayNumber, stepOrder, dueAt }) => [dayNumber, stepOrder, iso(dueAt)])).toEqual([
      [5, 1, "2026-03-06T13:30:00.000Z"],
      [5, 2, "2026-03-06T13:30:00.000Z"],
      [9, 1, "2026-03-10T03:00:00.000Z"],
    ]);
  });

  test("never puts a step before the start, and never a later day before an earlier one", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: at("2024-01-01T00:00:00Z"), max: at("2030-01-01T00:00:00Z") }),
        fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 8 }),
        fc.constantFrom(OPEN, OFFICE, { timeZone: "America/New_York", businessHours: null }),
        (startedAt, days, calendar) => {
          const tasks = planTasks(
            days.map((dayNumber) => step({ dayNumber })),
            0,
            startedAt,
            calendar,
          );
          const dues = tasks.map(({ dueAt }) => dueAt);
          expect(dues.every((dueAt) => dueAt >= startedAt)).toBe(true);
          expect(dues).toEqual(dues.toSorted((a, b) => a - b));
          expect(tasks.every(({ dueAt, overdueAt }) => overdueAt > dueAt)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe("after a pause", () => {
  const pausedAt = at("2026-03-06T13:30:00Z");
  const task = (dueAt: string) => ({ dueAt: at(dueAt), overdueAt: at(dueAt) + DAY });

  test("what was due already stays so", () => {
    const due = task("2026-03-05T12:00:00Z");
    expect(postponed(due, pausedAt, pausedAt + 9 * DAY, OPEN)).toEqual(due);
  });

  test.each<[string, string, Calendar, string, time?: string]>([
    ["the same day, nothing moves", "2026-03-06T20:00:00Z", OPEN, "2026-03-09T12:00:00.000Z"],
    ["three days later, by three days", "2026-03-09T13:30:00Z", OPEN, "2026-03-12T12:00:00.000Z"],
    ["at the same second as before", "2026-03-07T13:30:00Z", OPEN, "2026-03-10T12:00:30.500Z", "12:00:30.500"],
    ["onto a closed day, to when it opens", "2026-03-11T13:30:00Z", OFFICE, "2026-03-16T12:00:00.000Z"],
  ])("%s", (_, resumedAt, calendar, dueAt, time = "12:00:00") => {
    const moved = postponed(task(`2026-03-09T${time}Z`), pausedAt, at(resumedAt), calendar);
    expect(iso(moved.dueAt)).toBe(dueAt);
  });

  test("nothing that was still to come is due before the pause ended", () => {
    const later = at("2026-03-10T21:00:00Z");
    expect(postponed(task("2026-03-06T13:31:00Z"), pausedAt, later, OPEN).dueAt).toBe(later);
  });
});
