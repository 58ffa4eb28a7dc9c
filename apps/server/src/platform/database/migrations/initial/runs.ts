import { createdAt, id, ofWorkspace, stamps, workspaceId } from "./columns.ts";

/** The contract's states and the ways between them; what is not here cannot be stored. See docs/runs.md. */
const TRANSITIONS = `
  ('queued', 'running'), ('queued', 'waiting'), ('queued', 'completed'), ('queued', 'failed'),
  ('queued', 'dead_letter'), ('queued', 'skipped'), ('queued', 'cancelled'),
  ('running', 'waiting'), ('running', 'completed'), ('running', 'failed'),
  ('running', 'dead_letter'), ('running', 'skipped'), ('running', 'cancelled'),
  ('waiting', 'running'), ('waiting', 'completed'), ('waiting', 'failed'),
  ('waiting', 'dead_letter'), ('waiting', 'skipped'), ('waiting', 'cancelled'),
  ('failed', 'queued'), ('dead_letter', 'queued')`;

const LIVE = `status in ('queued', 'running', 'waiting')`;
/** As who takes runs asks. */
const GOING = `case when ${LIVE} then not is_paused else false end`;
const OVER = `status not in ('queued', 'running', 'waiting')`;

/** Before anything happened. */
const NEW_STATE = `{"status":"queued","nodeId":null,"seq":0,"phase":"new","attempts":0,"wakeAt":null,"lastError":null}`;

const runs = [
  // Pages keep room for the versions of a row that a claim and the steps between two actions make: no index changes then.
  // It outlives the event, deal, contact and message that it names; only its version is kept for it. `last_failure` is what
  // `last_error` says, as data; so is `failure` beside the errors of other tables.
  `create table runs (
    ${ofWorkspace},
    id ${id} not null,
    automation_id ${id} not null,
    automation_version integer not null,
    event_id ${id},
    deal_id ${id},
    contact_id ${id},
    status text not null check (status in
      ('queued', 'running', 'waiting', 'completed', 'failed', 'dead_letter', 'skipped', 'cancelled')),
    trigger_type text not null,
    is_test boolean not null default false,
    is_paused boolean not null default false,
    is_folded boolean not null default false,
    event json not null default '{}',
    state json not null default '${NEW_STATE}',
    tick integer not null default 0,
    clock_ahead_ms double precision not null default 0,
    tick_failures integer not null default 0,
    attempts integer not null default 0,
    last_error text,
    last_failure json,
    current_node_id text,
    chain_id ${id},
    trigger_depth integer not null default 0,
    waiting_for_reply boolean not null default false,
    awaits_contact_id ${id},
    awaits_message_id ${id},
    reply json,
    lease_until timestamptz(3),
    settles_until timestamptz(3),
    ${createdAt},
    started_at timestamptz(3),
    last_attempt_at timestamptz(3),
    next_attempt_at timestamptz(3),
    completed_at timestamptz(3),
    primary key (workspace_id, id),
    foreign key (workspace_id, automation_id, automation_version) references automation_versions,
    -- What goes on was taken out of the counts.
    constraint runs_folded_ended check (not is_folded or ${OVER})
  ) with (fillfactor = 70)`,
  // One event starts an automation once, however often it is dispatched.
  `create unique index runs_of_event on runs (workspace_id, automation_id, event_id)`,
  `create index runs_newest on runs (workspace_id, automation_id, created_at desc, id desc)
    include (is_test, status)`,
  `create index runs_newest_of_status on runs (workspace_id, automation_id, status, created_at desc, id desc)`,
  `create index runs_of_deal on runs (workspace_id, deal_id, created_at desc)`,
  // What a contact, or the automation as a whole, has entered before.
  `create index runs_without_deal on runs (workspace_id, automation_id, coalesce(contact_id, '')) where deal_id is null`,
  // Whether any run is left of a version, which the foreign key asks as well.
  `create index runs_of_version on runs (workspace_id, automation_id, automation_version)`,
  `create index runs_awaiting on runs (workspace_id, awaits_contact_id) where awaits_contact_id is not null`,
  // Who takes runs finds them here in the order in which they are due: of all workspaces, or of each.
  `create index runs_due on runs (next_attempt_at) where ${GOING}`,
  `create index runs_due_of_workspace on runs (workspace_id, next_attempt_at) where ${GOING}`,
  // Those few whose ticks failed or were lost.
  `create index runs_failing on runs (next_attempt_at) where ${GOING} and tick_failures > 0`,
  // These became due while they were paused: nobody takes them until they are let go.
  `create index runs_paused on runs (workspace_id, automation_id, next_attempt_at) where is_paused and ${LIVE}`,
  // How many runs wait for what is counted along it, those that are paused apart; and it finds those of a workspace that
  // are to begin now.
  `create index runs_live_by_status on runs (status, workspace_id, is_paused, next_attempt_at) where ${LIVE}`,
  `create index runs_to_fold on runs (workspace_id, automation_id, created_at) where ${OVER} and not is_folded and not is_test`,
  // What is removed by its age is found by it, so that nobody reads what stays.
  `create index runs_ended on runs (completed_at) where ${OVER} and not is_test`,
  `create index runs_ended_tests on runs (completed_at) where ${OVER} and is_test`,

  `create function check_run_birth() returns trigger language plpgsql as $$
    begin
      raise exception 'a run cannot begin as %', new.status using errcode = 'check_violation';
    end $$`,
  `create trigger run_birth before insert on runs
    for each row when (new.status not in ('queued', 'skipped')) execute function check_run_birth()`,
  `create function check_run_transition() returns trigger language plpgsql as $$
    begin
      if old.status <> new.status and (old.status, new.status) not in (${TRANSITIONS}) then
        raise exception 'a run cannot go from % to %', old.status, new.status using errcode = 'check_violation';
      end if;
      return new;
    end $$`,
  `create trigger run_transition before update of status on runs
    for each row execute function check_run_transition()`,
  // Ended runs of each day (of creation, UTC), by what became of them and by the ways they went.
  `create table run_counts (
    ${workspaceId},
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
];

const ofRun = `foreign key (workspace_id, run_id) references runs on delete cascade`;

const history = [
  `create table run_steps (
    ${workspaceId},
    run_id ${id} not null,
    seq integer not null,
    at timestamptz(3) not null,
    node_id text not null,
    handle text,
    edge_id text,
    why json not null,
    primary key (workspace_id, run_id, seq),
    ${ofRun}
  )`,
  // What an action did, or why not: one row a node, for a run visits each at most once.
  `create table run_effects (
    ${workspaceId},
    run_id ${id} not null,
    node_id text not null,
    action_type text not null,
    config json not null,
    attempts integer not null,
    is_done boolean not null,
    result json,
    error text,
    failure json,
    at timestamptz(3) not null,
    primary key (workspace_id, run_id, node_id),
    ${ofRun}
  )`,
  // What became of a run without its interpreter: who or what ended, skipped or retried it. A run's tick counts each.
  `create table run_changes (
    ${workspaceId},
    run_id ${id} not null,
    tick integer not null,
    at timestamptz(3) not null,
    from_status text,
    to_status text not null,
    why json not null,
    by_member_id ${id},
    by_api_key_id ${id},
    by_run_id ${id},
    primary key (workspace_id, run_id, tick),
    ${ofRun},
    check (num_nonnulls(by_member_id, by_run_id) <= 1)
  )`,
  `create function keep_run_changes() returns trigger language plpgsql as $$
    begin
      raise exception 'what a run''s history says is not changed' using errcode = 'check_violation';
    end $$`,
  `create trigger run_changes_stay before update on run_changes
    for each statement execute function keep_run_changes()`,
];

const webhooks = [
  // What an action outside sends, one row for each that a run came to: every attempt sends the same.
  `create table frozen_calls (
    ${workspaceId},
    run_id ${id} not null,
    node_id text not null,
    call text not null,
    at timestamptz(3) not null default now(),
    primary key (workspace_id, run_id, node_id),
    ${ofRun}
  )`,
  `create index frozen_calls_at on frozen_calls (at)`,
  // What webhooks of runs sent, one row a request.
  `create table webhook_deliveries (
    ${workspaceId},
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
    failure json,
    duration_ms integer not null,
    at timestamptz(3) not null,
    primary key (workspace_id, run_id, id),
    ${ofRun}
  )`,
  `create index webhook_deliveries_at on webhook_deliveries (at)`,
];

const migrations = [
  // Waiting runs that are moved to another version. `after_id` is how far it has got, batch by batch in transactions of
  // their own; whoever locks the row does the next one.
  `create table run_migrations (
    ${workspaceId},
    id ${id} not null,
    automation_id ${id} not null,
    to_version integer not null,
    status text not null default 'running' check (status in ('running', 'done', 'undoing', 'undone')),
    choices json not null,
    reason text,
    by_member_id ${id} not null,
    by_api_key_id ${id} not null,
    undone_by_member_id ${id},
    undone_by_api_key_id ${id},
    after_id ${id} not null default '',
    runs integer not null default 0,
    moved integer not null default 0,
    ended integer not null default 0,
    left_alone integer not null default 0,
    undone integer not null default 0,
    ${stamps},
    finished_at timestamptz(3),
    primary key (workspace_id, id),
    foreign key (workspace_id, automation_id) references automations on delete cascade
  )`,
  `create index run_migrations_newest on run_migrations (workspace_id, automation_id, created_at desc, id desc)`,
  // One of an automation at a time.
  `create unique index run_migrations_going on run_migrations (workspace_id, automation_id)
    where status in ('running', 'undoing')`,
  `create index run_migrations_next on run_migrations (updated_at) where status in ('running', 'undoing')`,
  // The runs meant, and what each was before it was moved. A run may be gone.
  `create table run_migration_items (
    ${workspaceId},
    migration_id ${id} not null,
    run_id ${id} not null,
    from_version integer not null,
    outcome text check (outcome in ('moved', 'ended', 'left', 'undone')),
    state json,
    primary key (workspace_id, migration_id, run_id),
    foreign key (workspace_id, migration_id) references run_migrations on delete cascade
  )`,
];

export const runTables = [...runs, ...history, ...webhooks, ...migrations];
