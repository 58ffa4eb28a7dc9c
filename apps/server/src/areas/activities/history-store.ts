import { type Kysely, type RawBuilder, sql } from "kysely";
import { isTest, type Actor, type NewActivity, type NewEvent } from "./history.ts";
import { ROW_BY_ROW } from "../../platform/database/columns.ts";
import { orderedId } from "../../platform/service/ordered-id.ts";
import { traceHeader } from "../../platform/tracing/tracing.ts";
import type { Database } from "../../platform/database/schema/database.ts";

/** Texts from and to which a field changed; larger ones are removed before their line. */
const HEAVY_BYTES = 4096;

/** What happened: lines for people to read, and events for automations. */
export interface History {
  activities: readonly NewActivity[];
  events: readonly NewEvent[];
}

/** Writes both in the transaction of the change. */
export async function insertHistory(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  { activities, events }: History,
): Promise<void> {
  if (activities.length + events.length === 0) return;
  const places = await placesOf(trx, workspaceId, events);
  const placed = events.map((event) => ({
    ...event,
    payload: { ...(event.dealId !== null && places.get(event.dealId)), ...event.payload },
  }));
  await sql`/* ready: insert_history, pipelined */ with ${historyOf(workspaceId, actor, { activities, events: placed })} select`.execute(
    trx,
  );
}

/**
 * What writes both beside the change, in its statement, in the order in which they happened. Each event names where its deal is: once its
 * automations are looked for, that may be elsewhere. One that nobody listens to is done with, as what is switched on
 * later starts from later events alone.
 */
export function historyOf(workspaceId: string, actor: Actor, { activities, events }: History): RawBuilder<unknown> {
  const lines = JSON.stringify(activities.map((activity) => lineOf(workspaceId, actor, activity)));
  const happened = JSON.stringify(events.map((event) => eventOf(workspaceId, actor, event)));
  return sql`
    line as (
      insert into activities (workspace_id, id, deal_id, type, field, changes, is_heavy, metadata, actor_type,
        actor_user_id, actor_automation_id, actor_api_key_id, actor_run_id, actor_node_id, occurred_at)
      -- A step's lines are of its instant: its transaction began before.
      select workspace_id, id, deal_id, type, field, changes, is_heavy, metadata, actor_type, actor_user_id,
        actor_automation_id, actor_api_key_id, actor_run_id, actor_node_id, coalesce(at, now())
      from json_to_recordset(${lines}) as line (workspace_id text, id text, deal_id text, type text,
        field text, changes json, is_heavy boolean, metadata json, actor_type text, actor_user_id text,
        actor_automation_id text, actor_api_key_id text, actor_run_id text, actor_node_id text,
        at timestamptz)
    ), event as (
      insert into events (workspace_id, id, type, deal_id, contact_id, payload, chain_id, depth, dispatched_at)
      select event.*, case when exists (
          select from automations where automations.workspace_id = event.workspace_id
            and automations.trigger_type = event.type and automations.enabled ${ROW_BY_ROW}) then null else now() end
      from json_to_recordset(${happened}) as event (workspace_id text, id text, type text, deal_id text,
        contact_id text, payload json, chain_id text, depth integer)
    )`;
}

export const insertActivities = (
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  activities: readonly NewActivity[],
): Promise<void> => insertHistory(trx, workspaceId, actor, { activities, events: [] });

export const insertEvents = (
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  events: readonly NewEvent[],
): Promise<void> => insertHistory(trx, workspaceId, actor, { activities: [], events });

function lineOf(workspace_id: string, actor: Actor, { dealId, type, field, changes, metadata }: NewActivity) {
  // What a test leaves behind is marked as such.
  const mark = isTest(actor) ? { test: true } : null;
  return {
    workspace_id,
    id: orderedId(),
    deal_id: dealId,
    type,
    field,
    changes,
    is_heavy: changes !== undefined && Buffer.byteLength(JSON.stringify(changes)) > HEAVY_BYTES,
    metadata: metadata === undefined && mark === null ? null : { ...metadata, ...mark },
    actor_type: actor.type,
    actor_user_id: actor.userId,
    actor_automation_id: actor.automationId,
    actor_api_key_id: actor.apiKeyId,
    actor_run_id: actor.step?.runId ?? null,
    actor_node_id: actor.step?.nodeId ?? null,
    at: actor.step === undefined ? null : new Date(actor.step.at),
  };
}

function eventOf(workspace_id: string, actor: Actor, { type, dealId, contactId, payload }: NewEvent) {
  // What follows from a test is a test too, and so with what a test key did.
  const test = { ...(isTest(actor) && { test: true }), ...(actor.isTestKey && { testKey: true }) };
  return {
    workspace_id,
    id: orderedId(),
    type,
    deal_id: dealId,
    contact_id: contactId,
    payload: { ...payload, ...test, ...traceHeader() },
    chain_id: actor.chain?.id ?? null,
    depth: actor.chain === null ? 0 : actor.chain.depth + 1,
  };
}

async function placesOf(
  trx: Kysely<Database>,
  workspaceId: string,
  events: readonly NewEvent[],
): Promise<ReadonlyMap<string, { pipelineId: string; stageId: string }>> {
  const asked = events
    .filter(({ payload }) => !("stageId" in payload))
    .map(({ dealId }) => dealId)
    .filter((dealId) => dealId !== null);
  if (asked.length === 0) return new Map();
  const rows = await trx
    .selectFrom("deals")
    .select(["id", "pipeline_id", "stage_id"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", [...new Set(asked)])
    .execute();
  return new Map(rows.map(({ id, pipeline_id, stage_id }) => [id, { pipelineId: pipeline_id, stageId: stage_id }]));
}
