import { type Kysely, type Migration, sql } from "kysely";

const statements = [
  // By when they were dispatched: they are removed a while after that.
  `create index events_dispatched on events (dispatched_at) where dispatched_at is not null`,
  // What was dispatched lies before what is next in `events_to_dispatch` until it is swept out, so that each look has to
  // pass it: by default that is when a fifth of all events was, and not at all where few pages hold them.
  `alter table events set (
    autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, vacuum_index_cleanup = on
  )`,
];

export const oldEvents: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
