import { advance } from "@trilho/engine";
import { type Facts, LIVE_STATUSES } from "@trilho/engine/contract";
import { type Kysely, type Selectable, sql } from "kysely";
import { because } from "../model/changes.ts";
import { errorOf } from "../model/failures.ts";
import type { HeldRun, RunChange, RunClaim } from "../model/run.ts";
import type { RunStore, TickFailure } from "../model/run-ports.ts";
import { isTestEvent } from "../model/trial.ts";
import type { RunTally } from "../model/watch.ts";
import { jsonOrNull } from "../../platform/database/columns.ts";
import { pickNextExit } from "./round-robins.ts";
import { answerRun, failAwaited } from "./run-answers.ts";
import { onServerClock, passTime } from "./run-clock.ts";
import { cancelRuns, insertChanges } from "./run-changes.ts";
import { unfoldRun } from "./run-counts.ts";
import { hoursOf } from "../../areas/reference/store/reference-rows.ts";
import { stateOf } from "./run-rows.ts";
import { startRuns } from "./run-starts.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { SERVER_PAUSE } from "../../areas/automations/pause-rows.ts";

/** The database's clock counts, the same for every process. */
export function createRunStore(db: Kysely<Database>, tally: RunTally): RunStore {
  return {
    async start(run) {
      const [begun] = await inTransaction(db, (trx) => startRuns(trx, [run], tally));
      return begun ?? null;
    },

    startAll: async (runs) => void (await inTransaction(db, (trx) => startRuns(trx, runs, tally))),

    async hold(workspaceId, runId, known) {
      return holdRun(db, workspaceId, runId, known);
    },

    async save(run, change) {
      await saveRun(db, run, change);
      const { status } = change.state;
      if (status !== "queued" && status !== "running" && status !== "waiting") tally({ what: status, count: 1 });
    },

    pickExit: (run, nodeId, pick) => inTransaction(db, (trx) => pickNextExit(trx, run, nodeId, pick)),

    answer: (workspaceId, from, reply) => inTransaction(db, (trx) => answerRun(trx, workspaceId, from, reply)),

    undelivered: (workspaceId, key, failure) => inTransaction(db, (trx) => failAwaited(trx, workspaceId, key, failure)),

    passTime: (run, by) => inTransaction(db, (trx) => passTime(trx, run, by)),

    async cancelOfDeal(run, reason) {
      const count = await inTransaction(db, (trx) => cancelOfDeal(trx, run, reason));
      tally({ what: "cancelled", count });
      return count;
    },

    async failTick(claim, failure, delaysMs, limit) {
      const isOver = await inTransaction(db, (trx) => failTick(trx, claim, failure, delaysMs, limit));
      if (isOver) tally({ what: "dead_letter", count: 1 });
    },

    async call(runs) {
      await sql`
        with called as (
          select runs.workspace_id, runs.id from runs join unnest(
            ${runs.map(({ workspaceId }) => workspaceId)}::text[],
            ${runs.map(({ runId }) => runId)}::text[],
            ${runs.map(({ tick }) => tick)}::bigint[]
          ) as given (workspace_id, id, tick) using (workspace_id, id, tick)
          where next_attempt_at > now() and lease_until is null for update of runs skip locked
        )
        update runs set next_attempt_at = now() from called
        where runs.workspace_id = called.workspace_id and runs.id = called.id`.execute(db);
    },

    /** As it was before it was taken: one that was lost then still is. */
    async giveBack({ workspaceId, runId, tick, lost }) {
      const before =
        lost === undefined
          ? sql`lease_until = null`
          : sql`lease_until = now(), tick_failures = greatest(tick_failures - 1, 0)`;
      await sql`update runs set ${before} where workspace_id = ${workspaceId} and id = ${runId} and tick = ${tick}`.execute(
        db,
      );
    },
  };
}

async function cancelOfDeal(
  trx: Kysely<Database>,
  { workspaceId, id, dealId, event }: HeldRun,
  reason: string | null,
): Promise<number> {
  if (dealId === null) return 0;
  // A test stops tests alone.
  const isMeant = sql<boolean>`(is_test or ${!isTestEvent(event)}::boolean)`;
  // Two runs that cancel each other would wait for each other: so one waits, and the other one tries again.
  await trx
    .selectFrom("runs")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("deal_id", "=", dealId)
    .where("id", "<", id)
    .where(isMeant)
    .where("status", "in", LIVE_STATUSES)
    .forUpdate()
    .noWait()
    .execute();
  const others = sql`workspace_id = ${workspaceId} and deal_id = ${dealId} and id <> ${id} and ${isMeant}`;
  return cancelRuns(trx, others, because("stopped", { reason }), { runId: id });
}

async function failTick(
  trx: Kysely<Database>,
  { workspaceId, runId, tick }: RunClaim,
  { failure, why }: TickFailure,
  delaysMs: readonly number[],
  limit: number,
): Promise<boolean> {
  const row = await trx
    .selectFrom("runs")
    .select(["status", "tick_failures", "state", "clock_ahead_ms", sql<Date>`clock_timestamp()`.as("now")])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .where("tick", "=", tick)
    .where("status", "in", LIVE_STATUSES)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return false;
  const failures = row.tick_failures + 1;
  const isOver = failures >= limit;
  const at = new Date(row.now.getTime() + (delaysMs[Math.min(failures, delaysMs.length) - 1] ?? 0));
  const error = errorOf(failure);
  const state = stateOf(row);
  await trx
    .updateTable("runs")
    .set({
      tick: tick + 1,
      tick_failures: failures,
      last_error: error.message,
      last_failure: JSON.stringify(failure),
      lease_until: null,
      ...(isOver
        ? {
            status: "dead_letter",
            attempts: 0,
            next_attempt_at: null,
            awaits_contact_id: null,
            awaits_message_id: null,
            waiting_for_reply: false,
            completed_at: row.now,
            ...(state && { state: JSON.stringify(advance(null, state, { type: "abandoned", error }).state) }),
            last_attempt_at: row.now,
          }
        : { next_attempt_at: at }),
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .execute();
  if (!isOver) return false;
  await insertChanges(trx, [
    {
      workspace_id: workspaceId,
      run_id: runId,
      tick: tick + 1,
      at: new Date(row.now.getTime() + row.clock_ahead_ms),
      from_status: row.status,
      to_status: "dead_letter",
      why,
      by: null,
    },
  ]);
  return true;
}

/**
 * Named one by one: what is kept ready would break where a newer version adds a column. A deal may have got another
 * contact since its run began: texts are about that one, so messages go there. Of what pauses a run, its own mark alone is
 * as of the moment when the row was locked.
 */
const HELD = sql`runs.id, runs.automation_id, runs.automation_version, runs.deal_id, runs.chain_id,
  coalesce((select deals.contact_id from deals where deals.workspace_id = runs.workspace_id
    and deals.id = runs.deal_id), runs.contact_id) as contact_id,
  runs.trigger_depth, runs.tick, runs.status, runs.state, runs.reply, runs.created_at, runs.lease_until,
  runs.next_attempt_at, runs.settles_until, runs.clock_ahead_ms, automations.enabled,
  not runs.is_test and (runs.is_paused or automations.runs_paused_at is not null
    or workspaces.runs_paused_at is not null or ${SERVER_PAUSE} is not null) as held,
  automations.name as automation_name,
  workspaces.time_zone, workspaces.locale, workspaces.business_hours, clock_timestamp() as now`;

const FROM_RUNS = sql.raw(`from runs
  join workspaces on workspaces.id = runs.workspace_id
  left join automations on automations.workspace_id = runs.workspace_id and automations.id = runs.automation_id`);

/** Its version is looked up, not joined: where it was moved to another one while its row was waited for, no row would be left. */
const holding = (workspaceId: string, runId: string) => sql<HeldRow>`/* ready: hold_run */
  select ${HELD}, runs.event, (select definition from automation_versions as version
    where version.workspace_id = runs.workspace_id and version.automation_id = runs.automation_id
      and version.version = runs.automation_version) as definition ${FROM_RUNS}
  where runs.workspace_id = ${workspaceId} and runs.id = ${runId} for update of runs`;

const holdingAgain = (workspaceId: string, runId: string) => sql<HeldRow>`/* ready: hold_run_again */
  select ${HELD}, null as event, null as definition ${FROM_RUNS}
  where runs.workspace_id = ${workspaceId} and runs.id = ${runId} for update of runs`;

type HeldRow = Selectable<Database["runs"]> &
  Pick<Selectable<Database["workspaces"]>, "time_zone" | "locale" | "business_hours"> & {
    enabled: boolean | null;
    held: boolean;
    automation_name: string | null;
    definition: unknown;
    now: Date;
  };

async function holdRun(
  db: Kysely<Database>,
  workspaceId: string,
  runId: string,
  known: HeldRun | undefined,
): Promise<HeldRun | null> {
  const { rows } = await (known === undefined ? holding : holdingAgain)(workspaceId, runId).execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const state = stateOf(row);
  if (state === null) throw new Error("Where this run stands cannot be read");
  const ahead = row.clock_ahead_ms;
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
    state,
    event: known?.event ?? (row.event as Facts),
    reply: row.reply,
    sentMessageId: null,
    sentToContactId: null,
    createdAt: row.created_at.getTime(),
    leaseUntil: row.lease_until && row.lease_until.getTime() + ahead,
    nextAttemptAt: row.next_attempt_at && row.next_attempt_at.getTime() + ahead,
    clockAheadMs: ahead,
    isSettling: row.settles_until !== null,
    isEnabled: row.enabled,
    isPaused: row.held,
    definition: known?.definition ?? (row.definition as HeldRun["definition"]),
    workspace: {
      timeZone: row.time_zone,
      locale: row.locale,
      businessHours: hoursOf(row.business_hours, row.time_zone),
    },
    now: row.now.getTime() + ahead,
  };
}

/** One statement for all of it: the fewer of them, the more runs a database takes further. */
async function saveRun(db: Kysely<Database>, run: HeldRun, change: RunChange): Promise<void> {
  const { state, awaits, steps, effects, reply, why, by } = change;
  // Counts are of runs that are over.
  if (!LIVE_STATUSES.includes(run.state.status)) await unfoldRun(db, run);
  const { at, nextAttemptAt, leaseUntil } = onServerClock(run, change);
  // A run that is merely ended comes no further by that.
  const takenAt = why === null || steps.length > 0 ? at : null;
  const tick = run.tick + 1;
  await sql`/* ready: save_run, pipelined */
    with step as (
      insert into run_steps (workspace_id, run_id, seq, at, node_id, handle, edge_id, why)
      select ${run.workspaceId}, ${run.id}, * from unnest(
        ${steps.map(({ seq }) => seq)}::integer[],
        ${steps.map((step) => new Date(step.at))}::timestamptz[],
        ${steps.map(({ nodeId }) => nodeId)}::text[],
        ${steps.map(({ handle }) => handle)}::text[],
        ${steps.map(({ edgeId }) => edgeId)}::text[],
        ${steps.map((step) => JSON.stringify(step.why))}::json[])
    ), effect as (
      insert into run_effects
        (workspace_id, run_id, config, node_id, action_type, attempts, is_done, result, error, failure, at)
      -- A config may be of a megabyte: in an array of texts, each of its quotes would be escaped once more.
      select ${run.workspaceId}, ${run.id}, * from rows from (
        json_array_elements(${JSON.stringify(effects.map(({ config }) => config))}), unnest(
        ${effects.map(({ nodeId }) => nodeId)}::text[],
        ${effects.map(({ actionType }) => actionType)}::text[],
        ${effects.map(({ attempts }) => attempts)}::integer[],
        ${effects.map(({ outcome }) => outcome.ok)}::boolean[],
        ${effects.map(({ outcome }) => (outcome.ok ? jsonOrNull(outcome.result) : null))}::json[],
        ${effects.map(({ outcome }) => (outcome.ok ? null : outcome.error.message))}::text[],
        ${effects.map(({ outcome }) => (outcome.ok ? null : jsonOrNull(outcome.error.failure)))}::json[],
        ${effects.map((effect) => new Date(effect.at))}::timestamptz[]))
      on conflict (workspace_id, run_id, node_id) do update set
        (action_type, config, attempts, is_done, result, error, failure, at) = row(excluded.action_type,
          excluded.config, excluded.attempts, excluded.is_done, excluded.result, excluded.error, excluded.failure,
          excluded.at)
    )
    update runs set
      status = ${state.status},
      state = ${JSON.stringify(state)},
      event = ${JSON.stringify(run.event)},
      reply = ${jsonOrNull(reply)},
      attempts = ${state.attempts},
      last_error = ${state.lastError},
      last_failure = ${jsonOrNull(state.lastFailure)},
      current_node_id = ${state.nodeId},
      waiting_for_reply = ${state.status === "waiting" && state.phase === "awaiting_reply"},
      awaits_contact_id = ${awaits?.contactId ?? null},
      awaits_message_id = ${awaits?.messageId ?? null},
      next_attempt_at = ${nextAttemptAt},
      lease_until = ${leaseUntil},
      started_at = coalesce(started_at, ${takenAt}),
      last_attempt_at = coalesce(${takenAt}, last_attempt_at),
      completed_at = ${state.phase === "ended" ? at : null},
      tick = ${tick},
      -- Begun anew, it has come no further than those that were lost; retried by hand, it may fail as often again.
      tick_failures = case when ${steps.length > 0 || state.status === "queued"} then 0 else tick_failures end
    where workspace_id = ${run.workspaceId} and id = ${run.id}`.execute(db);
  if (why !== null) {
    const of = { workspace_id: run.workspaceId, run_id: run.id, tick, at: new Date(change.at) };
    await insertChanges(db, [{ ...of, from_status: run.state.status, to_status: state.status, why, by }]);
  }
}
