import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/database.ts";

/** As many changes as PostgreSQL itself waits for. */
const MANY = 50;

/**
 * Has PostgreSQL count tables that have rows by now and were never counted, at most so many; answers how many. It does so
 * itself a minute later: until then planners believe that a workspace has few rows of each table, so that any index that
 * begins with it seems as good as the key, and sessions keep such plans.
 */
export async function countTables(db: Kysely<Database>, limit: number): Promise<number> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_stat_user_tables
    where schemaname = current_schema() and n_mod_since_analyze > ${MANY}
      and last_analyze is null and last_autoanalyze is null
    limit ${limit}`.execute(db);
  // Whoever has it locked counts it, or makes it another one.
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.raw(name)}`.execute(db);
  return rows.length;
}
