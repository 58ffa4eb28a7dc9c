import { type Kysely, type Migration, sql } from "kysely";

const statements = [
  `alter table workspaces add column runs_paused_at timestamptz(3)`,
  `alter table automations add column runs_paused_at timestamptz(3)`,
  // Its turn came while it was paused: it has no job, and nobody is to miss one.
  `alter table runs add column is_paused boolean not null default false`,
  `create index runs_paused on runs (workspace_id, automation_id, next_attempt_at)
    where is_paused and status in ('queued', 'running', 'waiting')`,
  `drop index runs_live_of_workspace`,
  `create index runs_live_of_workspace on runs (workspace_id, next_attempt_at)
    where status in ('queued', 'running', 'waiting') and not is_paused`,
  // Queued runs that are paused are told from those that wait for a worker without a look at each.
  `drop index runs_live_by_status`,
  `create index runs_live_by_status on runs (status, workspace_id, is_paused)
    where status in ('queued', 'running', 'waiting')`,
];

export const pauses: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
