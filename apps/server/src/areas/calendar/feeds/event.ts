import { DAY_MS, isTimeZone } from "@trilho/engine";
import type { CalendarAttendee } from "@trilho/contract";
import ICAL from "ical.js";
import { instantOf } from "../../../platform/service/local-day.ts";
import type { FeedEvent } from "../feeds.ts";

const MAX_ATTENDEES = 100;

/** Where calendars say how to take part from afar. */
const CONFERENCES = [
  "conference",
  "x-google-conference",
  "x-microsoft-skypeteamsmeetingurl",
  "x-microsoft-onlinemeetingexternallink",
  "location",
];

export interface Occurrence {
  item: ICAL.Event;
  start: ICAL.Time;
  end: ICAL.Time;
  externalId: string;
}

/** The defaults of an occurrence. */
export interface Otherwise {
  timeZone: string;
  untitled: string;
}

export const isCancelled = ({ component }: ICAL.Event): boolean => textOf(component, "status", 20) === "CANCELLED";

export function toFeedEvent({ item, start, end, externalId }: Occurrence, otherwise: Otherwise): FeedEvent {
  const { component } = item;
  const timeZone = zoneOf(component, otherwise);
  const [from, to] = [toInstant(start, timeZone), toInstant(end, timeZone)];
  return {
    externalId,
    title: textOf(component, "summary", 255) ?? otherwise.untitled,
    description: textOf(component, "description", 5000),
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(Math.max(from, to)).toISOString(),
    allDay: start.isDate,
    attendees: component.getAllProperties("attendee").slice(0, MAX_ATTENDEES).flatMap(toAttendee),
    conferenceUrl: CONFERENCES.map((name) => textOf(component, name, 1000)).find(isWebAddress) ?? null,
    location: textOf(component, "location", 500),
    status: textOf(component, "status", 20)?.toLowerCase() ?? "confirmed",
  };
}

/** Zones are the calendar's own, as it describes them. What it does not describe is one that the platform knows. */
function zoneOf(component: ICAL.Component, { timeZone }: Otherwise): string {
  const name = component.getFirstProperty("dtstart")?.getParameter("tzid");
  return typeof name === "string" && isTimeZone(name) ? name : timeZone;
}

/** Unix ms. */
function toInstant(time: ICAL.Time, timeZone: string): number {
  if (!time.isDate && time.zone !== ICAL.Timezone.localTimezone) return time.toUnixTime() * 1000;
  const day = Date.UTC(time.year, time.month - 1, time.day) / DAY_MS;
  return instantOf(day, time.hour * 60 + time.minute + time.second / 60, timeZone);
}

function toAttendee(property: ICAL.Property): CalendarAttendee[] {
  const address = /^mailto:(.*)$/i.exec(cleaned(property.getFirstValue(), 300) ?? "")?.[1];
  const email = address?.includes("@") ? address : null;
  const name = cleaned(property.getParameter("cn"), 255);
  return email === null && name === null ? [] : [{ userId: null, contactId: null, email, name }];
}

const isWebAddress = (text: string | null): boolean => text !== null && /^https?:\/\/\S+$/i.test(text);

const textOf = (component: ICAL.Component, name: string, max: number): string | null =>
  cleaned(component.getFirstPropertyValue(name), max);

/** A text that is no longer than the API's own may be; null for none. */
const cleaned = (value: unknown, max: number): string | null =>
  (typeof value === "string" &&
    value
      .trim()
      .slice(0, max)
      .replace(/\p{Surrogate}$/u, "")) ||
  null;
