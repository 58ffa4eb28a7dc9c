import { DAY_MS } from "@trilho/engine";
import type { AutomationStats } from "@trilho/contract";
import type { RunStatus } from "@trilho/engine/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import type { HeldRun } from "../model/run.ts";
import { ROW_BY_ROW } from "../../platform/database/columns.ts";
import { IS_ENDED, IS_LIVE } from "./run-changes.ts";
import type { Database } from "../../platform/database/schema/database.ts";

const AT_ONCE = 500;

/** As `runs_to_fold` has it. */
const IS_TO_FOLD = sql`${IS_ENDED} and not is_folded and not is_test`;

/** Takes ended runs into the counts of their days; any number of processes may do so, and may be killed. */
export async function foldRuns(db: Kysely<Database>, atOnce = AT_ONCE): Promise<void> {
  let folded = atOnce;
  while (folded === atOnce) {
    const part = sql`
      select ${ofRun(1)} from runs where ${IS_TO_FOLD}
      order by workspace_id, automation_id, created_at limit ${atOnce} for update skip locked`;
    folded = await countRuns(db, part, true);
  }
}

/** Takes a run that goes on, and that nobody else changes meanwhile, out of the counts again. */
export async function unfoldRun(trx: Kysely<Database>, { workspaceId, id }: HeldRun): Promise<void> {
  const it = sql`select ${ofRun(-1)} from runs where workspace_id = ${workspaceId} and id = ${id} and is_folded`;
  await countRuns(trx, it, false);
}

const ofRun = (weight: 1 | -1) => sql`workspace_id, automation_id, (created_at at time zone 'UTC')::date as day,
  id, status, current_node_id, ${weight}::integer as weight`;

/**
 * Counts and marks in one statement, so that each run is counted once. Counts are written in the order of their key, so
 * that two who count do not wait for each other; an automation that is being deleted has none any more.
 */
async function countRuns(db: Kysely<Database>, part: RawBuilder<unknown>, isFolded: boolean): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    with part as materialized (${part}),
    automation as materialized (
      select automations.workspace_id, automations.id from automations
      join (select distinct workspace_id, automation_id as id from part) as meant using (workspace_id, id)
      for key share of automations
    ),
    counted as (${countsOf(true)}),
    written as (
      insert into run_counts (workspace_id, automation_id, day, what, status, node_id, handle, edge_id, runs)
      select workspace_id, automation_id, day,
        sha256(convert_to(json_build_array(status, node_id, handle, edge_id)::text, 'UTF8')) as what,
        status, node_id, handle, edge_id, runs
      from counted join automation using (workspace_id) where automation.id = automation_id
      order by workspace_id, automation_id, day, what
      on conflict (workspace_id, automation_id, day, what) do update set runs = run_counts.runs + excluded.runs
    ),
    marked as (
      update runs set is_folded = ${isFolded} from part
      where runs.workspace_id = part.workspace_id and runs.id = part.id
    )
    select count(*)::integer as runs from part`.execute(db);
  return rows[0]?.runs ?? 0;
}

/**
 * What the runs in `part` count for: each its status, each way it left a node, and the node it stayed at. A run leaves a
 * node once at most, so that leaving steps count runs. One that came to a node and did not leave it is there still, or
 * ended there.
 */
const countsOf = (isWithWays: boolean): RawBuilder<unknown> =>
  isWithWays ? sql`${LEFT} ${STATUSES} ${WAYS}` : STATUSES;

const LEFT = sql`
  with gone as materialized (
    select part.workspace_id, automation_id, day, id, weight, step.*
    from part cross join lateral (
      select node_id, handle, edge_id from run_steps
      where run_steps.workspace_id = part.workspace_id and run_id = part.id and handle is not null ${ROW_BY_ROW}
    ) as step
  )`;

const STATUSES = sql`
  select workspace_id, automation_id, day, status, null::text as node_id, null::text as handle, null::text as edge_id,
    sum(weight) as runs
  from part group by workspace_id, automation_id, day, status`;

const WAYS = sql`
  union all
  select workspace_id, automation_id, day, null, node_id, handle, edge_id, sum(weight)
  from gone group by workspace_id, automation_id, day, node_id, handle, edge_id
  union all
  select workspace_id, automation_id, day, null, current_node_id, null, null, sum(weight)
  from part
  where current_node_id is not null and not exists (
    select from gone where gone.workspace_id = part.workspace_id and gone.id = part.id and node_id = current_node_id)
  group by workspace_id, automation_id, day, current_node_id`;

interface Counted {
  status: string | null;
  node_id: string | null;
  handle: string | null;
  edge_id: string | null;
  runs: string;
}

/**
 * The counts of the days that begin in the period, what is not among them yet, and the difference at both ends, for
 * which runs are read that were created in these two days. Runs that were removed count at the beginning of their day.
 */
export async function readStats(
  db: Kysely<Database>,
  { workspaceId, automationId }: { workspaceId: string; automationId: string },
  { from, to }: { from: string; to: string },
  isWithWays: boolean,
): Promise<Omit<AutomationStats, "waiting">> {
  const [since, until] = [new Date(from), new Date(to)];
  const [firstDay, dayAfter] = [beginOfNext(since), beginOfNext(until)];
  const created = (condition: RawBuilder<unknown>, start: Date, end: Date, weight: 1 | -1) => sql`
    select ${ofRun(weight)} from runs
    where workspace_id = ${workspaceId} and automation_id = ${automationId} and not is_test and ${condition}
      and created_at >= ${start} and created_at < ${end}`;
  const { rows } = await sql<Counted>`
    with part as materialized (
      ${created(IS_LIVE, since, until, 1)}
      union all ${created(IS_TO_FOLD, since, until, 1)}
      union all ${created(sql`is_folded`, since, firstDay, 1)}
      union all ${created(sql`is_folded`, until, dayAfter, -1)}
    )
    select status, node_id, handle, edge_id, sum(runs) as runs from (
      ${countsOf(isWithWays)}
      union all
      select workspace_id, automation_id, day, status, node_id, handle, edge_id, runs from run_counts
      where workspace_id = ${workspaceId} and automation_id = ${automationId}
        and day >= ${dayOf(firstDay)} and day < ${dayOf(dayAfter)} ${isWithWays ? sql`` : sql`and status is not null`}
    ) as counted
    group by status, node_id, handle, edge_id
    having sum(runs) > 0
    order by status, handle is null, node_id, handle, edge_id`.execute(db);
  const byStatus = rows.flatMap(({ status, runs }) =>
    status === null ? [] : [{ status: status as RunStatus, runs: Number(runs) }],
  );
  const ways = rows.flatMap(({ node_id: nodeId, handle, edge_id: edgeId, runs }) =>
    nodeId === null ? [] : [{ nodeId, handle, edgeId, runs: Number(runs) }],
  );
  return { from, to, runs: byStatus.reduce((sum, { runs }) => sum + runs, 0), byStatus, ways };
}

/** The first beginning of a day that is not before `at`. */
const beginOfNext = (at: Date): Date => new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS);
const dayOf = (at: Date): RawBuilder<unknown> => sql`(${at}::timestamptz at time zone 'UTC')::date`;
