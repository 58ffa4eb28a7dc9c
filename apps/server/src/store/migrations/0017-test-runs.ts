import { type Kysely, type Migration, sql } from "kysely";

/** Tests run beside the live runs and count for nothing. */
const statements = [
  `alter table runs add is_test boolean not null default false`,
  `update runs set is_test = true where event -> 'event' ->> 'test' = 'true'`,
  `alter table round_robins add is_test boolean not null default false`,
  `alter table round_robins drop constraint round_robins_pkey`,
  `alter table round_robins add primary key (workspace_id, automation_id, node_id, is_test)`,
  `drop index runs_newest`,
  `create index runs_newest on runs (workspace_id, automation_id, created_at desc, id desc) include (is_test)`,
];

export const testRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
