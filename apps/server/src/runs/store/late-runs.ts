import { type RawBuilder, sql } from "kysely";
import type { RunJob } from "../model/run.ts";
import { IS_LIVE } from "./run-changes.ts";

/** As `runs_live_of_workspace` has it. */
const IS_GOING = sql`${IS_LIVE} and not is_paused`;

/**
 * Jobs of live runs that are later by `lateMs` than the first that `waits` for its turn in their workspace, or than now
 * where none does. Goes from one workspace's runs to the next one's, so that it costs the same however many wait.
 */
export function lateRuns(lateMs: number, waits: ReadonlyMap<string, Date>, limit: number): RawBuilder<RunJob> {
  const first = (where: RawBuilder<unknown>) => sql`(
    select workspace_id as id from runs where ${IS_GOING} and ${where} order by workspace_id, next_attempt_at limit 1)`;
  return sql<RunJob>`
    with recursive workspace (id) as (
      ${first(sql`true`)}
      union all
      select next.id from workspace cross join lateral ${first(sql`workspace_id > workspace.id`)} as next
    ), waits (id, since) as (select * from unnest(${[...waits.keys()]}::text[], ${[...waits.values()]}::timestamptz[]))
    select late.workspace_id as "workspaceId", late.id as "runId", late.tick
    from workspace left join waits on waits.id = workspace.id cross join lateral (
      select * from runs where workspace_id = workspace.id and ${IS_GOING}
        and next_attempt_at < coalesce(waits.since, now()) - ${lateMs} * interval '1 millisecond'
      order by next_attempt_at limit ${limit}
    ) as late
    order by late.next_attempt_at limit ${limit}`;
}
