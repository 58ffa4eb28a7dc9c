import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  `create table cadences (
    workspace_id ${id} not null references workspaces on delete cascade,
    id ${id} not null,
    pipeline_id ${id} not null,
    stage_id ${id},
    name text not null,
    description text,
    active boolean not null,
    version integer not null,
    steps json not null,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, pipeline_id) references pipelines on delete cascade
  )`,
  `create index cadences_newest on cadences (workspace_id, created_at desc, id desc)`,
  // A deal that enters a stage starts one playbook, so a stage has one that is active.
  `create unique index cadences_playbook on cadences (workspace_id, stage_id) where active and stage_id is not null`,
  // Without a foreign key to the definition: what a deal went through stays when the definition is deleted.
  `create table cadence_instances (
    workspace_id ${id} not null,
    id ${id} not null,
    deal_id ${id} not null,
    cadence_id ${id},
    cadence_name text not null,
    cadence_version integer,
    pipeline_id ${id} not null,
    track_type text not null check (track_type in ('entry', 'stage_playbook', 'none')),
    stage_id ${id},
    status text not null check (status in ('active', 'paused', 'completed', 'stopped_dnc', 'stopped_stage_end')),
    is_latest boolean not null default true,
    start_day integer not null,
    started_at timestamptz(3) not null,
    paused_at timestamptz(3),
    resumed_at timestamptz(3),
    completed_at timestamptz(3),
    stopped_at timestamptz(3),
    pause_reason text,
    stop_reason text,
    stage_cadence_completed boolean not null default false,
    primary key (workspace_id, id),
    foreign key (workspace_id, deal_id) references deals on delete cascade
  )`,
  `create unique index cadence_instances_latest on cadence_instances (workspace_id, deal_id) where is_latest`,
  `create index cadence_instances_of_deal on cadence_instances (workspace_id, deal_id)`,
  `create index cadence_instances_of_cadence on cadence_instances (workspace_id, cadence_id, started_at desc, id desc)
    where is_latest`,
  `create index cadence_instances_running on cadence_instances (workspace_id, deal_id)
    where is_latest and status in ('active', 'paused')`,
  `create table cadence_tasks (
    workspace_id ${id} not null,
    id ${id} not null,
    instance_id ${id} not null,
    day_number integer not null,
    step_order integer not null,
    channel text not null check (channel in ('whatsapp', 'voice_call', 'email', 'research')),
    quantity integer not null,
    status text not null check (status in ('pending', 'due', 'overdue', 'done', 'skipped', 'canceled')),
    owner_user_id ${id},
    due_at timestamptz(3) not null,
    overdue_at timestamptz(3) not null,
    done_at timestamptz(3),
    skip_reason text,
    time_of_day text,
    description text,
    whatsapp_template_name text,
    whatsapp_template_language text,
    whatsapp_template_parameters json,
    message text,
    subject text,
    html_body text,
    text_body text,
    primary key (workspace_id, id),
    foreign key (workspace_id, instance_id) references cadence_instances on delete cascade
  )`,
  `create index cadence_tasks_of_instance on cadence_tasks (workspace_id, instance_id, day_number, step_order)`,
  `create index cadence_tasks_by_day on cadence_tasks (workspace_id, due_at)`,
  // What the clockwork looks for, over all workspaces.
  `create index cadence_tasks_to_come on cadence_tasks (due_at) where status = 'pending'`,
  `create index cadence_tasks_to_be_late on cadence_tasks (overdue_at) where status = 'due'`,
  `create table cadence_attempts (
    workspace_id ${id} not null,
    id ${id} not null,
    task_id ${id} not null,
    attempt_number integer not null,
    channel text not null,
    success boolean,
    provider_message_id text,
    voice_call_id text,
    email_message_id text,
    executed_by ${id},
    error_message text,
    executed_at timestamptz(3) not null,
    idempotency_key text not null,
    manual_reference_id text,
    task_status text not null,
    lease_until timestamptz(3) not null,
    primary key (workspace_id, id),
    unique (workspace_id, task_id, idempotency_key),
    unique (workspace_id, task_id, attempt_number),
    foreign key (workspace_id, task_id) references cadence_tasks on delete cascade
  )`,
];

export const cadences: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
