import { type Kysely, sql } from "kysely";
import type { TriggerClock } from "../domain/triggers/port.ts";
import { idleMsOf, isForEachDeal, nextRunOf } from "../domain/triggers/settings.ts";
import { selectAutomations, toAutomation } from "./automation-rows.ts";
import type { Database } from "./schema.ts";
import { type Clock, goOn, LOOK_EVERY_MS } from "./trigger-events.ts";
import { strikeIdle } from "./trigger-idle.ts";
import { strikeSchedule } from "./trigger-schedule.ts";

/** How far back a changed automation looks: what became idle while it was being changed. */
const CHANGED_MS = 5 * 60_000;

/** The clockwork's work on the database. Clocks that another process has in hand are left to it. */
export const createTriggerClock = (db: Kysely<Database>): TriggerClock => ({
  async keep(now) {
    await dropUnused(db);
    const fresh = await outOfDate(db);
    for (const { workspaceId, automationId, timeZone } of fresh)
      await setClock(db, workspaceId, automationId, timeZone, now);
    return fresh.length;
  },

  async strike(now, limit) {
    for (let struck = 0; struck < limit; struck += 1) {
      if (!(await db.transaction().execute((trx) => strikeOne(trx, now)))) return struck;
    }
    return limit;
  },
});

/** Switched off, or of another trigger by now. An automation that is switched on again begins anew. */
async function dropUnused(db: Kysely<Database>): Promise<void> {
  await sql`
    delete from trigger_clocks as clocks using automations
    where automations.workspace_id = clocks.workspace_id and automations.id = clocks.automation_id
      and not (automations.enabled and automations.trigger_type in ('schedule', 'deal_idle'))`.execute(db);
}

interface Wanted {
  workspaceId: string;
  automationId: string;
  timeZone: string;
}

async function outOfDate(db: Kysely<Database>): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select automations.workspace_id as "workspaceId", automations.id as "automationId",
      workspaces.time_zone as "timeZone"
    from automations
    join workspaces on workspaces.id = automations.workspace_id
    left join trigger_clocks as clocks
      on clocks.workspace_id = automations.workspace_id and clocks.automation_id = automations.id
    where automations.enabled and automations.trigger_type in ('schedule', 'deal_idle')
      and clocks.automation_version is distinct from automations.version`.execute(db);
  return rows;
}

async function setClock(
  db: Kysely<Database>,
  workspaceId: string,
  automationId: string,
  timeZone: string,
  now: number,
): Promise<void> {
  const row = await selectAutomations(db, workspaceId).where("automations.id", "=", automationId).executeTakeFirst();
  if (row === undefined) return;
  const automation = toAutomation(row);
  const isIdle = automation.triggerType === "deal_idle";
  const next = isIdle ? now : nextRunOf(automation, timeZone, now);
  const seen = now - (isIdle ? idleMsOf(automation) : 0);
  const clock = {
    automation_version: automation.version,
    next_at: next === null ? null : new Date(next),
    sweep_at: null,
    sweep_after: "",
  };
  await db
    .insertInto("trigger_clocks")
    .values({ workspace_id: workspaceId, automation_id: automationId, ...clock, seen_at: new Date(seen) })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "automation_id"])
        .doUpdateSet({
          ...clock,
          // Deals that were idle already, by new and shorter settings, are not told of all at once.
          seen_at: sql<Date>`greatest(trigger_clocks.seen_at, ${new Date(seen - CHANGED_MS)}::timestamptz)`,
        })
        .where("trigger_clocks.automation_version", "<", automation.version),
    )
    .execute();
}

/** Does what one clock's time has come for. False when there is none. */
async function strikeOne(trx: Kysely<Database>, now: number): Promise<boolean> {
  const row = await trx
    .selectFrom("trigger_clocks")
    .selectAll()
    .where("next_at", "<=", new Date(now))
    .orderBy("next_at")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (row === undefined) return false;
  const clock = await readClock(trx, row);
  if (clock === null) await goOn(trx, row, { next_at: new Date(now + LOOK_EVERY_MS) });
  else if (clock.automation.triggerType === "deal_idle") await strikeIdle(trx, clock, now);
  else await strikeSchedule(trx, clock, now, isForEachDeal(clock.automation));
  return true;
}

/** Null while the automation is off or was changed: then its clock is set first. */
async function readClock(trx: Kysely<Database>, row: Clock["row"]): Promise<Clock | null> {
  const current = await selectAutomations(trx, row.workspace_id)
    .where("automations.id", "=", row.automation_id)
    .innerJoin("workspaces", "workspaces.id", "automations.workspace_id")
    .select("workspaces.time_zone")
    .executeTakeFirst();
  const isCurrent = current !== undefined && current.enabled && current.version === row.automation_version;
  return isCurrent ? { row, automation: toAutomation(current), timeZone: current.time_zone } : null;
}
