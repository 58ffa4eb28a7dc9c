import { DAY_MS } from "@trilho/engine";

/** What became of a run, as activity counts it. */
export const OUTCOMES = ["completed", "failed", "underWay", "stopped"] as const;

/** So many runs began on a day (its place among those asked for) and have come to this. */
export interface DayCount {
  day: number;
  outcome: (typeof OUTCOMES)[number];
  runs: number;
}

/** An automation's starts, tests' apart. Times are Unix ms. */
export interface StartsOfAutomation {
  automationId: string;
  enabled: boolean;
  /** What happened before starts nothing. */
  onSince: number;
  lastStartedAt: number | null;
  /** At least of the days asked for and of the `USUAL_DAYS` before it last started. */
  counts: readonly DayCount[];
}

/** A day of the workspace, "YYYY-MM-DD", and when it begins, Unix ms. */
export interface LocalDay {
  date: string;
  from: number;
}

export interface ActivityCounts {
  /** Today and so many days before it, oldest first, by the database's clock. */
  days(timeZone: string, before: number): Promise<LocalDay[]>;
  /** Those of all automations of a workspace by `days`; counted from `from` on, or earlier where they last started earlier. */
  starts(workspaceId: string, days: readonly LocalDay[], from: number): Promise<StartsOfAutomation[]>;
}

/** What is usual is read from so many days before the silence. */
export const USUAL_DAYS = 28;
/** An automation is known by then, if it is younger. */
const KNOWN_DAYS = 7;
/** Less often than this, a silence means nothing. */
const LEAST_A_DAY = 1;
const LEAST_SILENCE_MS = 2 * DAY_MS;

/** Since when an automation has not started, Unix ms, and how often a day it used to. */
export interface Silence {
  since: number;
  perDay: number;
}

/**
 * Whether an automation that is on has not started for much longer than usual: for two days, and for more than twice as
 * long as it ever did while it was usual. Whole days without a start count, so that one that rests at weekends is given
 * nearly a week.
 */
export function silenceOf(starts: StartsOfAutomation, days: readonly LocalDay[], now: number): Silence | null {
  const { enabled, onSince, lastStartedAt } = starts;
  if (!enabled || lastStartedAt === null) return null;
  const last = days.findLastIndex(({ from }) => from <= lastStartedAt);
  const runs = new Map<number, number>();
  for (const { day, runs: more } of starts.counts) {
    if (day <= last && day > last - USUAL_DAYS) runs.set(day, (runs.get(day) ?? 0) + more);
  }
  if (runs.size === 0) return null;
  const active = [...runs.keys()].toSorted((one, other) => one - other);
  const first = active[0] ?? last;
  const total = [...runs.values()].reduce((sum, more) => sum + more, 0);
  const perDay = total / Math.max(KNOWN_DAYS, last - first + 1);
  const longestRest = Math.max(0, ...active.slice(1).map((day, at) => day - (active[at] ?? day) - 1));
  const since = Math.max(lastStartedAt, onSince);
  const isSilent = now - since >= Math.max(LEAST_SILENCE_MS, 2 * (longestRest + 1) * DAY_MS);
  return perDay >= LEAST_A_DAY && isSilent ? { since, perDay: Math.round(perDay * 10) / 10 } : null;
}
