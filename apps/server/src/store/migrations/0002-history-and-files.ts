import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  // Members with explicit access to a pipeline; without rows, everyone has it.
  `create table pipeline_access (
    workspace_id ${id} not null,
    pipeline_id ${id} not null,
    member_id ${id} not null,
    primary key (workspace_id, pipeline_id, member_id),
    foreign key (workspace_id, pipeline_id) references pipelines on delete cascade,
    foreign key (workspace_id, member_id) references members on delete cascade
  )`,
  `create table activities (
    workspace_id ${id} not null,
    id ${id} not null,
    deal_id ${id} not null,
    type text not null,
    field text,
    changes json,
    metadata json,
    actor_type text not null check (actor_type in ('user', 'api_key', 'automation', 'assistant', 'system')),
    actor_user_id ${id},
    actor_automation_id ${id},
    actor_api_key_id ${id},
    occurred_at timestamptz(3) not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, deal_id) references deals on delete cascade
  )`,
  `create index activities_newest on activities (workspace_id, deal_id, occurred_at desc, id desc)`,
  // Without foreign keys: what happened stays so when the deal is gone.
  `create table events (
    workspace_id ${id} not null references workspaces on delete cascade,
    id ${id} not null,
    type text not null,
    deal_id ${id},
    contact_id ${id},
    payload json not null,
    chain_id ${id},
    depth integer not null default 0,
    created_at timestamptz(3) not null default now(),
    dispatched_at timestamptz(3),
    primary key (workspace_id, id)
  )`,
  `create index events_to_dispatch on events (created_at, id) where dispatched_at is null`,
  `create table files (
    workspace_id ${id} not null references workspaces on delete cascade,
    key ${id} not null,
    name text not null,
    mime_type text not null,
    size integer not null,
    content bytea not null,
    created_by ${id},
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, key)
  )`,
];

export const historyAndFiles: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
