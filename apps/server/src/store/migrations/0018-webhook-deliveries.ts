import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

/** What webhooks of runs sent, one row a request. */
const CREATE = `create table webhook_deliveries (
  workspace_id ${id} not null,
  run_id ${id} not null,
  id ${id} not null,
  node_id text not null,
  attempt integer,
  request text not null,
  body bytea not null,
  is_truncated boolean not null,
  status integer,
  response text,
  error text,
  duration_ms integer not null,
  at timestamptz(3) not null,
  primary key (workspace_id, run_id, id),
  foreign key (workspace_id, run_id) references runs on delete cascade
)`;

export const webhookDeliveries: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql.raw(CREATE).execute(db);
  },
};
