import { type Kysely, type Migration, sql } from "kysely";

const statements = [
  // Live runs of each workspace in the order in which they are due: who is late is judged beside its own workspace.
  `create index runs_live_of_workspace on runs (workspace_id, next_attempt_at)
    where status in ('queued', 'running', 'waiting')`,
  `drop index runs_due`,
];

export const lateRuns: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
