import { type Kysely, sql } from "kysely";
import type { Database } from "./schema/database.ts";

/** What time it is for all processes on a database, Unix ms: their own clocks may differ. */
export async function databaseNow(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("The database does not tell the time.");
  return row.now.getTime();
}
