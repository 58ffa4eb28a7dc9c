import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { isTest, type Actor, type NewActivity, type NewEvent } from "./history.ts";
import type { Database } from "../../platform/database/schema/database.ts";

/** Texts from and to which a field changed; larger ones do not stay as long as the line that tells of them. */
const HEAVY_BYTES = 4096;

/** Writes lines of deals' histories, in the transaction of what they tell. */
export async function insertActivities(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  activities: readonly NewActivity[],
): Promise<void> {
  if (activities.length === 0) return;
  // What a test leaves behind says that it was one.
  const mark = isTest(actor) ? { test: true } : null;
  const rows = activities.map(({ dealId, type, field, metadata, ...told }) => {
    const changes = told.changes === undefined ? null : JSON.stringify(told.changes);
    return {
      workspace_id: workspaceId,
      id: randomUUID(),
      deal_id: dealId,
      type,
      field: field ?? null,
      changes,
      is_heavy: changes !== null && Buffer.byteLength(changes) > HEAVY_BYTES,
      metadata: metadata === undefined && mark === null ? null : JSON.stringify({ ...metadata, ...mark }),
      actor_type: actor.type,
      actor_user_id: actor.userId,
      actor_automation_id: actor.automationId,
      actor_api_key_id: actor.apiKeyId,
    };
  });
  await trx.insertInto("activities").values(rows).execute();
}

/**
 * Writes events for automations, in the transaction of what they tell. Each keeps where its deal is by then, unless it
 * says where it happened itself: once its automations are looked for, the deal may be elsewhere.
 */
export async function insertEvents(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const places = await placesOf(trx, workspaceId, events);
  // What follows from a test is a test too, and so with what a test key did.
  const test = { ...(isTest(actor) && { test: true }), ...(actor.isTestKey && { testKey: true }) };
  const rows = events.map(({ type, dealId, contactId, payload }) => ({
    workspace_id: workspaceId,
    id: randomUUID(),
    type,
    deal_id: dealId,
    contact_id: contactId,
    payload: JSON.stringify({ ...(dealId !== null && places.get(dealId)), ...payload, ...test }),
    chain_id: actor.chain?.id ?? null,
    depth: actor.chain === null ? 0 : actor.chain.depth + 1,
  }));
  await trx.insertInto("events").values(rows).execute();
}

async function placesOf(
  trx: Kysely<Database>,
  workspaceId: string,
  events: readonly NewEvent[],
): Promise<Map<string, { pipelineId: string; stageId: string }>> {
  const asked = events.flatMap(({ dealId, payload }) => (dealId === null || "stageId" in payload ? [] : [dealId]));
  if (asked.length === 0) return new Map();
  const rows = await trx
    .selectFrom("deals")
    .select(["id", "pipeline_id", "stage_id"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", [...new Set(asked)])
    .execute();
  return new Map(rows.map(({ id, pipeline_id, stage_id }) => [id, { pipelineId: pipeline_id, stageId: stage_id }]));
}
