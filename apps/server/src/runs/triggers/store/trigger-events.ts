import type { JsonObject } from "@trilho/engine/contract";
import type { Kysely, Selectable, Updateable } from "kysely";
import type { Database } from "../../../platform/database/schema/database.ts";
import type { StoredAutomation } from "../../../areas/automations/model.ts";

/** A clock whose time has come, its row locked. */
export interface Clock {
  row: Selectable<Database["trigger_clocks"]>;
  automation: StoredAutomation;
  timeZone: string;
}

/** Between two looks for deals that became idle. */
export const LOOK_EVERY_MS = 30_000;
/** Rows that one run of a clock goes through: no transaction holds it for long. */
export const BATCH = 500;

/** What time brought about, under an id of its own: whoever writes it again changes nothing. */
export interface TimedEvent {
  id: string;
  dealId: string | null;
  contactId: string | null;
  payload: JsonObject;
}

export async function insertTimed(
  trx: Kysely<Database>,
  { row, automation }: Pick<Clock, "automation"> & { row: Pick<Clock["row"], "workspace_id"> },
  events: readonly TimedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ id, dealId, contactId, payload }) => ({
    workspace_id: row.workspace_id,
    id,
    type: automation.triggerType,
    deal_id: dealId,
    contact_id: contactId,
    payload: JSON.stringify({ automationId: automation.id, ...payload }),
    chain_id: null,
  }));
  await trx
    .insertInto("events")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["workspace_id", "id"]).doNothing())
    .execute();
}

export async function goOn(
  trx: Kysely<Database>,
  row: Clock["row"],
  change: Updateable<Database["trigger_clocks"]>,
): Promise<void> {
  await trx
    .updateTable("trigger_clocks")
    .set(change)
    .where("workspace_id", "=", row.workspace_id)
    .where("automation_id", "=", row.automation_id)
    .execute();
}
