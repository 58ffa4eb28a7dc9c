import { type Kysely, type Selectable, sql } from "kysely";
import type { JsonObject } from "@trilho/engine/contract";
import { isEntryReason, type StartReason } from "@trilho/engine/trigger";
import type { EventStore, StoredEvent } from "../model/run-ports.ts";
import { before } from "../../platform/database/columns.ts";
import { inOrder } from "../../platform/database/in-order.ts";
import type { Database } from "../../platform/database/schema/database.ts";

type EventRow = Selectable<Database["events"]> & { time_zone: string; locale: string };

/** Taken of one workspace at once. */
const PER_WORKSPACE = 20;
/** Runs of a workspace that may wait for a worker before more are started. Those paused, or to begin later, wait for none. */
const MAX_QUEUED = 200;

export const eventsToTake = (limit: number, after: string) => sql<EventRow>`/* ready: take_events */
  with recursive waiting (workspace_id) as (
    (select workspace_id from events
     where dispatched_at is null and workspace_id > ${after}
     order by workspace_id limit 1)
    union all
    select (select workspace_id from events
            where dispatched_at is null and workspace_id > waiting.workspace_id
            order by workspace_id limit 1)
    from waiting where waiting.workspace_id is not null
  )
  select events.*, workspaces.time_zone, workspaces.locale
  from waiting
  join workspaces on workspaces.id = waiting.workspace_id
  cross join lateral (
    select * from events
    where events.workspace_id = waiting.workspace_id and dispatched_at is null
    order by created_at, id
    limit ${inOrder(PER_WORKSPACE)}
    for update skip locked
  ) as events
  where (
    select count(*) from (
      select 1 from runs
      where runs.workspace_id = waiting.workspace_id and runs.status = 'queued' and not runs.is_paused
        and runs.next_attempt_at <= now()
      limit ${inOrder(MAX_QUEUED)}
    ) as queued
  ) < ${MAX_QUEUED}
  limit ${limit}`;

export const createEventStore = (db: Kysely<Database>): EventStore => ({
  async take(limit, after) {
    const { rows } = await eventsToTake(limit, after).execute(db);
    return rows.map(toEvent);
  },

  async ofDeal(workspaceId, dealId, since, limit, after) {
    let query = db
      .selectFrom("events")
      .innerJoin("workspaces", "workspaces.id", "events.workspace_id")
      .where("events.workspace_id", "=", workspaceId)
      .where("events.deal_id", "=", dealId)
      .where("events.dispatched_at", "is not", null)
      .where("events.created_at", ">=", new Date(since));
    if (after !== null) query = query.where(before("events.created_at", "events.id", after));
    const rows = await query
      .selectAll("events")
      .select(["workspaces.time_zone", "workspaces.locale"])
      .orderBy("events.created_at", "desc")
      .orderBy("events.id", "desc")
      .limit(limit)
      .execute();
    if (rows.length === 0) return [];
    const runs = await db
      .selectFrom("runs")
      .where("workspace_id", "=", workspaceId)
      .where("deal_id", "=", dealId)
      .where(
        "event_id",
        "in",
        rows.map(({ id }) => id),
      )
      .select(["id", "event_id", "automation_id", "status"])
      .execute();
    const skipped = runs.filter(({ status }) => status === "skipped").map(({ id }) => id);
    const whyNot = skipped.length === 0 ? new Map() : await entryRefusals(db, workspaceId, skipped);
    return rows.map((row) => {
      const own = runs.filter(({ event_id }) => event_id === row.id);
      const refused = own.flatMap(({ id, automation_id: automationId }) => {
        const why = whyNot.get(id);
        return why === undefined ? [] : [{ automationId, why }];
      });
      return { ...toEvent(row), started: own.map(({ automation_id }) => automation_id), refused };
    });
  },

  async done(events) {
    if (events.length === 0) return;
    // As a join: a list of pairs has all events of a workspace read while PostgreSQL has not counted them yet.
    await sql`/* ready: events_done, pipelined */
      update events set dispatched_at = now()
      from unnest(
        ${events.map(({ workspaceId }) => workspaceId)}::text[], ${events.map(({ id }) => id)}::text[]
      ) as done (workspace_id, id)
      where events.workspace_id = done.workspace_id and events.id = done.id`.execute(db);
  },
});

/** Why runs were not to begin although their events were meant to start them: their deal, or contact, was not to enter. */
async function entryRefusals(
  db: Kysely<Database>,
  workspaceId: string,
  runIds: readonly string[],
): Promise<Map<string, StartReason>> {
  const rows = await db
    .selectFrom("run_changes")
    .select(["run_id", "why"])
    .where("workspace_id", "=", workspaceId)
    .where("run_id", "in", runIds)
    .where("to_status", "=", "skipped")
    .execute();
  return new Map(
    rows.flatMap(({ run_id, why: { code, params } }) =>
      isEntryReason(code) ? [[run_id, { code, params: params as JsonObject }]] : [],
    ),
  );
}

function toEvent(row: EventRow): StoredEvent {
  // Kept with what the event brings, and nothing that it brings.
  const { traceparent, ...payload } = row.payload;
  return {
    workspaceId: row.workspace_id,
    id: row.id,
    type: row.type,
    dealId: row.deal_id,
    contactId: row.contact_id,
    payload,
    chainId: row.chain_id,
    depth: row.depth,
    createdAt: row.created_at.getTime(),
    ...(typeof traceparent === "string" && { traceparent }),
    workspace: { timeZone: row.time_zone, locale: row.locale },
  };
}
