import type { CalendarAttendee, CalendarEvent } from "@trilho/contract";
import type { Actor } from "../activities/history.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import type { Outcome } from "../../platform/service/outcome.ts";
import type { Position } from "../../platform/security/cursors.ts";

export type CalendarEventType = CalendarEvent["type"];
export type MeetingStatus = "scheduled" | "completed" | "no_show" | "canceled";

/** An event of any type as stored; `id` is that of its own table. */
export type StoredEvent = Omit<CalendarEvent, "editable">;

/** Which events: those that overlap `from` (inclusive) to `to` (exclusive), of these members, or of all for null. */
export interface CalendarFilter {
  from: string;
  to: string;
  userIds: readonly string[] | null;
  /** Those of the deal with this number alone; of all, and of none, for null. */
  dealSeq: number | null;
}

/** How long a meeting may be, and how long before a range an event that reaches into it is looked for. */
export const MAX_MEETING_DAYS = 31;

/** The writable part of a meeting. Instants are ISO 8601 in UTC, to the millisecond. */
export interface MeetingDraft {
  userId: string;
  title: string;
  description: string | null;
  startsAt: string;
  endsAt: string;
  allDay: boolean;
  dealId: string | null;
  contactId: string | null;
  attendees: CalendarAttendee[];
  conferenceUrl: string | null;
  location: string | null;
  status: MeetingStatus;
}

/** What the viewer may see: their own, those of visible deals, and, unless limited to own data, what has no deal. */
export interface CalendarStore {
  /** Events of one type by their start, ties by id. `now` (Unix ms) decides the status of what is due. */
  list(
    type: CalendarEventType,
    viewer: Viewer,
    filter: CalendarFilter,
    now: number,
    limit: number,
    after: Position | null,
  ): Promise<StoredEvent[]>;
  get(type: CalendarEventType, viewer: Viewer, id: string, now: number): Promise<StoredEvent | null>;
}

/** Native meetings. Changes write the history of their deals in the same transaction. */
export interface MeetingStore {
  /** Answers the new id. */
  create(workspaceId: string, actor: Actor, draft: MeetingDraft): Promise<string>;
  /** Null when the viewer sees no such meeting. */
  update(
    viewer: Viewer,
    actor: Actor,
    id: string,
    decide: (current: MeetingDraft) => Promise<Outcome<MeetingDraft>>,
  ): Promise<Outcome<null> | null>;
  /** False when the viewer sees none. */
  delete(viewer: Viewer, actor: Actor, id: string): Promise<boolean>;
}
