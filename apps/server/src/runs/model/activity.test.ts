import { DAY_MS } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { type DayCount, silenceOf, type StartsOfAutomation } from "./activity.ts";

const FIRST = Date.parse("2026-08-01T00:00:00Z");
const days = Array.from({ length: 100 }, (_, at) => ({ date: "", from: FIRST + at * DAY_MS }));
const TODAY = 99;
/** Noon of today. */
const NOW = FIRST + TODAY * DAY_MS + DAY_MS / 2;

/** So many starts on each of some days before today. */
const starts = (perDay: (before: number) => number, change: Partial<StartsOfAutomation> = {}): StartsOfAutomation => {
  const counts = days.flatMap((_, day): DayCount[] => {
    const runs = perDay(TODAY - day);
    return runs === 0 ? [] : [{ day, outcome: "completed", runs }];
  });
  const last = counts.at(-1)?.day;
  const lastStartedAt = last === undefined ? null : FIRST + last * DAY_MS + DAY_MS / 2;
  return { automationId: "a", enabled: true, onSince: FIRST, lastStartedAt, counts, ...change };
};

/** Twelve a day until so many days ago. */
const until =
  (ago: number, usual = 12) =>
  (before: number): number =>
    before >= ago ? usual : 0;

describe("silence", () => {
  it.each<[what: string, starts: StartsOfAutomation, silentDays: number | null, perDay?: number]>([
    ["that began today is none", starts(until(0)), null],
    ["of a day is none", starts(until(1)), null],
    ["of two days counts where no day passed without a start", starts(until(2)), 2, 12],
    ["of nine days says what was usual before", starts(until(9)), 9, 12],
    ["of two months is still told", starts(until(60)), 60, 12],
    ["means nothing of what starts less than once a day", starts((before) => (before === 20 ? 6 : 0)), null],
    ["of a young automation is measured by a week", starts((before) => (before === 20 ? 70 : 0)), 20, 10],
    // Two days of rest after five of work; the last working day was so many days ago.
    [
      "of five days is usual where weekends rest",
      starts((before) => (before >= 5 && (before - 5) % 7 < 5 ? 14 : 0)),
      null,
    ],
    ["of six days is not", starts((before) => (before >= 6 && (before - 6) % 7 < 5 ? 14 : 0)), 6, 10.8],
    ["counts from when it was switched on", starts(until(9), { onSince: NOW - 3 * DAY_MS }), 3, 12],
    ["is none just after it was switched on", starts(until(9), { onSince: NOW - DAY_MS }), null],
    ["is none while it is off", starts(until(9), { enabled: false }), null],
    ["is none of what never started", starts(() => 0), null],
  ])("%s", (_, automation, silentDays, perDay) => {
    const silence = silenceOf(automation, days, NOW);
    expect(silence).toEqual(silentDays === null ? null : { since: NOW - silentDays * DAY_MS, perDay });
  });
});
