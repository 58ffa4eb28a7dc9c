import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  // What a webhook sends, one row for each that a run came to: every attempt sends the same.
  `create table webhook_requests (
    workspace_id ${id} not null,
    run_id ${id} not null,
    node_id text not null,
    request text not null,
    at timestamptz(3) not null default now(),
    primary key (workspace_id, run_id, node_id),
    foreign key (workspace_id, run_id) references runs on delete cascade
  )`,
  `create index webhook_requests_at on webhook_requests (at)`,
];

export const webhookRequests: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
