import { type Kysely, type Migration, sql } from "kysely";

/** The trace in which the event of a run happened, so that whichever process takes the run further goes on with it. */
export const runTraces: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw("alter table runs add column traceparent text").execute(db);
  },
};
