import { type Kysely, type Migration, sql } from "kysely";

export const testMessages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    // Nobody got it: a test event's run wrote it.
    await sql.raw(`alter table messages add column is_test boolean not null default false`).execute(db);
  },
};
