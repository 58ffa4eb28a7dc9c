import { type Kysely, type Migration, sql } from "kysely";

/** How often in a row a run's turn ended in an error of the program, not of its action. */
export const runFailures: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`alter table runs add tick_failures integer not null default 0`.execute(db);
  },
};
