import { type Kysely, sql } from "kysely";
import type { CadenceStore, EnrolledDeal } from "../port.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { done, notFound, refused } from "../../../platform/service/outcome.ts";
import { applyChange, insertEnrollment } from "./cadence-changes.ts";
import { createDefinitionStore, holdCadence } from "./cadence-definitions.ts";
import { findDeal, readView } from "./cadence-rows.ts";
import { before, iso, isoOrNull } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";
import type { Position } from "../../../platform/security/cursors.ts";

export function createCadenceStore(db: Kysely<Database>): CadenceStore {
  return {
    ...createDefinitionStore(db),

    deals: (viewer, cadenceId, statuses, limit, after) => listDeals(db, viewer, cadenceId, statuses, limit, after),

    async view(viewer, seq) {
      const found = await findDeal(db, viewer, { seq }, false);
      return found === null ? null : readView(db, viewer.workspaceId, found);
    },

    enroll: (viewer, actor, seq, cadenceId, decide) =>
      inTransaction(db, async (trx) => {
        const { workspaceId } = viewer;
        const found = await findDeal(trx, viewer, { seq }, true);
        if (found === null) return refused(notFound("deal"));
        const cadence = await holdCadence(trx, workspaceId, cadenceId, "share");
        if (cadence === null) return refused(notFound("cadence"));
        const latest = await readView(trx, workspaceId, found);
        const decided = decide({ ...found, cadence, latest });
        if (!decided.ok) return decided;
        const { enrollment, before: ending } = decided.value;
        if (latest !== null && ending !== null) {
          await applyChange(trx, workspaceId, actor, latest.instance.id, ending);
        }
        await insertEnrollment(trx, workspaceId, actor, found.deal.id, enrollment);
        const view = await readView(trx, workspaceId, found);
        if (view === null) throw new Error("An enrollment was not written");
        return done(view);
      }),

    change: (viewer, actor, seq, decide) =>
      inTransaction(db, async (trx) => {
        const { workspaceId } = viewer;
        const found = await findDeal(trx, viewer, { seq }, true);
        if (found === null) return refused(notFound("deal"));
        const view = await readView(trx, workspaceId, found);
        if (view === null) return refused(notFound("cadence of this deal"));
        const decided = decide(view);
        if (!decided.ok) return decided;
        await applyChange(trx, workspaceId, actor, view.instance.id, decided.value.change);
        const changed = await readView(trx, workspaceId, found);
        return done({ view: changed ?? view, value: decided.value.value });
      }),
  };
}

async function listDeals(
  db: Kysely<Database>,
  viewer: Viewer,
  cadenceId: string,
  statuses: readonly string[],
  limit: number,
  after: Position | null,
): Promise<EnrolledDeal[]> {
  let query = db
    .selectFrom("cadence_instances as instances")
    .innerJoin("deals", (join) =>
      join.onRef("deals.workspace_id", "=", "instances.workspace_id").onRef("deals.id", "=", "instances.deal_id"),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("cadence_tasks as tasks")
          .whereRef("tasks.workspace_id", "=", "instances.workspace_id")
          .whereRef("tasks.instance_id", "=", "instances.id")
          .select([
            sql<string>`count(*)`.as("all"),
            sql<string>`count(*) filter (where tasks.status = 'done')`.as("done"),
            sql<Date | null>`min(tasks.due_at) filter (where tasks.status in ('pending', 'due', 'overdue'))`.as("next"),
          ])
          .as("counted"),
      (join) => join.onTrue(),
    )
    .where("instances.workspace_id", "=", viewer.workspaceId)
    .where("instances.cadence_id", "=", cadenceId)
    .where("instances.is_latest", "=", true)
    .where(dealIsVisible(viewer));
  if (statuses.length > 0) query = query.where("instances.status", "in", statuses);
  if (after !== null) query = query.where(before("instances.started_at", "instances.id", after));
  const rows = await query
    .select([
      "instances.id",
      "instances.cadence_version",
      "instances.status",
      "instances.started_at",
      "instances.paused_at",
      "instances.completed_at",
      "instances.stopped_at",
      "deals.id as deal_id",
      "deals.seq",
      "deals.name",
      "deals.contact_id",
      "deals.responsible_user_id",
      "counted.all",
      "counted.done",
      "counted.next",
    ])
    .orderBy("instances.started_at", "desc")
    .orderBy("instances.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    instanceId: row.id,
    dealId: row.deal_id,
    dealSeq: row.seq,
    dealName: row.name,
    contactId: row.contact_id,
    responsibleUserId: row.responsible_user_id,
    cadenceVersion: row.cadence_version,
    status: row.status as EnrolledDeal["status"],
    startedAt: iso(row.started_at),
    pausedAt: isoOrNull(row.paused_at),
    completedAt: isoOrNull(row.completed_at),
    stoppedAt: isoOrNull(row.stopped_at),
    taskCount: Number(row.all),
    doneTaskCount: Number(row.done),
    nextDueAt: isoOrNull(row.next),
  }));
}
