import { type Kysely, type RawBuilder, sql } from "kysely";
import type { PauseScope, PauseStore, SomeAutomations } from "../model/pause-port.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { recordChange } from "../../areas/automations/history-store.ts";
import { inOrder } from "../../platform/database/in-order.ts";
import { IS_LIVE } from "./run-changes.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { type PausedSince, pausesOf, SERVER_KEY, SERVER_PAUSE } from "../../areas/automations/pause-rows.ts";

/** As `runs_paused` has it. */
const IS_KEPT = sql`is_paused and ${IS_LIVE}`;

export const createPauseStore = (db: Kysely<Database>): PauseStore => ({
  async set(scope, isPaused) {
    if (scope.kind === "server") return setServer(db, isPaused);
    if (scope.kind === "automation") return setAutomation(db, scope, isPaused);
    const at = isPaused ? sql`coalesce(runs_paused_at, now())` : sql`null`;
    const { rows } = await sql`
      update workspaces set runs_paused_at = ${at} where id = ${scope.workspaceId} returning id`.execute(db);
    return rows.length > 0;
  },

  async hold(scope) {
    // In the order of their ids, as all who lock many runs.
    await sql`
      with due as materialized (
        select workspace_id, id from runs
        where ${IS_LIVE} and not is_paused and not is_test and ${runsOf(scope)}
          and (next_attempt_at <= statement_timestamp() or status = 'running')
        order by id for update
      )
      update runs set is_paused = true from due
      where runs.workspace_id = due.workspace_id and runs.id = due.id`.execute(db);
  },

  async keep({ workspaceId, runId, lost }) {
    await sql`
      update runs set is_paused = true, lease_until = null,
        tick_failures = greatest(tick_failures - ${lost === undefined ? 0 : 1}::integer, 0)
      where workspace_id = ${workspaceId} and id = ${runId}`.execute(db);
  },

  release: async (limit) => (await released(limit).execute(db)).rows.length,

  async ofAutomations(workspaceId, ids) {
    const { rows } = await sql<PausedSince & { id: string }>`
      select automations.id, automations.runs_paused_at as automation, workspaces.runs_paused_at as workspace,
        ${SERVER_PAUSE} as server
      from automations join workspaces on workspaces.id = automations.workspace_id
      where automations.workspace_id = ${workspaceId} and automations.id = any(${ids}::text[])`.execute(db);
    return new Map(rows.map((row) => [row.id, pausesOf(row)]));
  },

  async ofWorkspace(workspaceId) {
    const { rows } = await sql<PausedSince>`
      select workspaces.runs_paused_at as workspace, ${SERVER_PAUSE} as server
      from workspaces where id = ${workspaceId}`.execute(db);
    return rows.flatMap(pausesOf);
  },
});

const setAutomation = (
  db: Kysely<Database>,
  { workspaceId, automationId, by }: Extract<PauseScope, { kind: "automation" }>,
  isPaused: boolean,
): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const { rows } = await sql<{ was_paused: boolean }>`
      with before as (
        select id, runs_paused_at is not null as was_paused from automations
        where workspace_id = ${workspaceId} and id = ${automationId} for update)
      update automations set runs_paused_at = ${isPaused ? sql`coalesce(runs_paused_at, now())` : sql`null`}
      from before where automations.workspace_id = ${workspaceId} and automations.id = before.id
      returning was_paused`.execute(trx);
    const type = isPaused ? "paused" : "resumed";
    if (rows[0]?.was_paused === !isPaused) await recordChange(trx, { workspaceId, automationId, by, type });
    return rows.length > 0;
  });

async function setServer(db: Kysely<Database>, isPaused: boolean): Promise<true> {
  await (
    isPaused
      ? sql`insert into server_meta (key, value) select ${SERVER_KEY}, to_json(now())#>>'{}' on conflict do nothing`
      : sql`delete from server_meta where key = ${SERVER_KEY}`
  ).execute(db);
  return true;
}

function runsOf(scope: PauseScope | SomeAutomations): RawBuilder<unknown> {
  if (scope.kind === "server") return sql`true`;
  const ofWorkspace = sql`workspace_id = ${scope.workspaceId}`;
  if (scope.kind === "automations") return sql`${ofWorkspace} and automation_id = any(${scope.automationIds}::text[])`;
  return scope.kind === "workspace" ? ofWorkspace : sql`${ofWorkspace} and automation_id = ${scope.automationId}`;
}

/** Goes from one automation's kept runs to the next one's, so that those still paused cost the same however many they are. */
function released(limit: number): RawBuilder<unknown> {
  const first = (where: RawBuilder<unknown>) => sql`(
    select workspace_id, automation_id from runs where ${IS_KEPT} and ${where}
    order by workspace_id, automation_id limit ${inOrder(1)})`;
  return sql`
    with recursive place (workspace_id, automation_id) as (
      ${first(sql`true`)}
      union all
      select next.* from place cross join lateral ${first(
        sql`(workspace_id, automation_id) > (place.workspace_id, place.automation_id)`,
      )} as next
    ), free as materialized (
      select run.workspace_id, run.id from place
      join workspaces on workspaces.id = place.workspace_id and workspaces.runs_paused_at is null
      left join automations on automations.workspace_id = place.workspace_id and automations.id = place.automation_id
      cross join lateral (
        select workspace_id, id, next_attempt_at from runs
        where ${IS_KEPT} and workspace_id = place.workspace_id and automation_id = place.automation_id
        order by next_attempt_at limit ${inOrder(limit)} for update skip locked
      ) as run
      where automations.runs_paused_at is null and ${SERVER_PAUSE} is null
      order by run.next_attempt_at limit ${limit}
    )
    update runs set is_paused = false from free
    where runs.workspace_id = free.workspace_id and runs.id = free.id
    returning 1`;
}
