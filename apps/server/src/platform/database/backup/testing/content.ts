import { type Kysely, sql } from "kysely";
import type { Database } from "../../schema/database.ts";
import { asPlainTexts, sequencesOf, tablesOf } from "../catalog.ts";

/** All rows, and the rules they live under. */
export const contentOf = (db: Kysely<Database>) =>
  db.transaction().execute(async (trx) => {
    await asPlainTexts(trx);
    const tables: [string, string[]][] = [];
    for (const { name } of await tablesOf(trx)) {
      const { rows } = await sql<{ row: string }>`
        select t::text as row from ${sql.table(name)} t order by 1`.execute(trx);
      tables.push([name, rows.map(({ row }) => row)]);
    }
    const { rows: rules } = await sql`
      select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
        where connamespace = current_schema()::regnamespace
      union all select tgrelid::regclass::text, tgname, tgenabled::text from pg_trigger where not tgisinternal
      order by 1, 2`.execute(trx);
    return { tables, rules, sequences: await sequencesOf(trx) };
  });
