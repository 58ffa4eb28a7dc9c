import { type Kysely, sql } from "kysely";
import { openPool } from "../../platform/database/open/postgres.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { fail, type TestStore } from "../../testing/open-test-store.ts";

/** A database with a clock of its own, which everything in it goes by. */
export interface OwnClock {
  db: Kysely<Database>;
  url: string;
  close(): Promise<void>;
}

/** A database whose time stands still until it is set. */
export interface VirtualClock extends OwnClock {
  /** Unix ms. */
  set(at: number): Promise<void>;
}

export async function openVirtualClock(of: TestStore): Promise<VirtualClock> {
  await sql`create table virtual_clock (at timestamptz not null)`.execute(of.db);
  await sql`insert into virtual_clock values (now())`.execute(of.db);
  const opened = await withClock(of, "select at from virtual_clock");
  await renewDefaults(opened.db);
  return {
    ...opened,
    set: async (at) => void (await sql`update virtual_clock set at = ${new Date(at)}`.execute(opened.db)),
  };
}

/** A database whose time goes faster than it does elsewhere. */
export interface FastClock extends OwnClock {
  /** Sets it forward by so many seconds, or back. */
  jump(seconds: number): Promise<void>;
}

/** So many times as fast. */
export async function openFastClock(
  of: TestStore,
  times: number,
  onIdleError: (error: Error) => void = fail,
): Promise<FastClock> {
  await sql`create table clock_jumps (seconds integer not null)`.execute(of.db);
  const from = `timestamptz '${new Date().toISOString()}'`;
  const opened = await withClock(
    of,
    `select ${from} + (pg_catalog.clock_timestamp() - ${from}) * ${times}
      + coalesce((select sum(seconds) from clock_jumps), 0) * interval '1 second'`,
    onIdleError,
  );
  return {
    ...opened,
    jump: async (seconds) => void (await sql`insert into clock_jumps values (${seconds})`.execute(opened.db)),
  };
}

async function withClock(
  { db: of, url: plain }: TestStore,
  body: string,
  onIdleError: (error: Error) => void = fail,
): Promise<OwnClock> {
  if (plain === null) throw new Error("Only databases on a server can have a clock of their own");
  for (const name of ["now", "clock_timestamp"]) {
    const head = `create function public.${name}() returns timestamptz volatile language sql`;
    await sql.raw(`${head} as $$${body}$$`).execute(of);
  }
  // PostgreSQL's own functions come after these two, in sessions opened from now on.
  await sql.raw(`alter database ${new URL(plain).pathname.slice(1)} set search_path = public, pg_catalog`).execute(of);
  const db = openPool(plain, onIdleError);
  return { db, url: plain, close: () => db.destroy() };
}

/** Columns that begin with the time were told whose when their tables were made. */
async function renewDefaults(db: Kysely<Database>): Promise<void> {
  const { rows } = await sql<{ change: string }>`
    select format('alter table %s alter column %I set default now()', attrelid::regclass, attname) as change
    from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
    where pg_get_expr(adbin, adrelid) in ('now()', 'pg_catalog.now()')`.execute(db);
  for (const { change } of rows) await sql.raw(change).execute(db);
}
