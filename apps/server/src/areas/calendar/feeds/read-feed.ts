import { isTimeZone } from "@trilho/engine";
import { setImmediate as breathe } from "node:timers/promises";
import ICAL from "ical.js";
import type { FeedContent, FeedEvent, FeedRange } from "../feeds.ts";
import { type Otherwise, toFeedEvent } from "./event.ts";
import { occurrencesOf, type Series } from "./series.ts";
import { createTimeLimit, processorMs } from "./time-limit.ts";

// Calendars write days where they say instants, and the other way round.
ICAL.design.strict = false;

const MAX_EVENTS = 5000;
/** Of one series: honest ones take a fraction of it. */
const SERIES_MS = 1000;
/** Of a whole feed, in processor time. */
const FEED_MS = 20_000;
/** How long others wait for the processor. */
const SLICE_MS = 20;

/** Reads the text of an iCalendar file (RFC 5545), a slice at a time. Of one that is none, nothing. */
export async function readFeed(content: string, range: FeedRange): Promise<FeedContent> {
  // What no database takes.
  const { blocks, rest } = splitEvents(content.replaceAll("\0", ""));
  const calendar = parseCalendar(rest);
  if (calendar === null) return { events: null, problem: "Its content is no calendar (iCalendar)." };
  const reading: Reading = { range, otherwise: otherwiseOf(calendar, range), limited: createTimeLimit(SERIES_MS) };
  const pause = createPause();
  const events = new Map<string, FeedEvent>();
  let unreadable = 0;

  const series = new Map<string, Series>();
  for (const block of blocks) {
    if (!addEvent(series, block, calendar)) unreadable += 1;
    if (!(await pause())) return TOO_LONG;
  }
  for (const each of series.values()) {
    const found = readSeries(each, reading);
    if (found === null) unreadable += 1;
    for (const event of found ?? []) events.set(event.externalId, event);
    if (!(await pause())) return TOO_LONG;
  }
  return { events: firstOf([...events.values()]), problem: problemOf(unreadable, events.size) };
}

interface Reading {
  range: FeedRange;
  otherwise: Otherwise;
  limited: <T>(work: () => T) => T;
}

const TOO_LONG: FeedContent = { events: null, problem: "Its content takes too long to read." };

/** Components begin and end on lines of their own; what is folded into several lines begins with a space. */
function splitEvents(text: string): { blocks: string[]; rest: string } {
  const [head = "", ...parts] = text.split(/^(?=BEGIN:VEVENT[ \t]*\r?$)/im);
  const blocks: string[] = [];
  const rest = parts.map((part) => {
    const end = /^END:VEVENT[ \t]*\r?\n?/im.exec(part);
    if (end === null) return part;
    const length = end.index + end[0].length;
    blocks.push(part.slice(0, length));
    return part.slice(length);
  });
  return { blocks, rest: head + rest.join("") };
}

/** The calendar without its events: its time zones, mostly. */
function parseCalendar(text: string): ICAL.Component | null {
  try {
    const calendar = new ICAL.Component(ICAL.parse(text));
    return calendar.name === "vcalendar" ? calendar : null;
  } catch {
    // The library throws for what it cannot read, quoting it.
    return null;
  }
}

/** Google's name for the calendar's time zone, where times have none of their own. */
function otherwiseOf(calendar: ICAL.Component, { timeZone, untitled }: FeedRange): Otherwise {
  const own = calendar.getFirstPropertyValue("x-wr-timezone");
  return { untitled, timeZone: typeof own === "string" && isTimeZone(own) ? own : timeZone };
}

/** False for one that cannot be read. */
function addEvent(series: Map<string, Series>, block: string, calendar: ICAL.Component): boolean {
  try {
    const component = new ICAL.Component(ICAL.parse(block), calendar);
    // Without exceptions of its own it would look for them in the whole calendar.
    const event = new ICAL.Event(component, { exceptions: [], strictExceptions: false });
    if (typeof event.uid !== "string" || !component.hasProperty("dtstart")) return false;
    const known = series.get(event.uid) ?? { main: null, exceptions: [] };
    if (event.isRecurrenceException()) known.exceptions.push(event);
    else known.main = event;
    series.set(event.uid, known);
    return true;
  } catch {
    return false;
  }
}

/** Null for a series that cannot be read, or not in time. */
function readSeries(series: Series, { range, otherwise, limited }: Reading): FeedEvent[] | null {
  const isInRange = ({ startsAt, endsAt }: FeedEvent): boolean => {
    const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)];
    return start < range.to && (end > range.from || start >= range.from);
  };
  try {
    return limited(() =>
      occurrencesOf(series, range.from / 1000, range.to / 1000)
        .map((occurrence) => toFeedEvent(occurrence, otherwise))
        .filter(isInRange),
    );
  } catch {
    return null;
  }
}

/** Lets others have the processor from time to time. False when the whole has taken too much of it. */
function createPause(): () => Promise<boolean> {
  let used = 0;
  let since = processorMs();
  return async () => {
    const slice = processorMs() - since;
    if (slice < SLICE_MS) return true;
    used += slice;
    await breathe();
    since = processorMs();
    return used < FEED_MS;
  };
}

const firstOf = (events: readonly FeedEvent[]): FeedEvent[] =>
  events.toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt)).slice(0, MAX_EVENTS);

function problemOf(unreadable: number, events: number): string | null {
  const problems = [
    ...(unreadable > 0 ? [`${unreadable} of its events cannot be read.`] : []),
    ...(events > MAX_EVENTS ? [`Of its ${events} events, only the first ${MAX_EVENTS} are shown.`] : []),
  ];
  return problems.length === 0 ? null : problems.join(" ");
}
