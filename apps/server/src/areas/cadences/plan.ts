import { nextOpening } from "@trilho/engine";
import type { CadenceStep } from "@trilho/contract";
import type { Calendar, StoredTask } from "./model.ts";
import { instantOf, localDay, minutesOf } from "../../platform/service/local-day.ts";

/** When a task is due, and from when on it is overdue. Unix ms. */
export interface DueTime {
  dueAt: number;
  overdueAt: number;
}

/** A task still to be stored. */
export type PlannedTask = CadenceStep & DueTime;

/** Steps from `startDay` on, each with its time: `startDay` (1 when it is 0) falls on the day of `startedAt`. */
export function planTasks(
  steps: readonly CadenceStep[],
  startDay: number,
  startedAt: number,
  calendar: Calendar,
): PlannedTask[] {
  const firstDay = Math.max(1, startDay);
  const today = localDay(startedAt, calendar.timeZone);
  return steps
    .filter(({ dayNumber }) => dayNumber >= firstDay)
    .map((step) => ({ ...step, ...dueOn(today + step.dayNumber - firstDay, step.timeOfDay, startedAt, calendar) }))
    .toSorted((a, b) => a.dayNumber - b.dayNumber || a.stepOrder - b.stepOrder);
}

/**
 * The time of a step on a local day: its time of day, or else the day's beginning, moved on to when the business hours
 * are open, and never before `earliest`.
 */
function dueOn(day: number, timeOfDay: string | null, earliest: number, calendar: Calendar): DueTime {
  const minutes = timeOfDay === null ? 0 : minutesOf(timeOfDay);
  return dueAtOrAfter(Math.max(instantOf(day, minutes, calendar.timeZone), earliest), calendar);
}

function dueAtOrAfter(at: number, { timeZone, businessHours }: Calendar): DueTime {
  const opening = businessHours === null ? { opensAt: at } : nextOpening(businessHours, at);
  // Hours that cannot be used or never open hold nobody up.
  const dueAt = "opensAt" in opening ? opening.opensAt : at;
  return { dueAt, overdueAt: instantOf(localDay(dueAt, timeZone) + 1, 0, timeZone) };
}

/**
 * The time of an open task after a pause. One that was already due keeps it; others move on by as many local days as
 * the pause took, so that the rhythm of the cadence stays.
 */
export function postponed(
  task: Pick<StoredTask, "dueAt" | "overdueAt">,
  pausedAt: number,
  resumedAt: number,
  calendar: Calendar,
): DueTime {
  if (task.dueAt <= pausedAt) return { dueAt: task.dueAt, overdueAt: task.overdueAt };
  const { timeZone } = calendar;
  const days = localDay(resumedAt, timeZone) - localDay(pausedAt, timeZone);
  const day = localDay(task.dueAt, timeZone);
  const sinceMidnight = task.dueAt - instantOf(day, 0, timeZone);
  const moved = instantOf(day + days, Math.floor(sinceMidnight / 60_000), timeZone) + (sinceMidnight % 60_000);
  return dueAtOrAfter(Math.max(moved, resumedAt), calendar);
}
