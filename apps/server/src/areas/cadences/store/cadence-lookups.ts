import type { DealCadence } from "@trilho/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { CadenceChannel, CadenceInstanceStatus, CadenceTaskStatus, KeptStatus } from "../model.ts";
import { taskStatusAt } from "../standing.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { behind, iso, isoOrNull, one } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";
import type { Position } from "../../../platform/security/cursors.ts";

/** The cadence that each row of `deals` runs; null without one. */
export const CADENCE: RawBuilder<DealCadence | null> = one(sql`
  select cadences.id, cadences.name, cadences.pipeline_id as "pipelineId"
  from cadence_instances as instances
  join cadences on cadences.workspace_id = instances.workspace_id and cadences.id = instances.cadence_id
  left join contacts on contacts.workspace_id = deals.workspace_id and contacts.id = deals.contact_id
  where instances.workspace_id = deals.workspace_id and instances.deal_id = deals.id
    and instances.is_latest and instances.status in ('active', 'paused')
    -- Deals stop their cadence as they change; a contact's wish is only settled when somebody looks.
    and contacts.opted_out_at is null and contacts.blocked is not true`);

/** A step of a cadence on a calendar. Instants are ISO 8601. */
export interface CadenceStepOnCalendar {
  taskId: string;
  instanceId: string;
  cadenceId: string | null;
  cadenceName: string;
  dealId: string;
  dealSeq: number;
  dealName: string;
  contactId: string | null;
  channel: CadenceChannel;
  dayNumber: number;
  stepOrder: number;
  description: string | null;
  status: CadenceTaskStatus;
  ownerUserId: string;
  dueAt: string;
  doneAt: string | null;
}

export interface StepRange {
  from: Date;
  /** Exclusive. */
  to: Date;
  /** Keeps the steps of these members; null keeps everybody's. */
  userIds: readonly string[] | null;
  /** Keeps the steps of one deal; null keeps those of all. */
  dealSeq: number | null;
}

/**
 * Steps of visible deals that fall due in a range, soonest first, ties by id: open ones of running cadences, and those
 * that were done. `now` is Unix ms.
 */
export async function cadenceStepsBetween(
  db: Kysely<Database>,
  viewer: Viewer,
  { from, to, userIds, dealSeq }: StepRange,
  now: number,
  limit: number,
  after: Position | null,
): Promise<CadenceStepOnCalendar[]> {
  let query = selectSteps(db, viewer).where("tasks.due_at", ">=", from).where("tasks.due_at", "<", to);
  if (dealSeq !== null) query = query.where("deals.seq", "=", dealSeq);
  if (userIds !== null) {
    query = query.where((eb) =>
      eb(eb.fn.coalesce("tasks.owner_user_id", "deals.responsible_user_id"), "in", [...userIds]),
    );
  }
  if (after !== null) query = query.where(behind("tasks.due_at", "tasks.id", after));
  const rows = await query.orderBy("tasks.due_at").orderBy("tasks.id").limit(limit).execute();
  return rows.map((row) => toStep(row, now));
}

/** One such step, whenever it is due. */
export async function cadenceStepOnCalendar(
  db: Kysely<Database>,
  viewer: Viewer,
  id: string,
  now: number,
): Promise<CadenceStepOnCalendar | null> {
  const row = await selectSteps(db, viewer).where("tasks.id", "=", id).executeTakeFirst();
  return row === undefined ? null : toStep(row, now);
}

const selectSteps = (db: Kysely<Database>, viewer: Viewer) =>
  db
    .selectFrom("cadence_tasks as tasks")
    .innerJoin("cadence_instances as instances", (join) =>
      join.onRef("instances.workspace_id", "=", "tasks.workspace_id").onRef("instances.id", "=", "tasks.instance_id"),
    )
    .innerJoin("deals", (join) =>
      join.onRef("deals.workspace_id", "=", "instances.workspace_id").onRef("deals.id", "=", "instances.deal_id"),
    )
    .leftJoin("contacts", (join) =>
      join.onRef("contacts.workspace_id", "=", "deals.workspace_id").onRef("contacts.id", "=", "deals.contact_id"),
    )
    .where("tasks.workspace_id", "=", viewer.workspaceId)
    .where((eb) =>
      eb.or([
        eb("tasks.status", "=", "done"),
        eb.and([
          eb("tasks.status", "in", ["pending", "due", "overdue"]),
          eb("instances.status", "in", ["active", "paused"]),
        ]),
      ]),
    )
    .where(dealIsVisible(viewer))
    .select([
      "tasks.id",
      "tasks.instance_id",
      "tasks.channel",
      "tasks.day_number",
      "tasks.step_order",
      "tasks.description",
      "tasks.status",
      "tasks.owner_user_id",
      "tasks.due_at",
      "tasks.overdue_at",
      "tasks.done_at",
      "instances.cadence_id",
      "instances.cadence_name",
      "instances.status as instance_status",
      "instances.paused_at",
      "deals.id as deal_id",
      "deals.seq",
      "deals.name",
      "deals.contact_id",
      "deals.responsible_user_id",
      "contacts.phone",
      "contacts.email",
    ]);

type StepRow = Awaited<ReturnType<ReturnType<typeof selectSteps>["execute"]>>[number];

const toStep = (row: StepRow, now: number): CadenceStepOnCalendar => ({
  taskId: row.id,
  instanceId: row.instance_id,
  cadenceId: row.cadence_id,
  cadenceName: row.cadence_name,
  dealId: row.deal_id,
  dealSeq: row.seq,
  dealName: row.name,
  contactId: row.contact_id,
  channel: row.channel as CadenceChannel,
  dayNumber: row.day_number,
  stepOrder: row.step_order,
  description: row.description,
  status: taskStatusAt(
    {
      status: row.status as KeptStatus,
      channel: row.channel as CadenceChannel,
      dueAt: row.due_at.getTime(),
      overdueAt: row.overdue_at.getTime(),
    },
    {
      instance: {
        status: row.instance_status as CadenceInstanceStatus,
        pausedAt: row.paused_at?.getTime() ?? null,
      },
      deal: { contact: { phone: row.phone, email: row.email } },
    },
    now,
  ),
  ownerUserId: row.owner_user_id ?? row.responsible_user_id,
  dueAt: iso(row.due_at),
  doneAt: isoOrNull(row.done_at),
});
