import type { Kysely } from "kysely";
import type { CalendarEventType, CalendarFilter, CalendarStore, StoredEvent } from "../port.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { presentTask } from "../../deals/tasks/present.ts";
import {
  cadenceStepOnCalendar,
  cadenceStepsBetween,
  type CadenceStepOnCalendar,
} from "../../cadences/store/cadence-lookups.ts";
import { appointment, dueAt, overlaps } from "./calendar-rows.ts";
import { standsInCalendarOf } from "./calendar-visibility.ts";
import { behind } from "../../../platform/database/columns.ts";
import { selectMeetings } from "./meeting-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { selectTasks, toTask } from "../../deals/tasks/store/task-rows.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";
import type { Position } from "../../../platform/security/cursors.ts";

/** One kind of what stands in calendars. */
interface Source {
  list(viewer: Viewer, filter: CalendarFilter, now: number, limit: number, after: Position | null): Rows;
  get(viewer: Viewer, id: string, now: number): Rows;
}
type Rows = Promise<StoredEvent[]>;

export function createCalendarStore(db: Kysely<Database>): CalendarStore {
  const sources: Record<CalendarEventType, Source> = {
    meeting: meetings(db),
    task: tasks(db),
    cadence_step: cadenceSteps(db),
    external: externalEvents(db),
  };
  return {
    async list(type, viewer, filter, now, limit, after) {
      const userIds = filter.userIds ?? null;
      return userIds?.length === 0 ? [] : sources[type].list(viewer, { ...filter, userIds }, now, limit, after);
    },

    async get(type, viewer, id, now) {
      const [event] = await sources[type].get(viewer, id, now);
      return event ?? null;
    },
  };
}

function meetings(db: Kysely<Database>): Source {
  const select = (viewer: Viewer) => selectMeetings(db, viewer).selectAll("meetings").select("deals.seq as deal_seq");
  const toEvent = (row: Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number]): StoredEvent => ({
    ...appointment(row),
    type: "meeting",
    userId: row.user_id,
    dealSeq: row.deal_seq,
    contactId: row.contact_id,
    ...(row.is_test && { test: true }),
  });
  return {
    async list(viewer, filter, _, limit, after) {
      let query = select(viewer).where(overlaps("meetings", filter));
      if (filter.dealSeq !== null) query = query.where("deals.seq", "=", filter.dealSeq);
      if (filter.userIds !== null) query = query.where(standsInCalendarOf(viewer.workspaceId, filter.userIds));
      if (after !== null) query = query.where(behind("meetings.starts_at", "meetings.id", after));
      const rows = await query.orderBy("meetings.starts_at").orderBy("meetings.id").limit(limit).execute();
      return rows.map(toEvent);
    },
    get: async (viewer, id) => (await select(viewer).where("meetings.id", "=", id).execute()).map(toEvent),
  };
}

function tasks(db: Kysely<Database>): Source {
  const select = (viewer: Viewer) =>
    selectTasks(db, viewer.workspaceId)
      .where("tasks.due_at", "is not", null)
      .where(dealIsVisible(viewer))
      .select("deals.contact_id");
  const toEvent = (row: Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number], now: number) => {
    const { id, title, description, status, isOverdue, assigneeUserId, dealSeq, ...task } = presentTask(
      toTask(row),
      now,
    );
    return {
      ...dueAt(task.dueAt ?? ""),
      type: "task" as const,
      id,
      title,
      description,
      userId: assigneeUserId,
      dealSeq,
      contactId: row.contact_id,
      status: isOverdue ? "overdue" : status,
      ...(row.is_test && { test: true as const }),
    };
  };
  return {
    async list(viewer, { from, to, userIds, dealSeq }, now, limit, after) {
      let query = select(viewer)
        .where("tasks.due_order", ">=", new Date(from))
        .where("tasks.due_order", "<", new Date(to));
      if (dealSeq !== null) query = query.where("deals.seq", "=", dealSeq);
      if (userIds !== null) query = query.where("tasks.assignee_user_id", "in", userIds);
      if (after !== null) query = query.where(behind("tasks.due_order", "tasks.id", after));
      const rows = await query.orderBy("tasks.due_order").orderBy("tasks.id").limit(limit).execute();
      return rows.map((row) => toEvent(row, now));
    },
    async get(viewer, id, now) {
      const rows = await select(viewer).where("tasks.id", "=", id).execute();
      return rows.map((row) => toEvent(row, now));
    },
  };
}

const CHANNEL_NAMES: Record<CadenceStepOnCalendar["channel"], string> = {
  whatsapp: "WhatsApp",
  voice_call: "Call",
  email: "E-mail",
  research: "Research",
};

const stepEvent = (step: CadenceStepOnCalendar): StoredEvent => ({
  ...dueAt(step.dueAt),
  type: "cadence_step",
  id: step.taskId,
  title: `${CHANNEL_NAMES[step.channel]}: ${step.dealName}`,
  description: step.description,
  userId: step.ownerUserId,
  dealSeq: step.dealSeq,
  contactId: step.contactId,
  status: step.status,
});

function cadenceSteps(db: Kysely<Database>): Source {
  return {
    async list(viewer, { from, to, ...whose }, now, limit, after) {
      const range = { from: new Date(from), to: new Date(to), ...whose };
      return (await cadenceStepsBetween(db, viewer, range, now, limit, after)).map(stepEvent);
    },
    async get(viewer, id, now) {
      const step = await cadenceStepOnCalendar(db, viewer, id, now);
      return step === null ? [] : [stepEvent(step)];
    },
  };
}

/** Private: what members keep elsewhere is shown to themselves alone. */
function externalEvents(db: Kysely<Database>): Source {
  const select = (viewer: Viewer) =>
    db
      .selectFrom("external_events")
      .selectAll()
      .where("external_events.workspace_id", "=", viewer.workspaceId)
      .where("external_events.member_id", "=", viewer.memberId);
  const toEvent = (row: Awaited<ReturnType<ReturnType<typeof select>["execute"]>>[number]): StoredEvent => ({
    ...appointment(row),
    type: "external",
    userId: row.member_id,
    dealSeq: null,
    contactId: null,
  });
  return {
    async list(viewer, filter, _, limit, after) {
      if (filter.dealSeq !== null || (filter.userIds !== null && !filter.userIds.includes(viewer.memberId))) return [];
      let query = select(viewer).where(overlaps("external_events", filter));
      if (after !== null) query = query.where(behind("external_events.starts_at", "external_events.id", after));
      const rows = await query.orderBy("starts_at").orderBy("id").limit(limit).execute();
      return rows.map(toEvent);
    },
    get: async (viewer, id) => (await select(viewer).where("id", "=", id).execute()).map(toEvent),
  };
}
