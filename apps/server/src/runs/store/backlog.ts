import { type Kysely, type RawBuilder, sql } from "kysely";
import { inOrder } from "../../platform/database/in-order.ts";
import { IS_DUE } from "./due-runs.ts";
import { IS_LIVE } from "./run-changes.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { SERVER_PAUSE } from "../../areas/automations/pause-rows.ts";

/** So many runs of one status are counted at most: what it costs does not grow with what waits. */
export const MOST_COUNTED = 10_000;

/** What the runs on a database still have before them. */
export interface Backlog {
  queued: number;
  running: number;
  waiting: number;
  /** Those of them that became due while they were paused. */
  paused: number;
  /** What is paused. */
  pausedAutomations: number;
  pausedWorkspaces: number;
  isServerPaused: boolean;
  /** Since when the first run has been due that nobody has taken, in seconds; 0 without one. */
  queueAge: number;
  /** How long the first event has waited for its runs to be started, in seconds; 0 without one. */
  eventLag: number;
}

const count = (status: string) => sql`(
  select count(*) from (
    select from runs where status = ${sql.lit(status)} order by workspace_id limit ${inOrder(MOST_COUNTED)}
  ) as counted)`;
const seconds = (since: RawBuilder<unknown>) =>
  sql`coalesce(extract(epoch from clock_timestamp() - (${since})), 0)::float8`;
const firstEvent = (where: RawBuilder<unknown>) => sql`(
  select workspace_id, created_at from events where dispatched_at is null and ${where}
  order by workspace_id, created_at, id limit ${inOrder(1)})`;

/**
 * Counts along `runs_live_by_status`, `MOST_COUNTED` of a status; the queue's age is among the first entries of its index, and
 * events are walked through from one workspace's first to the next one's. So a look costs the same at millions of runs.
 */
export const BACKLOG = sql<Backlog>`
  with recursive event (workspace_id, created_at) as (
    ${firstEvent(sql`true`)}
    union all
    select next.* from event cross join lateral ${firstEvent(sql`workspace_id > event.workspace_id`)} as next
  )
  select
    ${count("queued")}::integer as queued, ${count("running")}::integer as running,
    ${count("waiting")}::integer as waiting,
    (select count(*) from (
      select from runs where is_paused and ${IS_LIVE}
      order by workspace_id, automation_id limit ${inOrder(MOST_COUNTED)}
    ) as counted)::integer as paused,
    (select count(*) from automations where runs_paused_at is not null)::integer as "pausedAutomations",
    (select count(*) from workspaces where runs_paused_at is not null)::integer as "pausedWorkspaces",
    ${SERVER_PAUSE} is not null as "isServerPaused",
    ${seconds(sql`
      select next_attempt_at from runs
      where ${IS_DUE} order by next_attempt_at limit ${inOrder(1)}`)} as "queueAge",
    ${seconds(sql`select min(created_at) from event`)} as "eventLag"`;

export async function readBacklog(db: Kysely<Database>): Promise<Backlog> {
  const [backlog] = (await BACKLOG.execute(db)).rows;
  if (backlog === undefined) throw new Error("The database counted nothing.");
  return backlog;
}
