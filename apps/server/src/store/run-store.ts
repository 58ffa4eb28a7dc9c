import { randomUUID } from "node:crypto";
import type { Facts, JsonObject, Reply, RoundRobinState, RunState, RunStatus } from "@trilho/engine/contract";
import { type Kysely, sql } from "kysely";
import type { HeldRun, NewRun, RunChange, RunJob } from "../domain/runs/model.ts";
import type { RunStore } from "../domain/runs/port.ts";
import { canBeStored } from "./columns.ts";
import type { Database } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

const PENDING = ["queued", "running", "waiting"];

/** The database's clock counts, the same for every process. */
export function createRunStore(db: Kysely<Database>): RunStore {
  return {
    start: (run) => startRun(db, run),

    async hold(workspaceId, runId) {
      if (!canBeStored(runId)) return null;
      return holdRun(db, workspaceId, runId);
    },

    save: (run, change) => saveRun(db, run, change),

    async record(run, { nodeId, actionType, config, attempts, outcome, at }) {
      const row = {
        action_type: actionType,
        config: JSON.stringify(config),
        attempts,
        is_done: outcome.ok,
        result: outcome.ok && outcome.result !== null ? JSON.stringify(outcome.result) : null,
        error: outcome.ok ? null : outcome.error.message,
        at: new Date(at),
      };
      await db
        .insertInto("run_effects")
        .values({ workspace_id: run.workspaceId, run_id: run.id, node_id: nodeId, ...row })
        .onConflict((conflict) => conflict.columns(["workspace_id", "run_id", "node_id"]).doUpdateSet(row))
        .execute();
    },

    turn: (run, nodeId, pick) => inTransaction(db, (trx) => takeTurn(trx, run, nodeId, pick)),

    answer: (workspaceId, contactId, messageId, reply) =>
      inTransaction(db, (trx) => answerRun(trx, workspaceId, contactId, messageId, reply)),

    cancelOfDeal: (run) => inTransaction(db, (trx) => cancelOfDeal(trx, run)),

    failTick: (job, message, delaysMs, limit) =>
      inTransaction(db, (trx) => failTick(trx, job, message, delaysMs, limit)),

    async overdue(graceMs, limit) {
      const rows = await db
        .selectFrom("runs")
        .select(["workspace_id", "id", "tick"])
        .where("status", "in", PENDING)
        .where("next_attempt_at", "<", sql<Date>`now() - ${graceMs} * interval '1 millisecond'`)
        .orderBy("next_attempt_at")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ workspaceId: row.workspace_id, runId: row.id, tick: row.tick }));
    },
  };
}

async function cancelOfDeal(trx: Kysely<Database>, { workspaceId, id, dealId }: HeldRun): Promise<number> {
  if (dealId === null) return 0;
  // Two runs that cancel each other would wait for each other: so one waits, and the other one is told to come again.
  await trx
    .selectFrom("runs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("deal_id", "=", dealId)
    .where("id", "<", id)
    .where("status", "in", PENDING)
    .forUpdate()
    .noWait()
    .execute();
  const { numUpdatedRows } = await trx
    .updateTable("runs")
    .set((eb) => ({ ...CANCELLED, tick: eb("tick", "+", 1) }))
    .where("workspace_id", "=", workspaceId)
    .where("deal_id", "=", dealId)
    .where("id", "!=", id)
    .where("status", "in", PENDING)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

async function failTick(
  trx: Kysely<Database>,
  { workspaceId, runId, tick }: RunJob,
  message: string,
  delaysMs: readonly number[],
  limit: number,
): Promise<{ job: RunJob; at: number } | null> {
  const row = await trx
    .selectFrom("runs")
    .select(["tick_failures", "state", sql<Date>`clock_timestamp()`.as("now")])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .where("tick", "=", tick)
    .where("status", "in", PENDING)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const failures = row.tick_failures + 1;
  const isOver = failures >= limit;
  const at = new Date(row.now.getTime() + (delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0));
  const state = { ...(row.state as RunState), lastError: message };
  await trx
    .updateTable("runs")
    .set({
      tick: tick + 1,
      tick_failures: failures,
      last_error: message,
      lease_until: null,
      ...(isOver
        ? {
            ...CANCELLED,
            status: "dead_letter",
            state: JSON.stringify({ ...state, ...OVER }),
            last_attempt_at: row.now,
          }
        : { next_attempt_at: at }),
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .execute();
  return isOver ? null : { job: { workspaceId, runId, tick: tick + 1 }, at: at.getTime() };
}

const OVER = { status: "dead_letter", phase: "ended", wakeAt: null } as const;

const CANCELLED = {
  status: "cancelled",
  next_attempt_at: null,
  lease_until: null,
  awaits_contact_id: null,
  awaits_message_id: null,
  waiting_for_reply: false,
  completed_at: sql<Date>`now()`,
} as const;

async function startRun(db: Kysely<Database>, run: NewRun): Promise<RunJob | null> {
  const id = randomUUID();
  const refused = run.refusal !== null;
  const inserted = await db
    .insertInto("runs")
    .values({
      workspace_id: run.workspaceId,
      id,
      automation_id: run.automationId,
      automation_version: run.automationVersion,
      deal_id: run.dealId,
      contact_id: run.contactId,
      status: refused ? "skipped" : "queued",
      trigger_type: run.triggerType,
      chain_id: run.chainId,
      trigger_depth: run.depth,
      event_id: run.eventId,
      event: JSON.stringify(run.event),
      last_error: run.refusal,
      next_attempt_at: refused ? null : sql<Date>`now()`,
      completed_at: refused ? sql<Date>`now()` : null,
    })
    .onConflict((conflict) => conflict.columns(["workspace_id", "automation_id", "event_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted === undefined || refused ? null : { workspaceId: run.workspaceId, runId: id, tick: 0 };
}

async function holdRun(db: Kysely<Database>, workspaceId: string, runId: string): Promise<HeldRun | null> {
  const row = await db
    .selectFrom("runs")
    .where("runs.workspace_id", "=", workspaceId)
    .where("runs.id", "=", runId)
    .innerJoin("automation_versions as version", (join) =>
      join
        .onRef("version.workspace_id", "=", "runs.workspace_id")
        .onRef("version.automation_id", "=", "runs.automation_id")
        .onRef("version.version", "=", "runs.automation_version"),
    )
    .innerJoin("workspaces", "workspaces.id", "runs.workspace_id")
    .leftJoin("automations", (join) =>
      join
        .onRef("automations.workspace_id", "=", "runs.workspace_id")
        .onRef("automations.id", "=", "runs.automation_id"),
    )
    .selectAll("runs")
    .select([
      "version.definition",
      "automations.enabled",
      "automations.name as automation_name",
      "workspaces.time_zone",
      "workspaces.locale",
      "workspaces.business_hours",
      sql<Date>`clock_timestamp()`.as("now"),
    ])
    .forUpdate("runs")
    .executeTakeFirst();
  if (row === undefined) return null;
  return {
    workspaceId,
    id: row.id,
    automationId: row.automation_id,
    automationName: row.automation_name ?? "",
    automationVersion: row.automation_version,
    dealId: row.deal_id,
    contactId: row.contact_id,
    chainId: row.chain_id ?? row.id,
    depth: row.trigger_depth,
    tick: row.tick,
    // The column's check constraint holds it to its type; the other two are written by this file alone.
    status: row.status as RunStatus,
    state: row.state as RunState,
    event: row.event as Facts,
    reply: row.reply,
    sentMessageId: null,
    createdAt: row.created_at.getTime(),
    leaseUntil: row.lease_until?.getTime() ?? null,
    nextAttemptAt: row.next_attempt_at?.getTime() ?? null,
    isEnabled: row.enabled,
    definition: row.definition as HeldRun["definition"],
    workspace: { timeZone: row.time_zone, locale: row.locale, businessHours: row.business_hours },
    now: row.now.getTime(),
  };
}

async function saveRun(db: Kysely<Database>, run: HeldRun, change: RunChange): Promise<RunJob> {
  const { state, status, awaits, steps } = change;
  const at = new Date(change.at);
  const isOver = state.phase === "ended";
  await db
    .updateTable("runs")
    .set((eb) => ({
      status,
      state: JSON.stringify(state),
      event: JSON.stringify(run.event),
      reply: change.reply === null ? null : JSON.stringify(change.reply),
      attempts: state.attempts,
      last_error: state.lastError,
      current_node_id: state.nodeId,
      waiting_for_reply: state.phase === "awaiting_reply",
      awaits_contact_id: awaits?.contactId ?? null,
      awaits_message_id: awaits?.messageId ?? null,
      next_attempt_at: change.nextAttemptAt === null ? null : new Date(change.nextAttemptAt),
      lease_until: change.leaseUntil === null ? null : new Date(change.leaseUntil),
      started_at: eb.fn.coalesce("started_at", sql<Date>`${at}::timestamptz`),
      last_attempt_at: at,
      completed_at: isOver ? at : null,
      tick: run.tick + 1,
      tick_failures: 0,
    }))
    .where("workspace_id", "=", run.workspaceId)
    .where("id", "=", run.id)
    .execute();
  if (steps.length > 0) {
    const rows = steps.map((step) => ({
      workspace_id: run.workspaceId,
      run_id: run.id,
      seq: step.seq,
      at: new Date(step.at),
      node_id: step.nodeId,
      handle: step.handle,
      edge_id: step.edgeId,
      why: JSON.stringify(step.why),
    }));
    await db.insertInto("run_steps").values(rows).execute();
  }
  return { workspaceId: run.workspaceId, runId: run.id, tick: run.tick + 1 };
}

/** Locks the node's row, so that processes take turns one after the other. */
async function takeTurn<T>(
  trx: Kysely<Database>,
  { workspaceId, automationId }: HeldRun,
  nodeId: string,
  pick: (state: RoundRobinState) => { state: RoundRobinState; value: T },
): Promise<T> {
  const key = { workspace_id: workspaceId, automation_id: automationId, node_id: nodeId };
  await trx
    .insertInto("round_robins")
    .values({ ...key, state: "{}" })
    .onConflict((conflict) => conflict.columns(["workspace_id", "automation_id", "node_id"]).doNothing())
    .execute();
  const row = await trx
    .selectFrom("round_robins")
    .select("state")
    .where((eb) => eb.and(key))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { state, value } = pick(row.state);
  await trx
    .updateTable("round_robins")
    .set({ state: JSON.stringify(state) })
    .where((eb) => eb.and(key))
    .execute();
  return value;
}

async function answerRun(
  trx: Kysely<Database>,
  workspaceId: string,
  contactId: string,
  messageId: string | null,
  reply: (Reply & JsonObject) | object,
): Promise<RunJob | null> {
  const row = await trx
    .selectFrom("runs")
    .select(["id", "tick", "status"])
    .where("workspace_id", "=", workspaceId)
    .where("awaits_contact_id", "=", contactId)
    .where("status", "in", ["running", "waiting"])
    .orderBy(sql`awaits_message_id is not distinct from ${messageId}`, "desc")
    // A test wrote to nobody.
    .orderBy(sql`coalesce(event -> 'event' ->> 'test', '') = 'true'`)
    .orderBy("last_attempt_at", "desc")
    .orderBy("id")
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  // A message that is being sent now is in the hands of a worker, who takes the answer when it was sent.
  const isSending = row.status === "running";
  const tick = row.tick + (isSending ? 0 : 1);
  await trx
    .updateTable("runs")
    .set({
      reply: JSON.stringify(reply),
      tick,
      ...(!isSending && { next_attempt_at: sql<Date>`now()` }),
      awaits_contact_id: null,
      awaits_message_id: null,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", row.id)
    .execute();
  return { workspaceId, runId: row.id, tick };
}
