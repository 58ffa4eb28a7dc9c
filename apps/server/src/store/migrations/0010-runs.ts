import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

/** The contract's states and the ways between them; what is not here cannot be stored. See docs/runs.md. */
const TRANSITIONS = `
  ('queued', 'running'), ('queued', 'waiting'), ('queued', 'completed'), ('queued', 'failed'),
  ('queued', 'dead_letter'), ('queued', 'skipped'), ('queued', 'cancelled'),
  ('running', 'waiting'), ('running', 'completed'), ('running', 'failed'),
  ('running', 'dead_letter'), ('running', 'skipped'), ('running', 'cancelled'),
  ('waiting', 'running'), ('waiting', 'completed'), ('waiting', 'failed'),
  ('waiting', 'dead_letter'), ('waiting', 'skipped'), ('waiting', 'cancelled'),
  ('failed', 'queued'), ('dead_letter', 'queued')`;

const statements = [
  `alter table runs
    add column event_id ${id},
    add column contact_id ${id},
    add column event json not null default '{}',
    add column state json not null default '{"status":"queued","nodeId":null,"seq":0,"phase":"new","attempts":0,"wakeAt":null,"lastError":null}',
    add column tick integer not null default 0,
    add column lease_until timestamptz(3),
    add column awaits_contact_id ${id},
    add column awaits_message_id ${id},
    add column reply json`,
  // One event starts an automation once, however often it is dispatched.
  `create unique index runs_of_event on runs (workspace_id, automation_id, event_id)`,
  `create index runs_awaiting on runs (workspace_id, awaits_contact_id) where awaits_contact_id is not null`,
  `create index runs_due on runs (next_attempt_at) where status in ('queued', 'running', 'waiting')`,
  `create index runs_of_deal on runs (workspace_id, deal_id, created_at desc)`,
  `create function check_run_transition() returns trigger language plpgsql as $$
    begin
      if old.status <> new.status and (old.status, new.status) not in (${TRANSITIONS}) then
        raise exception 'a run cannot go from % to %', old.status, new.status using errcode = 'check_violation';
      end if;
      return new;
    end $$`,
  `create trigger run_transition before update of status on runs
    for each row execute function check_run_transition()`,
  `drop index events_to_dispatch`,
  `create index events_to_dispatch on events (workspace_id, created_at, id) where dispatched_at is null`,
  `create index runs_queued on runs (workspace_id) where status = 'queued'`,
  `create table run_steps (
    workspace_id ${id} not null,
    run_id ${id} not null,
    seq integer not null,
    at timestamptz(3) not null,
    node_id text not null,
    handle text,
    edge_id text,
    why json not null,
    primary key (workspace_id, run_id, seq),
    foreign key (workspace_id, run_id) references runs on delete cascade
  )`,
  // What an action did, or why not: one row a node, for a run visits each at most once.
  `create table run_effects (
    workspace_id ${id} not null,
    run_id ${id} not null,
    node_id text not null,
    action_type text not null,
    config json not null,
    attempts integer not null,
    is_done boolean not null,
    result json,
    error text,
    at timestamptz(3) not null,
    primary key (workspace_id, run_id, node_id),
    foreign key (workspace_id, run_id) references runs on delete cascade
  )`,
  // Whose turn it is, of an automation's node: it outlives versions.
  `create table round_robins (
    workspace_id ${id} not null references workspaces on delete cascade,
    automation_id ${id} not null,
    node_id text not null,
    state json not null,
    primary key (workspace_id, automation_id, node_id)
  )`,
];

export const runs: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
