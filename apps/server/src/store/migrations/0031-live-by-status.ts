import { type Kysely, type Migration, sql } from "kysely";

const statements = [
  // How many runs wait for what is counted along it; it finds the queued ones of a workspace as `runs_queued` did.
  `create index runs_live_by_status on runs (status, workspace_id) where status in ('queued', 'running', 'waiting')`,
  `drop index runs_queued`,
];

export const liveByStatus: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
