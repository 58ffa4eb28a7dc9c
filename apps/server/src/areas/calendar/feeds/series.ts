import { DAY_SECONDS } from "@trilho/engine";
import ICAL from "ical.js";
import { isCancelled, type Occurrence } from "./event.ts";

/** Everything in a calendar under one UID. */
export interface Series {
  /** Null where it has only single occurrences of what stands in somebody else's calendar. */
  main: ICAL.Event | null;
  /** Occurrences that differ from the rule. */
  exceptions: ICAL.Event[];
}

/** Occurrences that may lie between two instants (Unix seconds); whoever asks looks closer. */
export function occurrencesOf({ main, exceptions }: Series, from: number, to: number): Occurrence[] {
  const singles = exceptions
    .filter((exception) => !isCancelled(exception))
    .map((item) => single(item, item.recurrenceId));
  if (main === null) return singles;
  if (isCancelled(main)) return [];
  if (!main.isRecurring()) return [single(main, null), ...singles];
  return [...repeated(main, exceptions, from, to), ...singles];
}

function repeated(main: ICAL.Event, exceptions: readonly ICAL.Event[], from: number, to: number): Occurrence[] {
  for (const exception of exceptions) main.relateException(exception);
  const occurrences: Occurrence[] = [];
  const times = new ICAL.RecurExpansion({ component: main.component, dtstart: beginningOf(main, from) });
  for (let time = nextOf(times); time !== null && time.toUnixTime() < to + DAY_SECONDS; time = nextOf(times)) {
    if (time.toUnixTime() + main.duration.toSeconds() < from - DAY_SECONDS) continue;
    const { item, startDate, endDate } = main.getOccurrenceDetails(time);
    // An exception is an occurrence of its own, wherever it was moved to; one with a range changes those behind it too.
    const isItself = item === main || item.modifiesFuture();
    if (isItself && !isCancelled(item))
      occurrences.push({ item, start: startDate, end: endDate, externalId: idOf(main, time) });
  }
  return occurrences;
}

const nextOf = (times: ICAL.RecurExpansion): ICAL.Time | null => times.next() ?? null;

/**
 * The library goes through a rule from its first day on. Of one that only counts days or weeks, and not how often it has
 * happened, what lies long before the range can be left out.
 */
function beginningOf({ component, startDate }: ICAL.Event, from: number): ICAL.Time {
  const [rule, ...more] = component.getAllProperties("rrule").map((property) => property.getFirstValue());
  if (!(rule instanceof ICAL.Recur) || more.length > 0 || rule.isByCount()) return startDate;
  const step = { DAILY: rule.interval, WEEKLY: 7 * rule.interval }[String(rule.freq)] ?? 0;
  const days = (from - startDate.toUnixTime()) / DAY_SECONDS - MARGIN_DAYS;
  if (step < 1 || days < step) return startDate;
  const beginning = startDate.clone();
  beginning.adjust(Math.floor(days / step) * step, 0, 0, 0);
  return beginning;
}

/** For events that last, and for weeks that begin on another day. */
const MARGIN_DAYS = 62;

const single = (item: ICAL.Event, recurrenceId: ICAL.Time | null): Occurrence => ({
  item,
  start: item.startDate,
  end: item.endDate,
  externalId: idOf(item, recurrenceId),
});

/** The same for an occurrence and for the exception that takes its place, however either writes its time. */
const idOf = ({ uid }: ICAL.Event, time: ICAL.Time | null): string =>
  time === null ? uid : `${uid}/${time.toUnixTime()}`;
