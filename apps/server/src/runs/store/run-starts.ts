import { advance, startState } from "@trilho/engine";
import { type Kysely, sql } from "kysely";
import { ROW_BY_ROW } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { errorOf } from "../model/failures.ts";
import type { NewRun, RunClaim } from "../model/run.ts";
import { isTestEvent } from "../model/trial.ts";
import type { RunTally } from "../model/watch.ts";
import { insertChanges } from "./run-changes.ts";

/** Begins runs in one statement, and writes down in another why some are refused. Answers those that are not. */
export async function startRuns(trx: Kysely<Database>, runs: readonly NewRun[], tally: RunTally): Promise<RunClaim[]> {
  const born = await insertRuns(trx, runs);
  const refused = born.flatMap(({ id, at, run: { workspaceId, refusal } }) =>
    refusal === null
      ? []
      : [
          {
            workspace_id: workspaceId,
            run_id: id,
            tick: 0,
            at,
            from_status: null,
            to_status: "skipped",
            why: refusal.why,
            by: null,
          },
        ],
  );
  if (refused.length > 0) {
    await insertChanges(trx, refused);
    tally({ what: "skipped", count: refused.length });
  }
  if (born.length > refused.length) tally({ what: "started", count: born.length - refused.length });
  return born.flatMap(({ id, run }) =>
    run.refusal === null ? [{ workspaceId: run.workspaceId, runId: id, tick: 0 }] : [],
  );
}

interface Born {
  id: string;
  at: Date;
  run: NewRun;
}

/** Without those whose event started their automation before, or whose deal is gone. What is refused never begins. */
async function insertRuns(db: Kysely<Database>, runs: readonly NewRun[]): Promise<Born[]> {
  const byId = new Map(runs.map((run): [string, NewRun] => [run.id, run]));
  const { rows } = await sql<{ id: string; created_at: Date }>`/* ready: start_runs */
    insert into runs (workspace_id, id, automation_id, automation_version, deal_id, contact_id, status, trigger_type,
      chain_id, trigger_depth, event_id, event, is_test, state, last_error, last_failure, settles_until, traceparent,
      next_attempt_at, completed_at)
    select workspace_id, id, automation_id, automation_version, deal_id, contact_id, status, trigger_type, chain_id,
      trigger_depth, event_id, event, is_test, state, last_error, last_failure,
      case when status = 'queued' then settles_until end, traceparent,
      case when status = 'queued' then coalesce(settles_until, starts_at, now()) end, case when status <> 'queued' then now() end
    from json_to_recordset(${JSON.stringify([...byId].map(([id, run]) => newRow(id, run)))}) as run (workspace_id text,
      id text, automation_id text, automation_version integer, deal_id text, contact_id text, status text,
      trigger_type text, chain_id text, trigger_depth integer, event_id text, event json, is_test boolean, state json,
      last_error text, last_failure json, starts_at timestamptz, settles_until timestamptz, traceparent text)
    where deal_id is null or exists (
      select from deals where deals.workspace_id = run.workspace_id and deals.id = run.deal_id ${ROW_BY_ROW})
    on conflict (workspace_id, automation_id, event_id) do nothing
    returning id, created_at`.execute(db);
  return rows.flatMap(({ id, created_at: at }) => {
    const run = byId.get(id);
    return run === undefined ? [] : [{ id, at, run }];
  });
}

function newRow(id: string, run: NewRun) {
  const error = run.refusal && errorOf(run.refusal.failure);
  const state = error === null ? startState() : advance(null, startState(), { type: "skipped", error }).state;
  return {
    workspace_id: run.workspaceId,
    id,
    automation_id: run.automationId,
    automation_version: run.automationVersion,
    deal_id: run.dealId,
    contact_id: run.contactId,
    status: state.status,
    trigger_type: run.triggerType,
    chain_id: run.chainId,
    trigger_depth: run.depth,
    event_id: run.eventId,
    event: run.event,
    is_test: isTestEvent(run.event),
    state,
    last_error: state.lastError,
    last_failure: state.lastFailure ?? null,
    // What begins at once, as most do, says nothing here.
    ...(run.startsAt !== undefined && { starts_at: new Date(run.startsAt) }),
    ...(run.settlesUntil !== undefined && { settles_until: new Date(run.settlesUntil) }),
    ...(run.traceparent !== undefined && { traceparent: run.traceparent }),
  };
}
