import { type Kysely, sql } from "kysely";
import type { TriggerClock } from "../../model/trigger-ports.ts";
import { triggerProblems } from "../../../areas/automations/checks/trigger-check.ts";
import { idleMsOf, isForEachDeal, nextRunOf } from "../../../areas/automations/trigger-settings.ts";
import { selectAutomations, toAutomation } from "../../../areas/automations/automation-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { type Clock, goOn, insertTimed, LOOK_EVERY_MS } from "./trigger-events.ts";
import { emitIdleEvents } from "./trigger-idle.ts";
import { emitScheduledEvents } from "./trigger-schedule.ts";
import type { StoredAutomation } from "../../../areas/automations/model.ts";

/** How far back a changed automation looks: what became idle, or due, while it was being changed. */
const CHANGED_MS = 5 * 60_000;

/** The clockwork's work on the database. Clocks that another process has in hand are left to it. */
export const createTriggerClock = (db: Kysely<Database>): TriggerClock => ({
  async keep(now) {
    await dropUnused(db);
    const fresh = await outOfDate(db);
    for (const wanted of fresh) await setClock(db, wanted, now);
    return fresh.length;
  },

  async runDue(now, limit) {
    for (let count = 0; count < limit; count += 1) {
      if (!(await db.transaction().execute((trx) => runOne(trx, now)))) return count;
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
  /** When the automation was switched on, or changed. */
  changedAt: Date;
  /** What the clock of the version before was set to. */
  nextAt: Date | null;
}

async function outOfDate(db: Kysely<Database>): Promise<Wanted[]> {
  const { rows } = await sql<Wanted>`
    select automations.workspace_id as "workspaceId", automations.id as "automationId",
      workspaces.time_zone as "timeZone", automations.updated_at as "changedAt", clocks.next_at as "nextAt"
    from automations
    join workspaces on workspaces.id = automations.workspace_id
    left join trigger_clocks as clocks
      on clocks.workspace_id = automations.workspace_id and clocks.automation_id = automations.id
    where automations.enabled and automations.trigger_type in ('schedule', 'deal_idle')
      and clocks.automation_version is distinct from automations.version`.execute(db);
  return rows;
}

async function setClock(db: Kysely<Database>, wanted: Wanted, now: number): Promise<void> {
  const { workspaceId, automationId, timeZone } = wanted;
  const row = await selectAutomations(db, workspaceId).where("automations.id", "=", automationId).executeTakeFirst();
  if (row === undefined) return;
  const automation = toAutomation(row);
  if (!isReadable(automation)) await reportUnreadable(db, { row: { workspace_id: workspaceId }, automation });
  const isIdle = automation.triggerType === "deal_idle";
  const since = sinceOf(wanted, now);
  const next = !isReadable(automation) ? null : isIdle ? now : nextRunOf(automation, timeZone, since);
  const nextAt = next === null ? null : new Date(next);
  // A schedule sees no deals: if it becomes one of idle deals, all of these are still to be seen.
  const seen = isIdle ? since - idleMsOf(automation) : 0;
  // Deals that are being gone through when the automation is changed are gone through to the end.
  const isSwept = sql<boolean>`(${!isIdle && isForEachDeal(automation)}::boolean and trigger_clocks.sweep_at is not null)`;
  await db
    .insertInto("trigger_clocks")
    .values({
      workspace_id: workspaceId,
      automation_id: automationId,
      automation_version: automation.version,
      next_at: nextAt,
      seen_at: new Date(seen),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["workspace_id", "automation_id"])
        .doUpdateSet({
          automation_version: automation.version,
          next_at: sql<Date>`case when ${isSwept} then trigger_clocks.next_at else ${nextAt}::timestamptz end`,
          sweep_at: sql<Date>`case when ${isSwept} then trigger_clocks.sweep_at end`,
          sweep_after: sql<string>`case when ${isSwept} then trigger_clocks.sweep_after else '' end`,
          // Deals that were idle already, by new and shorter settings, do not all start at once.
          seen_at: sql<Date>`greatest(trigger_clocks.seen_at, ${new Date(seen - CHANGED_MS)}::timestamptz)`,
        })
        .where("trigger_clocks.automation_version", "<", automation.version),
    )
    .execute();
}

/** From when on an automation's times count: since it was changed, not since this look. What was due then still is. */
function sinceOf({ changedAt, nextAt }: Wanted, now: number): number {
  const recent = (at: number): number => (at > now - CHANGED_MS ? Math.min(at, now) : now);
  return Math.min(recent(changedAt.getTime()), nextAt === null ? now : recent(nextAt.getTime() - 1));
}

/** Does what one clock's time has come for. False when there is none. */
async function runOne(trx: Kysely<Database>, now: number): Promise<boolean> {
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
  else if (!isReadable(clock.automation)) {
    await reportUnreadable(trx, clock);
    await goOn(trx, row, { next_at: null, sweep_at: null, sweep_after: "" });
  } else if (clock.automation.triggerType === "deal_idle") await emitIdleEvents(trx, clock, now);
  else await emitScheduledEvents(trx, clock, now, isForEachDeal(clock.automation));
  return true;
}

/** A time that cannot be read never comes. */
const isReadable = (automation: StoredAutomation): boolean => triggerProblems(automation).length === 0;

/** Once for each version: its run is refused, and people find the reason there. */
const reportUnreadable = (db: Kysely<Database>, clock: Parameters<typeof insertTimed>[1]): Promise<void> => {
  const { id, version } = clock.automation;
  return insertTimed(db, clock, [{ id: `unreadable_${id}_${version}`, dealId: null, contactId: null, payload: {} }]);
};

/** Null while the automation is off or was changed: then its clock is set first. */
async function readClock(trx: Kysely<Database>, row: Clock["row"]): Promise<Clock | null> {
  const current = await selectAutomations(trx, row.workspace_id)
    .where("automations.id", "=", row.automation_id)
    .select("workspaces.time_zone")
    .executeTakeFirst();
  const isCurrent = current !== undefined && current.enabled && current.version === row.automation_version;
  const automation = isCurrent ? toAutomation(current) : null;
  return automation && { row, automation, timeZone: current?.time_zone ?? "" };
}
