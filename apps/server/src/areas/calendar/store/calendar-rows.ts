import { DAY_MS } from "@trilho/engine";
import type { CalendarAttendee } from "@trilho/contract";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type CalendarFilter, MAX_MEETING_DAYS, type StoredEvent } from "../port.ts";
import { iso } from "../../../platform/database/columns.ts";

/** Events of a table that overlap a range. The lower bound of their start lets the index seek. */
export function overlaps(table: "meetings" | "external_events", { from, to }: CalendarFilter): RawBuilder<SqlBool> {
  const [start, end] = [sql.ref(`${table}.starts_at`), sql.ref(`${table}.ends_at`)];
  const [first, last] = [new Date(from), new Date(to)];
  const earliest = new Date(first.getTime() - MAX_MEETING_DAYS * DAY_MS);
  return sql<SqlBool>`(${start} < ${last} and ${start} >= ${earliest} and (${end} > ${first} or ${start} >= ${first}))`;
}

interface AppointmentRow {
  id: string;
  title: string;
  description: string | null;
  starts_at: Date;
  ends_at: Date;
  all_day: boolean;
  attendees: CalendarAttendee[];
  conference_url: string | null;
  location: string | null;
  status: string;
}

/** What meetings and external events have in common. */
export const appointment = (row: AppointmentRow) => ({
  id: row.id,
  title: row.title,
  description: row.description,
  startsAt: iso(row.starts_at),
  endsAt: iso(row.ends_at),
  allDay: row.all_day,
  attendees: row.attendees,
  conferenceUrl: row.conference_url,
  location: row.location,
  status: row.status,
});

type DueEvent = Pick<StoredEvent, "startsAt" | "endsAt" | "allDay" | "attendees" | "conferenceUrl" | "location">;

/** What is due at an instant (ISO 8601), as an event without length. */
export const dueAt = (instant: string): DueEvent => ({
  startsAt: instant,
  endsAt: instant,
  allDay: false,
  attendees: [],
  conferenceUrl: null,
  location: null,
});
