import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Actor, NewActivity, NewEvent } from "../domain/history.ts";
import type { Database } from "./schema.ts";

/** Writes lines of deals' histories, in the transaction of what they tell. */
export async function insertActivities(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  activities: readonly NewActivity[],
): Promise<void> {
  if (activities.length === 0) return;
  const rows = activities.map(({ dealId, type, field, changes, metadata }) => ({
    workspace_id: workspaceId,
    id: randomUUID(),
    deal_id: dealId,
    type,
    field: field ?? null,
    changes: changes === undefined ? null : JSON.stringify(changes),
    metadata: metadata === undefined ? null : JSON.stringify(metadata),
    actor_type: actor.type,
    actor_user_id: actor.userId,
    actor_automation_id: actor.automationId,
    actor_api_key_id: actor.apiKeyId,
  }));
  await trx.insertInto("activities").values(rows).execute();
}

/** Writes events for automations, in the transaction of what they tell. */
export async function insertEvents(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ type, dealId, contactId, payload }) => ({
    workspace_id: workspaceId,
    id: randomUUID(),
    type,
    deal_id: dealId,
    contact_id: contactId,
    payload: JSON.stringify(payload),
    chain_id: actor.chain?.id ?? null,
    depth: actor.chain === null ? 0 : actor.chain.depth + 1,
  }));
  await trx.insertInto("events").values(rows).execute();
}
