import type { CalendarEvent } from "@trilho/contract";
import type { Cursors, Position } from "../../platform/security/cursors.ts";
import { actorOf } from "../activities/history.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { done, found, invalid, notFound, refused, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import { mayUseCalendarOf, mergedMeeting, newMeeting, NOT_YOUR_CALENDAR } from "./draft.ts";
import { eventId, parseEventId } from "./ids.ts";
import type { CalendarEventType, CalendarFilter, StoredEvent, CalendarStore, MeetingStore } from "./port.ts";
import { readRange } from "../../platform/service/range.ts";
import type { Atomic } from "../../platform/service/atomic.ts";
import type { Lookups } from "../reference/lookups.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

type CalendarOperation =
  | "listCalendarEvents"
  | "createMeeting"
  | "getCalendarEvent"
  | "updateMeeting"
  | "deleteMeeting";

export interface CalendarServiceParts {
  store: Atomic<CalendarStores>;
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

interface CalendarStores {
  calendar: CalendarStore;
  meetings: MeetingStore;
  lookups: Lookups;
}

const ALL_TYPES: readonly CalendarEventType[] = ["meeting", "task", "cadence_step", "external"];

/** The workspace's calendar: what members do when, wherever it is kept. Only native meetings are changed here. */
export function createCalendarService({
  store,
  cursors,
  now,
}: CalendarServiceParts): Pick<Handlers, CalendarOperation> {
  const read = async (from: CalendarStores, viewer: Principal, id: string): Promise<Outcome<CalendarEvent>> => {
    const { type, id: own } = parseEventId(id);
    const event = await from.calendar.get(type, viewer, own, now());
    return found(event && present(event), "calendar event");
  };

  /** Why an event that is there cannot be changed; null for a native meeting. */
  const refusalOf = async (member: Principal, id: string): Promise<Failure | null> => {
    if (parseEventId(id).type === "meeting") return null;
    const event = await read(store, member, id);
    return event.ok ? NOT_NATIVE : event.failure;
  };

  return {
    async listCalendarEvents({
      principal: viewer,
      query: { from, to, userIds, dealSeq = null, types, limit, cursor },
    }) {
      const { range, problems } = readRange({ from, to });
      if (range === null) return refused(invalid(problems));
      if (userIds?.some((id) => !mayUseCalendarOf(viewer, id))) return refused(NOT_YOUR_CALENDAR);
      // Who sees a deal sees what is planned with it, whoever plans it.
      const everybody = viewer.visibility === "all" || dealSeq !== null ? null : [viewer.memberId];
      const filter = { ...range, userIds: userIds?.toSorted() ?? everybody, dealSeq };
      const wanted = ALL_TYPES.filter((type) => types?.includes(type) ?? true);
      const at = now();
      return readPage({
        cursors,
        cursor,
        limit,
        scope: {
          workspaceId: viewer.workspaceId,
          operationId: "listCalendarEvents",
          filters: { ...filter, types: wanted },
        },
        read: (count, after) => readTypes(store, wanted, viewer, filter, at, count, after),
        positionOf: ({ startsAt, id }) => ({ at: startsAt, id }),
        present,
      });
    },

    getCalendarEvent: ({ principal: viewer, params: { id } }) => read(store, viewer, id),

    createMeeting: ({ principal: member, body }) =>
      store.transaction(async (inner) => {
        const draft = await mergedMeeting(inner.lookups, member, newMeeting(member, body), body);
        if (!draft.ok) return draft;
        const id = await inner.meetings.create(member.workspaceId, actorOf(member), draft.value);
        return read(inner, member, id);
      }),

    async updateMeeting({ principal: member, params: { id }, body }) {
      const refusal = await refusalOf(member, id);
      if (refusal !== null) return refused(refusal);
      return store.transaction(async (inner) => {
        const outcome = await inner.meetings.update(member, actorOf(member), id, (current) =>
          mergedMeeting(inner.lookups, member, current, body),
        );
        if (outcome === null) return refused(notFound("calendar event"));
        return outcome.ok ? read(inner, member, id) : outcome;
      });
    },

    async deleteMeeting({ principal: member, params: { id } }) {
      const refusal = await refusalOf(member, id);
      if (refusal !== null) return refused(refusal);
      const isDeleted = await store.meetings.delete(member, actorOf(member), id);
      return isDeleted ? done(null) : refused(notFound("calendar event"));
    },
  };
}

const NOT_NATIVE: Failure = {
  code: "UNPROCESSABLE_ENTITY",
  message: "Only native meetings can be changed here. Change this event where it comes from.",
};

const present = (event: StoredEvent): CalendarEvent => ({
  ...event,
  id: eventId(event.type, event.id),
  editable: event.type === "meeting",
});

/** As many events of each type as the page may need, put in one order. */
async function readTypes(
  { calendar }: CalendarStores,
  types: readonly CalendarEventType[],
  viewer: Principal,
  filter: CalendarFilter,
  now: number,
  count: number,
  after: Position | null,
): Promise<StoredEvent[]> {
  const events: StoredEvent[] = [];
  for (const type of types) events.push(...(await calendar.list(type, viewer, filter, now, count, after)));
  return events.toSorted(byStart).slice(0, count);
}

/** As the database orders them: ids are compared bytewise. */
const byStart = (a: StoredEvent, b: StoredEvent): number =>
  a.startsAt === b.startsAt ? compare(a.id, b.id) : compare(a.startsAt, b.startsAt);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
