import { createdAt, id, ofWorkspace, stamps, workspaceId } from "./columns.ts";

export const automationTables = [
  // What happened before `on_since` starts nothing, however long it waited to be dispatched.
  `create table automations (
    ${ofWorkspace},
    id ${id} not null,
    name text not null,
    name_folded text not null,
    version integer not null,
    enabled boolean not null,
    approved boolean not null default true,
    trigger_type text not null,
    outline json not null default '{"scope":"global","pipelineId":null,"stageId":null,"steps":0}',
    owner_id ${id},
    labels json not null default '[]',
    secrets text not null,
    hook_token ${id},
    on_since timestamptz(3) not null default now(),
    runs_paused_at timestamptz(3),
    ${stamps},
    primary key (workspace_id, id),
    foreign key (workspace_id, owner_id) references members
  )`,
  // The last part of its address, of one that is called from outside: looked up before the workspace is known.
  `create unique index automations_of_hook on automations (hook_token) where hook_token is not null`,
  `create index automations_newest on automations (workspace_id, created_at desc, id desc)`,
  `create index automations_of_trigger on automations (workspace_id, trigger_type)`,
  `create index automations_on_clock on automations (workspace_id, id)
    where enabled and trigger_type in ('schedule', 'deal_idle')`,
  // Immutable, and without a foreign key to the automation: a run keeps its version when the automation is deleted.
  `create table automation_versions (
    ${ofWorkspace},
    automation_id ${id} not null,
    version integer not null,
    definition json not null,
    ${createdAt},
    primary key (workspace_id, automation_id, version)
  )`,
  `create index automation_versions_age on automation_versions (created_at)`,
  // Who made, published, switched, paused or deleted it, or changed its runs. Like versions it outlives the automation.
  `create table automation_changes (
    ${ofWorkspace},
    automation_id ${id} not null,
    id bigint generated always as identity,
    type text not null,
    version integer,
    runs integer,
    note text,
    by_member_id ${id},
    by_api_key_id ${id},
    ${createdAt},
    primary key (workspace_id, automation_id, id)
  )`,
  // Changes that nobody published yet. Its author outlives neither nor keeps it from being removed.
  `create table automation_drafts (
    ${workspaceId},
    automation_id ${id} not null,
    content json not null,
    base_version integer not null,
    revision text not null,
    by_member_id ${id} not null,
    by_api_key_id ${id},
    edited_at timestamptz(3) not null default now(),
    primary key (workspace_id, automation_id),
    foreign key (workspace_id, automation_id) references automations on delete cascade
  )`,
  // What a member asked another one to approve: the draft of that revision, or the stored version where it is null.
  `create table automation_reviews (
    ${workspaceId},
    automation_id ${id} not null,
    revision text not null,
    draft_revision text,
    base_version integer not null,
    secrets text not null,
    note text,
    by_member_id ${id} not null,
    by_api_key_id ${id} not null,
    asked_at timestamptz(3) not null default now(),
    comment text,
    sent_back_by_member_id ${id},
    sent_back_by_api_key_id ${id},
    sent_back_at timestamptz(3),
    primary key (workspace_id, automation_id),
    foreign key (workspace_id, automation_id) references automations on delete cascade
  )`,
  `create table trigger_clocks (
    ${workspaceId},
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
  // Who entered an automation whose entry rule asks for it: its deal, else its contact, else the automation as a whole. One
  // row is locked for each decision, and it knows of a start for longer than runs are kept.
  `create table automation_entries (
    ${workspaceId},
    automation_id ${id} not null,
    deal_id ${id},
    contact_id ${id},
    run_id ${id},
    at timestamptz(3),
    unique nulls not distinct (workspace_id, automation_id, deal_id, contact_id),
    foreign key (workspace_id, automation_id) references automations on delete cascade,
    foreign key (workspace_id, deal_id) references deals on delete cascade,
    foreign key (workspace_id, contact_id) references contacts on delete cascade,
    check (num_nonnulls(deal_id, contact_id) <= 1)
  )`,
  `create index automation_entries_of_contact on automation_entries (workspace_id, contact_id)
    where contact_id is not null`,
  // When the last run starts of an automation that has so many starts an hour.
  `create table automation_paces (
    ${workspaceId},
    automation_id ${id} not null,
    per_hour integer not null,
    last_at timestamptz(3),
    primary key (workspace_id, automation_id),
    foreign key (workspace_id, automation_id) references automations on delete cascade
  )`,
  // Whose turn it is, of an automation's node: it outlives versions. Tests count for nothing.
  `create table round_robins (
    ${workspaceId},
    automation_id ${id} not null,
    node_id text not null,
    is_test boolean not null default false,
    state json not null,
    primary key (workspace_id, automation_id, node_id, is_test),
    foreign key (workspace_id, automation_id) references automations on delete cascade
  )`,
  // Without foreign keys but the workspace's: what happened stays so when the deal is gone. What was dispatched lies before
  // what is next in `events_to_dispatch` until it is swept out, so that each look has to pass it: by default that is when
  // a fifth of all events was, and not at all where few pages hold them.
  `create table events (
    ${ofWorkspace},
    id ${id} not null,
    type text not null,
    deal_id ${id},
    contact_id ${id},
    payload json not null,
    chain_id ${id},
    depth integer not null default 0,
    ${createdAt},
    dispatched_at timestamptz(3),
    primary key (workspace_id, id)
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, vacuum_index_cleanup = on)`,
  `create index events_to_dispatch on events (workspace_id, created_at, id) where dispatched_at is null`,
  // What happened to a deal in the last days, for who asks why nothing started.
  `create index events_of_deal on events (workspace_id, deal_id, created_at, id) where deal_id is not null`,
  // They are removed a while after they were dispatched.
  `create index events_dispatched on events (dispatched_at) where dispatched_at is not null`,
];
