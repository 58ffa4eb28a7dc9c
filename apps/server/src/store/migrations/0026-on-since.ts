import { type Kysely, type Migration, sql } from "kysely";

const statements = [
  // What happened before starts nothing, however long it waited to be dispatched.
  `alter table automations add column on_since timestamptz(3) not null default now()`,
  `update automations set on_since = created_at`,
];

export const onSince: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
