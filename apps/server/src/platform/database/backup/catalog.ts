import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Database } from "../schema/database.ts";

/** A table whose rows are kept: not one of the migrator's, nor one that a crash empties. */
export interface Table {
  name: string;
  /** Those that are stored: generated ones follow from them. */
  columns: readonly { name: string; type: string }[];
}

/** Every table whose rows are kept, by name. */
export async function tablesOf(db: Kysely<Database>): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name,
      json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname not like 'kysely%' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`.execute(db);
  return rows;
}

/** A row as one text: a list of each value as PostgreSQL writes it. */
export const rowOf = ({ columns }: Table): RawBuilder<string> =>
  sql`to_json(array[${sql.join(columns.map(({ name }) => sql`${sql.ref(name)}::text`))}]::text[])::text`;

/** The migrations that made the schema, in their order; none where it was never made. */
export async function migrationsOf(db: Kysely<Database>): Promise<string[]> {
  const { rows: found } = await sql<{ is: boolean }>`
    select to_regclass('kysely_migration') is not null as is`.execute(db);
  if (found[0]?.is !== true) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by timestamp, name`.execute(db);
  return rows.map(({ name }) => name);
}

/** What a sequence handed out last; null when nothing yet. */
export interface Sequence {
  name: string;
  last: string | null;
}

export async function sequencesOf(db: Kysely<Database>): Promise<Sequence[]> {
  const { rows } = await sql<Sequence>`
    select sequencename as name, last_value::text as last
    from pg_sequences where schemaname = current_schema() order by sequencename`.execute(db);
  return rows;
}

/** Values are written and read as texts, which must not depend on how the server is set up. */
export async function asPlainTexts(trx: Kysely<Database>): Promise<void> {
  await sql`
    select set_config(name, value, true) from (values ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'),
      ('timezone', 'UTC'), ('extra_float_digits', '1'), ('bytea_output', 'hex')) as plain (name, value)`.execute(trx);
}
