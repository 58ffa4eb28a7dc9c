import { type Kysely, sql } from "kysely";
import type { Database } from "../platform/database/schema/database.ts";

/** Whether some session of this database waits for a lock of another one. */
export async function someoneWaitsForALock(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
