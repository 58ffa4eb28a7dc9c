import { type Kysely, type Migration, sql } from "kysely";

/** By when they were dispatched: events are removed a while after that. */
export const oldEvents: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql`create index events_dispatched on events (dispatched_at) where dispatched_at is not null`.execute(db);
  },
};
