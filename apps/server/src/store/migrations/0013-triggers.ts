import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  `alter table automations add hook_token ${id}`,
  `create unique index automations_of_hook on automations (hook_token) where hook_token is not null`,
  `create index automations_on_clock on automations (workspace_id, id)
    where enabled and trigger_type in ('schedule', 'deal_idle')`,
  `create table trigger_clocks (
    workspace_id ${id} not null,
    automation_id ${id} not null,
    automation_version integer not null,
    next_at timestamptz(3),
    seen_at timestamptz(3) not null default now(),
    seen_id ${id} not null default '',
    sweep_at timestamptz(3),
    sweep_after ${id} not null default '',
    primary key (workspace_id, automation_id),
    foreign key (workspace_id, automation_id) references automations on delete cascade
  )`,
  `create index trigger_clocks_due on trigger_clocks (next_at)`,
  // What automations do to a deal does not keep it from being idle, but for where it stands.
  `create index activities_of_people on activities (workspace_id, occurred_at, id)
    where actor_type <> 'automation' or type in ('DEAL_CREATED', 'STAGE_CHANGED', 'DEAL_REOPENED')`,
  `create index deals_open on deals (workspace_id, id) where status = 'open'`,
];

export const triggers: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
