import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope, page } from "../envelopes.ts";
import {
  CalendarEvent,
  CalendarEventType,
  CreateMeetingRequest,
  UpdateMeetingRequest,
} from "../resources/calendar-event.ts";
import type { Route } from "../route.ts";
import { described, listOf } from "../schema.ts";
import { cursor, dealSeq, idOf, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Calendar", features: ["API_ACCESS", "CALENDAR"], unknownQuery: "ignore" } as const;
const read = { ...group, method: "GET", permission: null } as const;
const edit = { ...group, permission: "deals.edit" } as const;

const byId = Type.Object({ id: idOf("the event", EXAMPLE_IDS.meeting) });
const one = { status: 200, schema: envelope(CalendarEvent) } as const;

const instant = (description: string, example: string) =>
  Type.String({ format: "date-time", description, examples: [example] });

export const CALENDAR_ROUTES = {
  listCalendarEvents: {
    ...read,
    client: "calendar.list",
    path: "/calendar/events",
    summary: "Meetings, tasks, cadence steps and external events of at most 92 days, in their order",
    description:
      "By their start, over all members unless `userIds` narrows them. What is due has no length. Events from " +
      "calendars elsewhere are their owner's alone to see; members limited to own data get 403 for others' " +
      "calendars. With `dealSeq` they see all of a deal that is theirs to see, whoever's calendar it stands in.",
    query: Type.Object({
      from: instant("Where the time begins.", "2026-03-01T00:00:00Z"),
      to: instant("Where it ends, at most 92 days later.", "2026-03-31T00:00:00Z"),
      userIds: Type.Optional(described(listOf(Type.String()), "Events of these members; of all by default.")),
      /** An extension of the contract. */
      dealSeq: Type.Optional(dealSeq()),
      types: Type.Optional(described(listOf(CalendarEventType), "Events of these types.")),
      limit: limit(PAGE_SIZES.calendarEvents),
      cursor: cursor(),
    }),
    unknownValues: { types: "reject" },
    success: { status: 200, schema: envelope(page(CalendarEvent)) },
    errors: [400, 401, 403, 429],
  },
  createMeeting: {
    ...edit,
    client: "calendar.create",
    method: "POST",
    path: "/calendar/events",
    summary: "Create a meeting",
    description:
      "Told in the history of its deal. It stands in the calendars of its organiser and of the members who attend, " +
      "and lasts 31 days at most.",
    body: CreateMeetingRequest,
    success: { status: 201, schema: envelope(CalendarEvent) },
    errors: [400, 401, 403, 429],
  },
  getCalendarEvent: {
    ...read,
    client: "calendar.get",
    path: "/calendar/events/{id}",
    summary: "One event of any type",
    description: "Only native meetings are `editable`. Ids of other events begin with their type.",
    params: byId,
    success: one,
    errors: [401, 403, 404, 429],
  },
  updateMeeting: {
    ...edit,
    client: "calendar.update",
    method: "PATCH",
    path: "/calendar/events/{id}",
    summary: "Change a meeting; other events are changed where they come from",
    description: "What is left out stays. An event that is no native meeting is a 422.",
    params: byId,
    body: UpdateMeetingRequest,
    success: one,
    errors: [400, 401, 403, 404, 422, 429],
  },
  deleteMeeting: {
    ...edit,
    client: "calendar.delete",
    method: "DELETE",
    path: "/calendar/events/{id}",
    summary: "Remove a meeting for good; other events are removed where they come from",
    description: "An event that is no native meeting is a 422.",
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 422, 429],
  },
} as const satisfies Record<string, Route>;
