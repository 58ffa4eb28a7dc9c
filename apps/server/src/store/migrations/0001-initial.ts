import { type Kysely, type Migration, sql } from "kysely";

/*
 * `workspace_id` leads every key: it is the shard key. Ids are opaque text, compared bytewise.
 * Instants keep milliseconds, the precision of the API's timestamps, so that a keyset cursor loses nothing.
 * `json` (not `jsonb`) holds what must come back exactly as it was sent.
 */
const id = `text collate "C"`;
const workspaceId = `workspace_id ${id} not null references workspaces on delete cascade`;
const stamps = `
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()`;

const workspaceTables = [
  `create table server_meta (key text primary key, value text not null)`,
  `create table workspaces (
    id ${id} primary key,
    slug text not null unique,
    name text not null,
    time_zone text not null,
    locale text not null,
    features json not null,
    quotas json not null,
    business_hours json,
    loss_reasons json not null,
    ${stamps}
  )`,
  // The last number given out, by kind of resource: the contract's per-workspace seq.
  `create table sequences (
    ${workspaceId},
    kind text not null,
    last integer not null,
    primary key (workspace_id, kind)
  )`,
  `create table members (
    ${workspaceId},
    id ${id} not null,
    email text not null,
    name text not null,
    role text not null check (role in ('owner', 'admin', 'partner', 'support', 'member')),
    permissions json not null,
    visibility text not null check (visibility in ('all', 'own')),
    active boolean not null,
    image text,
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, email)
  )`,
  // Looked up by digest before the workspace is known, hence the one unique index without it.
  `create table api_keys (
    workspace_id ${id} not null,
    id ${id} not null,
    member_id ${id} not null,
    name text not null,
    digest text not null unique,
    expires_at timestamptz(3),
    revoked boolean not null,
    last_used_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, member_id) references members on delete cascade
  )`,
  `create table channels (
    ${workspaceId},
    id ${id} not null,
    kind text not null,
    name text not null,
    phone_number_id text,
    is_default boolean not null,
    primary key (workspace_id, id)
  )`,
];

const pipelineTables = [
  `create table pipelines (
    ${workspaceId},
    id ${id} not null,
    seq integer not null,
    position integer not null,
    name text not null,
    description text,
    is_default boolean not null,
    is_archived boolean not null default false,
    exit_stage_id ${id},
    behaviors json not null,
    attendance_queue_stage_id ${id},
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, seq)
  )`,
  `create table stages (
    workspace_id ${id} not null,
    id ${id} not null,
    pipeline_id ${id} not null,
    seq integer not null,
    position integer not null,
    name text not null,
    color text not null,
    description text,
    is_won boolean not null,
    is_lost boolean not null,
    is_required boolean not null default false,
    required_milestone_field_id ${id},
    primary key (workspace_id, id),
    unique (workspace_id, seq),
    foreign key (workspace_id, pipeline_id) references pipelines on delete cascade
  )`,
  `create table tags (
    ${workspaceId},
    id ${id} not null,
    name text not null,
    color text not null,
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, name)
  )`,
  `create table custom_fields (
    ${workspaceId},
    id ${id} not null,
    entity_type text not null,
    name text not null,
    slug text not null,
    description text,
    placeholder text,
    field_type text not null,
    options json,
    config json,
    is_required boolean not null,
    api_only boolean not null default false,
    display_order integer not null,
    section text,
    pipeline_config json,
    visibility_rule json,
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, entity_type, slug)
  )`,
];

const dealTables = [
  `create table companies (
    ${workspaceId},
    id ${id} not null,
    name text not null,
    domain text,
    cnpj text,
    industry text,
    website text,
    logo_url text,
    notes text,
    ${stamps},
    primary key (workspace_id, id)
  )`,
  `create table contacts (
    ${workspaceId},
    id ${id} not null,
    seq integer not null,
    first_name text,
    last_name text,
    phone text,
    email text,
    instagram_username text,
    avatar_url text,
    notes text,
    company_id ${id},
    created_by ${id},
    blocked boolean not null default false,
    is_internal boolean not null default false,
    last_activity_at timestamptz(3) not null default now(),
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, seq),
    foreign key (workspace_id, company_id) references companies,
    foreign key (workspace_id, created_by) references members
  )`,
  `create table deals (
    ${workspaceId},
    id ${id} not null,
    seq integer not null,
    name text not null,
    value numeric not null check (value >= 0),
    currency text not null,
    close_probability integer not null check (close_probability between 0 and 100),
    source text not null,
    status text not null check (status in ('open', 'won', 'lost')),
    pipeline_id ${id} not null,
    stage_id ${id} not null,
    contact_id ${id},
    company_id ${id},
    responsible_user_id ${id} not null,
    co_owner_user_id ${id},
    lost_reason text,
    notes text,
    custom_fields jsonb not null,
    tracking json,
    metadata json,
    expected_close_at timestamptz(3),
    stage_changed_at timestamptz(3) not null default now(),
    closed_at timestamptz(3),
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, seq),
    foreign key (workspace_id, pipeline_id) references pipelines,
    foreign key (workspace_id, stage_id) references stages,
    foreign key (workspace_id, contact_id) references contacts,
    foreign key (workspace_id, company_id) references companies,
    foreign key (workspace_id, responsible_user_id) references members,
    foreign key (workspace_id, co_owner_user_id) references members
  )`,
  `create table deal_tags (
    workspace_id ${id} not null,
    deal_id ${id} not null,
    tag_id ${id} not null,
    primary key (workspace_id, deal_id, tag_id),
    foreign key (workspace_id, deal_id) references deals on delete cascade,
    foreign key (workspace_id, tag_id) references tags on delete cascade
  )`,
];

const automationTables = [
  `create table automations (
    ${workspaceId},
    id ${id} not null,
    name text not null,
    name_folded text not null,
    version integer not null,
    enabled boolean not null,
    trigger_type text not null,
    secrets text not null,
    ${stamps},
    primary key (workspace_id, id)
  )`,
  // Immutable, and without a foreign key to the automation: a run keeps its version when the automation is deleted.
  `create table automation_versions (
    ${workspaceId},
    automation_id ${id} not null,
    version integer not null,
    definition json not null,
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, automation_id, version)
  )`,
  `create table runs (
    ${workspaceId},
    id ${id} not null,
    automation_id ${id} not null,
    automation_version integer not null,
    deal_id ${id},
    status text not null check (status in
      ('queued', 'running', 'waiting', 'completed', 'failed', 'dead_letter', 'skipped', 'cancelled')),
    trigger_type text not null,
    attempts integer not null default 0,
    last_error text,
    current_node_id text,
    chain_id ${id},
    trigger_depth integer not null default 0,
    waiting_for_reply boolean not null default false,
    created_at timestamptz(3) not null default now(),
    started_at timestamptz(3),
    last_attempt_at timestamptz(3),
    next_attempt_at timestamptz(3),
    completed_at timestamptz(3),
    primary key (workspace_id, id),
    foreign key (workspace_id, automation_id, automation_version) references automation_versions
  )`,
];

const indexes = [
  `create index api_keys_of_member on api_keys (workspace_id, member_id)`,
  `create index stages_of_pipeline on stages (workspace_id, pipeline_id, position)`,
  `create index contacts_of_company on contacts (workspace_id, company_id)`,
  `create index deals_newest on deals (workspace_id, created_at desc, id desc)`,
  `create index deals_of_stage on deals (workspace_id, stage_id, status)`,
  `create index deals_of_contact on deals (workspace_id, contact_id)`,
  `create index deals_of_responsible on deals (workspace_id, responsible_user_id)`,
  `create index deal_tags_of_tag on deal_tags (workspace_id, tag_id)`,
  `create index automations_newest on automations (workspace_id, created_at desc, id desc)`,
  `create index automations_of_trigger on automations (workspace_id, trigger_type)`,
  `create index runs_newest on runs (workspace_id, automation_id, created_at desc, id desc)`,
  `create index runs_newest_of_status on runs (workspace_id, automation_id, status, created_at desc, id desc)`,
];

export const initial: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...workspaceTables, ...pipelineTables, ...dealTables, ...automationTables, ...indexes]) {
      await sql.raw(statement).execute(db);
    }
  },
};
