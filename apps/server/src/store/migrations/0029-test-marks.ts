import { type Kysely, type Migration, sql } from "kysely";

/** What runs of test events may leave behind. */
const TABLES = ["messages", "tasks", "meetings", "deals"];

export const testMarks: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const table of TABLES) {
      await sql.raw(`alter table ${table} add column is_test boolean not null default false`).execute(db);
    }
  },
};
