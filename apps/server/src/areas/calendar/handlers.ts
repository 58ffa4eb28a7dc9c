import { PAGE_SIZES } from "@trilho/contract";
import type { CalendarService } from "./service.ts";
import type { Handlers } from "../../platform/http/handlers.ts";

type CalendarOperation =
  | "listCalendarEvents"
  | "createMeeting"
  | "getCalendarEvent"
  | "updateMeeting"
  | "deleteMeeting";

export const calendarHandlers = (service: CalendarService): Pick<Handlers, CalendarOperation> => ({
  listCalendarEvents: ({ principal, query }) =>
    service.list(principal, { limit: PAGE_SIZES.calendarEvents.default, ...query }),
  createMeeting: ({ principal, body }) => service.create(principal, body),
  getCalendarEvent: ({ principal, params }) => service.get(principal, params.id),
  updateMeeting: ({ principal, params, body }) => service.update(principal, params.id, body),
  deleteMeeting: ({ principal, params }) => service.delete(principal, params.id),
});
