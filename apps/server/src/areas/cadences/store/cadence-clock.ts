import { type Kysely, sql } from "kysely";
import type { CadenceClock } from "../port.ts";
import type { Actor } from "../../activities/history.ts";
import { stopEnded } from "./cadence-hooks.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

const SYSTEM: Actor = { type: "system", userId: null, automationId: null, apiKeyId: null, chain: null };

/** The clockwork's work on the database. Rows that another process has in hand are left to it. */
export const createCadenceClock = (db: Kysely<Database>): CadenceClock => ({
  // One statement for each, so that each has an index to go by.
  mark: async (now, limit) =>
    (await mark(db, "pending", "due_at", now, limit)) + (await mark(db, "due", "overdue_at", now, limit)),

  async stopEnded(now, limit) {
    const ended = await db
      .selectFrom("cadence_instances as instances")
      .innerJoin("deals", (join) =>
        join.onRef("deals.workspace_id", "=", "instances.workspace_id").onRef("deals.id", "=", "instances.deal_id"),
      )
      .leftJoin("contacts", (join) =>
        join.onRef("contacts.workspace_id", "=", "deals.workspace_id").onRef("contacts.id", "=", "deals.contact_id"),
      )
      .where("instances.is_latest", "=", true)
      .where("instances.status", "in", ["active", "paused"])
      .where(
        sql<boolean>`(deals.status <> 'open' or deals.pipeline_id <> instances.pipeline_id
          or (instances.track_type = 'stage_playbook' and deals.stage_id <> instances.stage_id)
          or contacts.opted_out_at is not null or contacts.blocked)`,
      )
      .select(["deals.workspace_id", "deals.id"])
      .limit(limit)
      .execute();
    let stops = 0;
    for (const { workspace_id: workspaceId, id: dealId } of ended) {
      const didStop = await db.transaction().execute(async (trx) => {
        const free = await trx
          .selectFrom("deals")
          .select("id")
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", dealId)
          .forNoKeyUpdate()
          .skipLocked()
          .executeTakeFirst();
        return free !== undefined && stopEnded(trx, { workspaceId, dealId, actor: SYSTEM, now });
      });
      if (didStop) stops += 1;
    }
    return stops;
  },
});

/** Tasks of active cadences with this status whose time has come, those that wait longest first. */
async function mark(
  db: Kysely<Database>,
  status: "pending" | "due",
  from: "due_at" | "overdue_at",
  now: number,
  limit: number,
): Promise<number> {
  const at = new Date(now);
  const time = sql.ref(`tasks.${from}`);
  const { rows } = await sql`
    update cadence_tasks set status = case when overdue_at <= ${at} then 'overdue' else 'due' end
    where (workspace_id, id) in (
      select tasks.workspace_id, tasks.id from cadence_tasks as tasks
      join cadence_instances as instances
        on instances.workspace_id = tasks.workspace_id and instances.id = tasks.instance_id
      where tasks.status = ${sql.lit(status)} and ${time} <= ${at} and instances.status = 'active'
      order by ${time}
      limit ${limit}
      for update of tasks skip locked
    )
    returning id`.execute(db);
  return rows.length;
}
