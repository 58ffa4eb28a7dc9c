import { type Kysely, type RawBuilder, sql } from "kysely";
import { inOrder } from "../../platform/database/in-order.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { LEASE_MS, type RunClaim } from "../model/run.ts";
import type { DueRuns } from "../model/run-ports.ts";
import { IS_LIVE } from "./run-changes.ts";

/** How many due runs are looked at for one of an automation that is not busy. */
const LOOKED_AT = 2000;

/**
 * As the indexes of due runs have it. One expression each: of conditions that stand side by side, planners that have not
 * counted a table expect hardly a row, and read and sort what they find.
 */
const IS_GOING = sql`case when ${IS_LIVE} then not is_paused else false end`;
const IS_FREE = sql`coalesce(lease_until, '-infinity') <= now()`;
/** A lease that ended was that of a process that is gone. The second time in a row, `takeLost` has the run. */
const IS_NEW = sql`case when lease_until is null then true else tick_failures = 0 end`;
export const IS_DUE = sql`${IS_GOING} and next_attempt_at <= now() and ${IS_FREE} and ${IS_NEW}`;

export const createDueRuns = (db: Kysely<Database>): DueRuns => ({
  async takeFirst(limit, busy) {
    if (busy.length === 0) return take(db, sql`/* ready: take_runs */`, firstDue(sql`true`, inOrder(limit)));
    const claims = await take(db, NOT_READY, firstFree(sql`true`, inOrder(limit), busy));
    // Somebody else took what was looked for.
    const rest = limit - claims.length;
    return rest === 0 ? claims : [...claims, ...(await take(db, NOT_READY, firstDue(sql`true`, inOrder(rest))))];
  },

  takeShares(shares, busy) {
    const [where, limit] = [sql`workspace_id = given.id`, sql`given.share`];
    const first = busy.length === 0 ? firstDue(where, limit) : firstFree(where, limit, busy);
    const given = sql`unnest(${[...shares.keys()]}::text[], ${[...shares.values()]}::integer[]) as given (id, share)`;
    return take(db, NOT_READY, sql`select due.* from ${given} cross join lateral (${first}) as due`);
  },

  async takeLost() {
    // `runs_failing` has those few.
    const lost = sql`select ${FOUND} from runs
      where ${IS_GOING} and tick_failures > 0 and next_attempt_at <= now() and lease_until <= now()
      order by next_attempt_at limit ${inOrder(1)} for update skip locked`;
    const [claim] = await take(db, NOT_READY, lost);
    return claim ?? null;
  },

  /** Goes from one workspace's first run to the next one's, so that it costs the same however many each of them has. */
  async workspaces() {
    const { rows } = await sql<{ id: string }>`
      with recursive workspace (id, since) as (
        ${firstGoing(sql`true`)}
        union all
        select next.* from workspace cross join lateral ${firstGoing(sql`workspace_id > workspace.id`)} as next
      )
      select id from workspace where since <= now()`.execute(db);
    return new Set(rows.map(({ id }) => id));
  },
});

const firstGoing = (where: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select workspace_id, next_attempt_at from runs where ${IS_GOING} and ${where}
  order by workspace_id, next_attempt_at limit ${inOrder(1)})`;

/** What is sent for a few workspaces, or around busy automations, is planned anew. */
const NOT_READY = sql``;
const FOUND = sql`ctid, workspace_id, id, lease_until`;

/** In the order of the index, so that a look ends at the first few, however many wait. */
export const firstDue = (where: RawBuilder<unknown>, limit: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select ${FOUND} from runs where ${where} and ${IS_DUE} order by next_attempt_at limit ${limit} for update skip locked`;

/** The same, with those of `busy` automations after others. */
const firstFree = (
  where: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
  busy: readonly string[],
): RawBuilder<unknown> => sql`
  select ${FOUND} from runs where ${IS_DUE} and ctid = any (array(
    select ctid from (
      select ctid, automation_id, next_attempt_at from runs where ${where} and ${IS_DUE}
      order by next_attempt_at limit ${inOrder(LOOKED_AT)}
    ) as first
    order by automation_id = any (${busy}::text[]), next_attempt_at limit ${limit}
  )) for update skip locked`;

/**
 * By where rows lie, as a list of keys would have all of a table read that is not counted yet. The tick goes up, so that
 * whoever had a run before comes too late. No column changes that an index has, so most claims touch none.
 */
async function take(db: Kysely<Database>, ready: RawBuilder<unknown>, due: RawBuilder<unknown>): Promise<RunClaim[]> {
  const { rows } = await sql<
    Omit<RunClaim, "lost" | "traceparent"> & { lost: number | null; traceparent: string | null }
  >`${ready}
    with due as materialized (${due}), taken as (
      update runs set
        tick = tick + 1,
        lease_until = now() + ${LEASE_MS} * interval '1 millisecond',
        tick_failures = tick_failures + case when lease_until is null then 0 else 1 end
      where ctid = any (array(select ctid from due))
      returning workspace_id, id, tick, tick_failures, traceparent
    )
    select taken.workspace_id as "workspaceId", taken.id as "runId", tick, traceparent,
      case when lease_until is not null then tick_failures end as lost
    from taken join due using (workspace_id, id)`.execute(db);
  return rows.map(({ lost, traceparent, ...claim }) => ({
    ...claim,
    ...(lost !== null && { lost }),
    ...(traceparent !== null && { traceparent }),
  }));
}
