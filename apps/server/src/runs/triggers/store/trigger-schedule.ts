import type { Kysely } from "kysely";
import { nextRunOf } from "../../../areas/automations/trigger-settings.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { BATCH, type Clock, goOn, insertTimed, LOOK_EVERY_MS } from "./trigger-events.ts";
import { isBusy } from "./trigger-store.ts";

/** Times that passed while nobody was there come once, all together: the next one is after now. */
export async function emitScheduledEvents(
  trx: Kysely<Database>,
  clock: Clock,
  now: number,
  forEachDeal: boolean,
): Promise<void> {
  const { row, automation, timeZone } = clock;
  const at = row.sweep_at ?? row.next_at ?? new Date(now);
  const next = nextRunOf(automation, timeZone, now);
  const over = { next_at: next === null ? null : new Date(next), sweep_at: null, sweep_after: "" };
  const event = { id: `time_${row.automation_id}_${at.getTime()}`, dealId: null, contactId: null };
  const payload = { scheduledAt: at.toISOString() };
  if (!forEachDeal) {
    await insertTimed(trx, clock, [{ ...event, payload }]);
    return goOn(trx, row, over);
  }
  if (await isBusy(trx, row.workspace_id, BATCH)) {
    return goOn(trx, row, { sweep_at: at, next_at: new Date(now + LOOK_EVERY_MS / 10) });
  }
  const deals = await openDeals(trx, clock);
  await insertTimed(
    trx,
    clock,
    deals.map((deal) => ({
      id: `${event.id}_${deal.id}`,
      dealId: deal.id,
      contactId: deal.contact_id,
      payload: { ...payload, pipelineId: deal.pipeline_id, stageId: deal.stage_id },
    })),
  );
  const last = deals.at(-1);
  if (last === undefined || deals.length < BATCH) return goOn(trx, row, over);
  return goOn(trx, row, { sweep_at: at, sweep_after: last.id, next_at: new Date(now) });
}

function openDeals(trx: Kysely<Database>, { row, automation }: Clock) {
  const { scope, pipelineId, stageId } = automation;
  const open = trx
    .selectFrom("deals")
    .select(["id", "contact_id", "pipeline_id", "stage_id"])
    .where("workspace_id", "=", row.workspace_id)
    .where("status", "=", "open")
    .where("id", ">", row.sweep_after);
  const scoped =
    scope === "global"
      ? open
      : scope === "stage"
        ? open.where("stage_id", "=", stageId)
        : open.where("pipeline_id", "=", pipelineId);
  return scoped.orderBy("id").limit(BATCH).execute();
}
