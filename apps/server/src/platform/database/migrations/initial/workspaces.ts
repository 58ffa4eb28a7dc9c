import { createdAt, id, ofWorkspace, stamps, workspaceId } from "./columns.ts";

const workspaces = [
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
    automation_review boolean not null default false,
    runs_paused_at timestamptz(3),
    ${stamps}
  )`,
  // The last number given out, by kind of resource: the contract's per-workspace seq.
  `create table sequences (
    ${ofWorkspace},
    kind text not null,
    last integer not null,
    primary key (workspace_id, kind)
  )`,
  `create table members (
    ${ofWorkspace},
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
  `create table channels (
    ${ofWorkspace},
    id ${id} not null,
    kind text not null,
    name text not null,
    phone_number_id text,
    business_account_id text,
    is_default boolean not null,
    primary key (workspace_id, id)
  )`,
  `create index channels_of_provider on channels (phone_number_id, kind)`,
  // What the provisioning file says until the provider does: then it knows best.
  `create table message_templates (
    ${workspaceId},
    channel_id ${id} not null,
    name text not null,
    language text not null,
    category text not null,
    status text not null,
    components json not null,
    synced_at timestamptz(3),
    primary key (workspace_id, channel_id, name, language),
    foreign key (workspace_id, channel_id) references channels on delete cascade
  )`,
  `create table tags (
    ${ofWorkspace},
    id ${id} not null,
    name text not null,
    name_folded text not null,
    color text not null,
    ${stamps},
    primary key (workspace_id, id),
    unique (workspace_id, name_folded)
  )`,
  `create table custom_fields (
    ${ofWorkspace},
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
  `create table files (
    ${ofWorkspace},
    key ${id} not null,
    name text not null,
    mime_type text not null,
    size integer not null,
    content bytea not null,
    created_by ${id},
    ${createdAt},
    primary key (workspace_id, key),
    foreign key (workspace_id, created_by) references members
  )`,
];

const requests = [
  // Looked up by digest before the workspace is known. `hint` is what may be shown of a key, to recognise it.
  `create table api_keys (
    ${workspaceId},
    id ${id} not null,
    member_id ${id} not null,
    name text not null,
    digest text not null unique,
    hint text,
    expires_at timestamptz(3),
    revoked boolean not null,
    last_used_at timestamptz(3),
    ${createdAt},
    primary key (workspace_id, id),
    foreign key (workspace_id, member_id) references members on delete cascade
  )`,
  `create index api_keys_of_member on api_keys (workspace_id, member_id)`,
  // Requests under an Idempotency-Key: `status` and `body` once they are answered.
  `create table idempotency_keys (
    ${workspaceId},
    key_id ${id} not null,
    operation_id text not null,
    idempotency_key text not null,
    request_digest text not null,
    status integer,
    body text,
    claim ${id} not null,
    claimed_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    primary key (workspace_id, key_id, operation_id, idempotency_key),
    foreign key (workspace_id, key_id) references api_keys on delete cascade
  )`,
  `create index idempotency_keys_expiry on idempotency_keys (expires_at)`,
  // Without foreign keys: requests without a good key are logged, too.
  `create table request_log (
    id bigint generated always as identity primary key,
    request_id ${id} not null,
    workspace_id ${id},
    key_id ${id},
    method text not null,
    path text not null,
    status integer not null,
    code text,
    ms real not null,
    at timestamptz(3) not null
  )`,
  `create index request_log_by_request on request_log (request_id)`,
  `create index request_log_by_time on request_log (at)`,
  // Counts of the current minute, written with every request: worth nothing after a crash, so not in the log either.
  `create unlogged table rate_limits (
    key text collate "C" primary key,
    points integer not null,
    expire bigint
  )`,
];

export const workspaceTables = [...workspaces, ...requests];
