import { type Kysely, type RawBuilder, sql } from "kysely";
import type { RunJob } from "../model/run.ts";
import type { Database } from "../../platform/database/schema/database.ts";

export const QUEUE = "runs";

/** A job that somebody took; nobody else gets it. */
export interface TakenJob {
  id: string;
  data: RunJob;
  retryCount: number;
}

/** Jobs that are due and that nobody has taken. */
export interface DueJobs {
  /** Takes those that were due first, whosever they are; those of `busy` automations after others. */
  takeFirst(limit: number, busy: readonly string[]): Promise<TakenJob[]>;
  /** Takes so many of each workspace, where it has them, in the same order. */
  takeShares(shares: ReadonlyMap<string, number>, busy: readonly string[]): Promise<TakenJob[]>;
  /** The workspaces that have any, and since when their first has been due. */
  oldest(): Promise<ReadonlyMap<string, Date>>;
}

const IS_DUE = sql`state < 'active' and start_after < now()`;
const OF_QUEUE = sql`name = ${sql.lit(QUEUE)}`;
const WORKSPACE = sql`data->>'workspaceId'`;
/** Any number, that of whoever makes something of the queue. */
const LOCK = sql.lit(7_236_501);

/** Until the transaction ends, nobody else makes anything of the queue. */
export const lockQueue = (trx: Kysely<Database>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx);

/** Orders each workspace's jobs, under the queue's lock; looks first, since nobody can send anything meanwhile. */
export const addIndexOfWorkspaces = (trx: Kysely<Database>): Promise<unknown> =>
  sql`do $$ begin
    if to_regclass('pgboss.job_open_of_workspace') is null then
      create index if not exists job_open_of_workspace on pgboss.job ((${WORKSPACE}), start_after)
        where state < 'active';
    end if;
  end $$`.execute(trx);

export const dueJobsOf = (db: Kysely<Database>): DueJobs => ({
  /**
   * As the queue itself takes jobs, but those first that were due first: the index hands them over in that order, where
   * the queue's own order, by when they were sent, has all that are due read and sorted for each look.
   */
  async takeFirst(limit, busy) {
    const jobs = await take(db, firstDue(OF_QUEUE, sql`${limit}`, busy));
    // Somebody else took what was looked for.
    const isShort = busy.length > 0 && jobs.length < limit;
    return isShort ? [...jobs, ...(await take(db, firstDue(OF_QUEUE, sql`${limit - jobs.length}`, [])))] : jobs;
  },
  takeShares: (shares, busy) =>
    take(
      db,
      sql`select job.id from unnest(${[...shares.keys()]}::text[], ${[...shares.values()]}::int[]) as given (id, share)
        cross join lateral (${firstDue(sql`${WORKSPACE} = given.id`, sql`given.share`, busy)}) as job`,
    ),
  oldest: () => oldestOfWorkspaces(db),
});

/** How many due jobs are looked at for one of an automation that is not busy. */
const LOOKED_AT = sql.lit(2000);

function firstDue(
  where: RawBuilder<unknown>,
  limit: RawBuilder<unknown>,
  busy: readonly string[],
): RawBuilder<unknown> {
  if (busy.length === 0) {
    return sql`select id from pgboss.job where ${where} and ${IS_DUE}
      order by start_after limit ${limit} for update skip locked`;
  }
  return sql`select id from pgboss.job where ${OF_QUEUE} and ${IS_DUE} and id in (
      select id from (
        select id, data, start_after from pgboss.job where ${where} and ${IS_DUE} order by start_after limit ${LOOKED_AT}
      ) as due_first
      order by coalesce(data->>'automationId' = any(${busy}::text[]), false), start_after limit ${limit}
    ) for update skip locked`;
}

async function take(db: Kysely<Database>, due: RawBuilder<unknown>): Promise<TakenJob[]> {
  const { rows } = await sql<TakenJob>`
    with due as (${due})
    update pgboss.job as job set
      state = 'active',
      started_on = now(),
      retry_count = retry_count + case when started_on is null then 0 else 1 end
    from due
    where job.name = ${sql.lit(QUEUE)} and job.id = due.id
    returning job.id, job.data, job.retry_count as "retryCount"`.execute(db);
  return rows;
}

/**
 * Goes from one workspace's first job to the next one's, so that it costs the same however many jobs each of them has.
 * The queue's name, which all jobs here have, would mislead PostgreSQL while it has not yet counted them.
 */
async function oldestOfWorkspaces(db: Kysely<Database>): Promise<ReadonlyMap<string, Date>> {
  const first = (where: RawBuilder<unknown>) => sql`(
    select ${WORKSPACE} as id, start_after from pgboss.job where state < 'active' and ${where}
    order by ${WORKSPACE}, start_after limit 1)`;
  const { rows } = await sql<{ id: string; since: Date }>`
    with recursive workspace (id, since) as (
      ${first(sql`${WORKSPACE} is not null`)}
      union all
      select next.* from workspace cross join lateral ${first(sql`${WORKSPACE} > workspace.id`)} as next
    )
    select id, since from workspace where since < now()`.execute(db);
  return new Map(rows.map(({ id, since }) => [id, since]));
}
