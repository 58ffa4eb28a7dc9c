import { type Kysely, sql } from "kysely";
import { poolStateOf } from "../platform/database/open/postgres.ts";
import type { Database } from "../platform/database/schema/database.ts";

/** Where changes of functions, triggers, columns, rules, types and statistics leave a trace. */
const CATALOGS = ["pg_attribute", "pg_constraint", "pg_proc", "pg_statistic", "pg_trigger", "pg_type"];

const traces = sql.join(
  [
    sql`select 'relations ' || sum(hashtext(concat_ws(' ', relname, relkind, relacl, reloptions))) as trace from pg_class`,
    ...CATALOGS.map(
      (catalog) =>
        sql`select ${sql.lit(catalog)} || count(*) || ' ' || max(xmin::text::bigint) from ${sql.table(catalog)}`,
    ),
    sql`select 'settings ' || count(*) from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())`,
  ],
  sql` union all `,
);

/** What tells a database from what it was, but for its rows. */
export async function shapeOf(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ trace: string | null }>`${traces}`.execute(db);
  return rows.map(({ trace }) => trace).join();
}

/** Takes every row out of a database. False, and nothing is done, where more than rows was changed or others are at it. */
export async function empty(db: Kysely<Database>, shape: string): Promise<boolean> {
  const { rows } = await sql<{ sessions: number; tables: string }>`
    select
      (select count(*)::integer from pg_stat_activity where datname = current_database()) as sessions,
      (select string_agg(quote_ident(relname), ', ') from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'kysely_%') as tables`.execute(
    db,
  );
  const [{ sessions, tables } = { sessions: 0, tables: "" }] = rows;
  if (sessions > (poolStateOf(db)?.().total ?? 0) || (await shapeOf(db)) !== shape) return false;
  await sql.raw(`truncate ${tables} restart identity`).execute(db);
  return true;
}
