import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  // Ended runs of each day (of creation, UTC), by what became of them and by the ways they went.
  `create table run_counts (
    workspace_id ${id} not null,
    automation_id ${id} not null,
    day date not null,
    -- A digest of what is counted: ids of a graph may be longer than what an index takes.
    what bytea not null,
    status text,
    node_id text,
    handle text,
    edge_id text,
    runs bigint not null,
    primary key (workspace_id, automation_id, day, what),
    foreign key (workspace_id, automation_id) references automations on delete cascade,
    check (num_nonnulls(status, node_id) = 1)
  )`,
  // Whether it is among the counts. One that goes on was taken out of them.
  `alter table runs
    add column is_folded boolean not null default false,
    add constraint runs_folded_ended check (not is_folded or status not in ('queued', 'running', 'waiting'))`,
  `create index runs_to_fold on runs (workspace_id, automation_id, created_at)
    where status not in ('queued', 'running', 'waiting') and not is_folded and not is_test`,
];

export const runCounts: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
