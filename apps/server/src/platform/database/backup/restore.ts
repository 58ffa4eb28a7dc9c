import { type Kysely, sql } from "kysely";
import { StorageError } from "../errors.ts";
import { isMigration, migrate } from "../open/migrate.ts";
import { checkServerSecret } from "../secret-check.ts";
import type { Database } from "../schema/database.ts";
import { asPlainTexts, migrationsOf, type Sequence, type Table, tablesOf } from "./catalog.ts";
import type { CheckedBackup, RowLine, TableLine } from "./format.ts";

export interface ServerSecret {
  value: string;
  /** Where it came from. */
  source: string;
}

/** Loads a backup as `loadInto` does, and brings its schema up to date. */
export async function restoreInto(
  db: Kysely<Database>,
  place: string,
  backup: CheckedBackup,
  secret: ServerSecret,
): Promise<void> {
  await loadInto(db, place, backup, secret);
  await migrate(db, place);
}

/**
 * Loads a backup into a database without rows, which has the schema of its moment then: all of it or nothing. `place`
 * says where the database is. Rejects with a `StorageError`.
 */
export async function loadInto(
  db: Kysely<Database>,
  place: string,
  backup: CheckedBackup,
  secret: ServerSecret,
): Promise<void> {
  const { migrations } = backup.head;
  await refuseRows(db, place);
  await makeSchema(db, place, migrations);
  await db.transaction().execute(async (trx) => {
    await asPlainTexts(trx);
    const tables = await tablesOf(trx);
    const putBack = await withoutRules(trx, tables);
    await load(trx, tables, backup.lines());
    await continueSequences(trx, backup.end.sequences);
    await putBack();
    await checkServerSecret(trx, secret.value, secret.source);
  });
}

async function makeSchema(db: Kysely<Database>, place: string, migrations: readonly string[]): Promise<void> {
  const unknown = migrations.find((name) => !isMigration(name));
  if (unknown !== undefined) {
    throw new StorageError(
      `The backup was written by a newer version of Trilho, which has the migration ${unknown}. Nothing was changed: ` +
        "restore it with that version.",
    );
  }
  if ((await migrationsOf(db)).some((name, index) => name !== migrations[index])) {
    throw new StorageError(`The database (${place}) has a newer schema than the backup. Take one without tables.`);
  }
  await migrate(db, place, migrations.at(-1));
}

async function refuseRows(db: Kysely<Database>, place: string): Promise<void> {
  for (const { name } of await tablesOf(db)) {
    const { rows } = await sql`select from ${sql.table(name)} limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new StorageError(
      `The database (${place}) is not empty: ${name} has rows. Nothing was changed. Restore into an empty data folder ` +
        "(TRILHO_DATA_DIR) or an empty database (DATABASE_URL).",
    );
  }
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Rows come table by table, and have all that triggers would add: until the answer is called, no rule looks at them. */
async function withoutRules(trx: Kysely<Database>, tables: readonly Table[]): Promise<() => Promise<void>> {
  const { rows: keys } = await sql<ForeignKey>`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace order by 1, 2`.execute(trx);
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx);
  for (const { name } of tables) await sql`alter table ${sql.table(name)} disable trigger user`.execute(trx);
  return async () => {
    for (const { name } of tables) await sql`alter table ${sql.table(name)} enable trigger user`.execute(trx);
    for (const { table, name, definition } of keys) {
      await sql`alter table ${sql.table(table)} add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(trx);
    }
  };
}

const MOST_ROWS = 500;
const MOST_CHARACTERS = 4_000_000;

async function load(
  trx: Kysely<Database>,
  tables: readonly Table[],
  lines: AsyncIterable<TableLine | RowLine>,
): Promise<void> {
  let insert: ((rows: readonly string[]) => Promise<void>) | null = null;
  let [rows, characters]: [string[], number] = [[], 0];
  const flush = async (): Promise<void> => {
    if (rows.length > 0) await insert?.(rows);
    [rows, characters] = [[], 0];
  };
  for await (const line of lines) {
    if (!isRow(line)) {
      await flush();
      insert = inserterOf(trx, tables, line);
      continue;
    }
    const row = JSON.stringify(line);
    rows.push(row);
    characters += row.length;
    if (rows.length >= MOST_ROWS || characters >= MOST_CHARACTERS) await flush();
  }
  await flush();
}

const isRow = (line: TableLine | RowLine): line is RowLine => Array.isArray(line);

function inserterOf(trx: Kysely<Database>, tables: readonly Table[], { table, columns }: TableLine) {
  const types = new Map(tables.find(({ name }) => name === table)?.columns.map(({ name, type }) => [name, type]));
  const values = columns.map((name, index) => {
    const type = types.get(name);
    if (type === undefined) throw new StorageError(`The backup has ${table}.${name}, which this Trilho does not know.`);
    return sql`(row_values ->> ${sql.lit(index)})::${sql.raw(type)}`;
  });
  const names = sql.join(columns.map((name) => sql.ref(name)));
  return async (rows: readonly string[]): Promise<void> => {
    await sql`
      insert into ${sql.table(table)} (${names}) overriding system value
      select ${sql.join(values)} from json_array_elements(${`[${rows.join()}]`}::json) as row_values`.execute(trx);
  };
}

async function continueSequences(trx: Kysely<Database>, sequences: readonly Sequence[]): Promise<void> {
  for (const { name, last } of sequences) {
    if (last !== null) await sql`select setval(${name}::regclass, ${last}::bigint)`.execute(trx);
  }
}
