import { type Kysely, type Migration, sql } from "kysely";

const IS_OVER = `status not in ('queued', 'running', 'waiting')`;

/** What is removed by its age is found by it, so that nobody reads what stays. */
const statements = [
  `create index runs_ended on runs (completed_at) where ${IS_OVER} and not is_test`,
  `create index runs_ended_tests on runs (completed_at) where ${IS_OVER} and is_test`,
  // Whether any run is left of a version, which the foreign key asks as well.
  `create index runs_of_version on runs (workspace_id, automation_id, automation_version)`,
  `create index automation_versions_age on automation_versions (created_at)`,
  `create index outbox_age on outbox (created_at)`,
  `alter table activities add column is_heavy boolean not null default false`,
  `update activities set is_heavy = true where octet_length(changes::text) > 4096`,
  `create index activities_heavy on activities (occurred_at) where is_heavy`,
];

export const retention: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
