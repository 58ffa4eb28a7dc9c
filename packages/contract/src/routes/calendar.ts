import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import {
  CalendarEvent,
  CalendarEventType,
  CreateMeetingRequest,
  UpdateMeetingRequest,
} from "../resources/calendar-event.ts";
import type { Route } from "../route.ts";
import { dateTime, listOf } from "../schema.ts";
import { cursor, limit, PAGE_SIZES } from "./parameters.ts";

const group = { group: "Calendar", features: ["API_ACCESS", "CALENDAR"], unknownQuery: "ignore" } as const;
const read = { ...group, method: "GET", permission: null } as const;
const edit = { ...group, permission: "deals.edit" } as const;

const byId = Type.Object({ id: Type.String() });
const one = { status: 200, schema: envelope(CalendarEvent) } as const;

export const CALENDAR_ROUTES = {
  listCalendarEvents: {
    ...read,
    client: "calendar.list",
    path: "/calendar/events",
    summary: "Meetings, tasks, cadence steps and external events of at most 92 days, in their order",
    query: Type.Object({
      from: dateTime(),
      to: dateTime(),
      userIds: Type.Optional(listOf(Type.String())),
      types: Type.Optional(listOf(CalendarEventType)),
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
    body: CreateMeetingRequest,
    success: { status: 201, schema: envelope(CalendarEvent) },
    errors: [400, 401, 403, 429],
  },
  getCalendarEvent: {
    ...read,
    client: "calendar.get",
    path: "/calendar/events/{id}",
    summary: "One event of any type",
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
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 422, 429],
  },
} as const satisfies Record<string, Route>;
