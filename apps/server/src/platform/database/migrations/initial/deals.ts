import { createdAt, id, ofWorkspace, stamps, workspaceId } from "./columns.ts";

const people = [
  // `search_name` and `search_text` are folded: searches mind neither case nor accents.
  `create table companies (
    ${ofWorkspace},
    id ${id} not null,
    name text not null,
    domain text,
    cnpj text,
    cnpj_key text,
    industry text,
    website text,
    logo_url text,
    notes text,
    custom_fields jsonb not null default '{}',
    search_name text not null default '',
    search_text text not null default '',
    created_by ${id},
    ${stamps},
    primary key (workspace_id, id),
    foreign key (workspace_id, created_by) references members
  )`,
  // Branches share a domain and a name, but never a CNPJ.
  `create unique index companies_cnpj on companies (workspace_id, cnpj_key) where cnpj_key is not null`,
  `create index companies_domain on companies (workspace_id, lower(domain collate "C"))`,
  `create index companies_name on companies (workspace_id, search_name)`,
  `create index companies_newest on companies (workspace_id, created_at desc, id desc)`,
  `create index companies_updated on companies (workspace_id, updated_at, id)`,
  // `name` is what providers call the contact; `first_name` and `last_name` are the workspace's own.
  `create table contacts (
    ${ofWorkspace},
    id ${id} not null,
    seq integer not null,
    name text,
    first_name text,
    last_name text,
    phone text,
    email text,
    instagram_username text,
    avatar_url text,
    avatar_key ${id},
    notes text,
    custom_fields jsonb not null default '{}',
    search_text text not null default '',
    company_id ${id},
    created_by ${id},
    blocked boolean not null default false,
    is_internal boolean not null default false,
    opted_out_at timestamptz(3),
    opted_out_keyword text,
    opted_out_source text,
    last_marketing_at timestamptz(3),
    last_message_at timestamptz(3),
    last_activity_at timestamptz(3) not null default now(),
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, seq),
    foreign key (workspace_id, avatar_key) references files,
    foreign key (workspace_id, company_id) references companies,
    foreign key (workspace_id, created_by) references members
  )`,
  // One contact a phone and an e-mail: of writers at the same time, the index lets one through.
  `create unique index contacts_phone on contacts (workspace_id, phone) where phone is not null`,
  `create unique index contacts_email on contacts (workspace_id, lower(email collate "C")) where email is not null`,
  `create index contacts_of_instagram on contacts (workspace_id, instagram_username) where instagram_username is not null`,
  `create index contacts_of_avatar on contacts (workspace_id, avatar_key) where avatar_key is not null`,
  `create index contacts_of_company on contacts (workspace_id, company_id)`,
  // Members who see only what is theirs find the contacts they created.
  `create index contacts_of_creator on contacts (workspace_id, created_by)`,
  `create index contacts_newest on contacts (workspace_id, created_at desc, id desc)`,
  `create index contacts_updated on contacts (workspace_id, updated_at, id)`,
];

/** Every filter of the list that is an equality has an index in the list's order, so that a page is a short walk. */
const listIndex = (name: string, column: string): string =>
  `create index ${name} on deals (workspace_id, ${column}, created_at desc, id desc)`;

const deals = [
  // `channel_id` is the channel its messages go over, instead of the default one.
  `create table deals (
    ${ofWorkspace},
    id ${id} not null,
    seq integer not null,
    name text not null,
    search_text text not null default '',
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
    channel_id ${id},
    lost_reason text,
    notes text,
    custom_fields jsonb not null,
    tracking json,
    metadata json,
    is_test boolean not null default false,
    is_further boolean not null default false,
    is_returning boolean not null default false,
    return_signaled_at timestamptz(3),
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
    foreign key (workspace_id, co_owner_user_id) references members,
    foreign key (workspace_id, channel_id) references channels on delete set null (channel_id)
  )`,
  // Of writers at the same time, the index lets one open deal of a contact into a pipeline. An automation may open a deal
  // beside its own: such a deal takes nobody's place.
  `create unique index deals_open_of_contact on deals (workspace_id, contact_id, pipeline_id)
    where status = 'open' and contact_id is not null and not is_further`,
  `create index deals_newest on deals (workspace_id, created_at desc, id desc)`,
  listIndex("deals_newest_of_pipeline", "pipeline_id"),
  listIndex("deals_newest_of_stage", "stage_id"),
  listIndex("deals_newest_of_status", "status"),
  listIndex("deals_newest_of_source", "source"),
  listIndex("deals_newest_of_responsible", "responsible_user_id"),
  listIndex("deals_newest_of_co_owner", "co_owner_user_id"),
  listIndex("deals_newest_of_contact", "contact_id"),
  `create index deals_newest_returning on deals (workspace_id, created_at desc, id desc) where is_returning`,
  `create index deals_changed on deals (workspace_id, updated_at, id) where custom_fields <> '{}'`,
  `create index deals_of_company on deals (workspace_id, company_id)`,
  `create index deals_of_stage on deals (workspace_id, stage_id, status)`,
  `create index deals_open on deals (workspace_id, id) where status = 'open'`,
  `create table deal_tags (
    ${workspaceId},
    deal_id ${id} not null,
    tag_id ${id} not null,
    primary key (workspace_id, deal_id, tag_id),
    foreign key (workspace_id, deal_id) references deals on delete cascade,
    foreign key (workspace_id, tag_id) references tags on delete cascade
  )`,
  `create index deal_tags_of_tag on deal_tags (workspace_id, tag_id, deal_id)`,
];

/*
 * Both extensions come with PostgreSQL; where a server does not let us have them, what these indexes know is looked for
 * row by row. Every write of a deal is a new row in its indexes, and what waits to be sorted in is read by each search:
 * little may wait.
 */
const contents = [
  `do $$ begin
    create extension if not exists pg_trgm;
    create extension if not exists btree_gin;
    create index contacts_text on contacts using gin (workspace_id, search_text gin_trgm_ops);
    create index companies_text on companies using gin (workspace_id, search_text gin_trgm_ops);
    create index deals_text on deals using gin (workspace_id, search_text gin_trgm_ops)
      with (gin_pending_list_limit = 256);
    create index deals_values on deals using gin (workspace_id, custom_fields jsonb_path_ops)
      with (gin_pending_list_limit = 256);
  exception when insufficient_privilege or undefined_file or feature_not_supported then
    raise notice 'pg_trgm or btree_gin is not available: texts and custom values are searched without an index';
  end $$`,
];

const work = [
  `create table notes (
    ${workspaceId},
    id ${id} not null,
    deal_id ${id} not null,
    content text not null,
    author_member_id ${id},
    ${stamps},
    primary key (workspace_id, id),
    foreign key (workspace_id, deal_id) references deals on delete cascade,
    foreign key (workspace_id, author_member_id) references members
  )`,
  `create index notes_newest on notes (workspace_id, deal_id, created_at desc, id desc)`,
  // Files of deals, by the key they are kept under; without a note until one takes them.
  `create table deal_attachments (
    ${workspaceId},
    id ${id} not null,
    deal_id ${id} not null,
    note_id ${id},
    ${createdAt},
    primary key (workspace_id, id),
    foreign key (workspace_id, id) references files on delete cascade,
    foreign key (workspace_id, deal_id) references deals on delete cascade,
    foreign key (workspace_id, note_id) references notes on delete cascade
  )`,
  `create index deal_attachments_newest on deal_attachments (workspace_id, deal_id, created_at desc, id desc)`,
  `create index deal_attachments_of_note on deal_attachments (workspace_id, note_id)`,
  `create index deal_attachments_unused on deal_attachments (workspace_id, created_at) where note_id is null`,
  // `due_order` is where a task stands in lists: tasks without a due date come last.
  `create table tasks (
    ${workspaceId},
    id ${id} not null,
    deal_id ${id} not null,
    title text not null,
    description text,
    due_at timestamptz(3),
    due_order timestamptz(3) not null
      generated always as (coalesce(due_at, timestamptz '9999-12-31 23:59:59.999+00')) stored,
    assignee_user_id ${id} not null,
    category_name text,
    category_color text,
    done_at timestamptz(3),
    done_by_user_id ${id},
    created_by_user_id ${id},
    is_test boolean not null default false,
    ${stamps},
    primary key (workspace_id, id),
    foreign key (workspace_id, deal_id) references deals on delete cascade,
    foreign key (workspace_id, assignee_user_id) references members,
    foreign key (workspace_id, done_by_user_id) references members,
    foreign key (workspace_id, created_by_user_id) references members
  )`,
  `create index tasks_of_deal on tasks (workspace_id, deal_id, due_order, id)`,
  `create index tasks_by_due on tasks (workspace_id, due_order, id)`,
  `create index tasks_pending on tasks (workspace_id, due_order, id) where done_at is null`,
  `create index tasks_of_assignee on tasks (workspace_id, assignee_user_id, due_order, id)`,
  // History outlives its actors, so they are no foreign keys.
  `create table activities (
    ${workspaceId},
    id ${id} not null,
    deal_id ${id} not null,
    type text not null,
    field text,
    changes json,
    metadata json,
    is_heavy boolean not null default false,
    actor_type text not null check (actor_type in ('user', 'api_key', 'automation', 'assistant', 'system')),
    actor_user_id ${id},
    actor_automation_id ${id},
    actor_api_key_id ${id},
    actor_run_id ${id},
    actor_node_id text,
    occurred_at timestamptz(3) not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, deal_id) references deals on delete cascade
  )`,
  `create index activities_newest on activities (workspace_id, deal_id, occurred_at desc, id desc)`,
  // What automations do to a deal does not keep it from being idle, but for where it stands.
  `create index activities_of_people on activities (workspace_id, occurred_at, id)
    where actor_type <> 'automation' or type in ('DEAL_CREATED', 'STAGE_CHANGED', 'DEAL_REOPENED')`,
  `create index activities_heavy on activities (occurred_at) where is_heavy`,
];

export const dealTables = [...people, ...deals, ...contents, ...work];
