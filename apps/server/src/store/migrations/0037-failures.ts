import { type Kysely, type Migration, sql } from "kysely";

/** Why something failed, as data beside its text; null where the text was written before, or has no code. */
const COLUMNS = {
  runs: "last_failure",
  run_effects: "failure",
  webhook_deliveries: "failure",
  messages: "failure",
  early_statuses: "failure",
  cadence_attempts: "failure",
};

export const failures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const [table, column] of Object.entries(COLUMNS)) {
      await sql.raw(`alter table ${table} add column ${column} json`).execute(db);
    }
  },
};
