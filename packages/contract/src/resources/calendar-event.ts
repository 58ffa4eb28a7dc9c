import { Type } from "typebox";
import { dateTime, madeByTest, nullable, oneOf } from "../schema.ts";

export const CALENDAR_EVENT_TYPES = ["meeting", "task", "cadence_step", "external"] as const;
export const CalendarEventType = oneOf(CALENDAR_EVENT_TYPES);

export const MEETING_STATUSES = ["scheduled", "completed", "no_show", "canceled"] as const;
const MeetingStatus = oneOf(MEETING_STATUSES);

/** Who attends: a member, a contact, or somebody by e-mail alone. */
export const CalendarAttendee = Type.Object({
  userId: nullable(Type.String()),
  contactId: nullable(Type.String()),
  email: nullable(Type.String()),
  name: nullable(Type.String()),
});

/**
 * Anything that stands in a calendar. Tasks and cadence steps start and end when they are due, and `status` is theirs.
 * `userId` is whose it is: organiser, assignee, owner. Only native meetings are `editable`.
 */
export const CalendarEvent = Type.Object({
  id: Type.String(),
  type: CalendarEventType,
  title: Type.String(),
  description: nullable(Type.String()),
  startsAt: dateTime(),
  endsAt: dateTime(),
  allDay: Type.Boolean(),
  userId: Type.String(),
  dealSeq: nullable(Type.Integer()),
  contactId: nullable(Type.String()),
  attendees: Type.Array(CalendarAttendee),
  conferenceUrl: nullable(Type.String()),
  location: nullable(Type.String()),
  status: Type.String(),
  editable: Type.Boolean(),
  test: madeByTest(),
});

const title = () => Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });
const id = () => Type.String({ minLength: 1 });

/** At least one of `userId`, `contactId` and `email`. */
const attendee = Type.Object({
  userId: Type.Optional(nullable(id())),
  contactId: Type.Optional(nullable(id())),
  email: Type.Optional(nullable(Type.String({ format: "email", maxLength: 255 }))),
  name: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
});

const details = {
  description: Type.Optional(nullable(Type.String({ maxLength: 5000 }))),
  allDay: Type.Optional(Type.Boolean()),
  /** The organiser; the key's member by default. */
  userId: Type.Optional(id()),
  dealSeq: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  /** Left out in a creation: the deal's contact. */
  contactId: Type.Optional(nullable(id())),
  attendees: Type.Optional(Type.Array(attendee, { maxItems: 50 })),
  conferenceUrl: Type.Optional(nullable(Type.String({ maxLength: 1000, pattern: "^https?://\\S+$" }))),
  location: Type.Optional(nullable(Type.String({ maxLength: 500 }))),
  status: Type.Optional(MeetingStatus),
};

export const CreateMeetingRequest = Type.Object({
  title: title(),
  startsAt: dateTime(),
  endsAt: dateTime(),
  ...details,
});

export const UpdateMeetingRequest = Type.Object({
  title: Type.Optional(title()),
  startsAt: Type.Optional(dateTime()),
  endsAt: Type.Optional(dateTime()),
  ...details,
});
