import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  // What became of a run without its interpreter: who or what ended, skipped or retried it. A run's tick counts each.
  `create table run_changes (
    workspace_id ${id} not null,
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
    foreign key (workspace_id, run_id) references runs on delete cascade,
    check (num_nonnulls(by_member_id, by_run_id) <= 1)
  )`,
  `create function keep_run_changes() returns trigger language plpgsql as $$
    begin
      raise exception 'what a run''s history says is not changed' using errcode = 'check_violation';
    end $$`,
  `create trigger run_changes_stay before update on run_changes
    for each statement execute function keep_run_changes()`,
  `create function check_run_birth() returns trigger language plpgsql as $$
    begin
      raise exception 'a run cannot begin as %', new.status using errcode = 'check_violation';
    end $$`,
  `create trigger run_birth before insert on runs
    for each row when (new.status not in ('queued', 'skipped')) execute function check_run_birth()`,
];

export const runChanges: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
