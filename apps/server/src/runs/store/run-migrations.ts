import type { RunMigration } from "@trilho/contract";
import type { RunState } from "@trilho/engine/contract";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { actorOf } from "../../areas/automations/history-store.ts";
import { iso, isoOrNull } from "../../platform/database/columns.ts";
import { orderedId } from "../../platform/service/ordered-id.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { AutomationPlace, MigrationStore, NewMigration, WaitingRuns } from "../model/migration-ports.ts";
import {
  begunBy,
  type Going,
  hasBegun,
  readVersions,
  recordMigrated,
  takeBatch,
  writeBatch,
} from "./migration-batches.ts";
import { stateOf } from "./run-rows.ts";

export const createMigrationStore = (db: Kysely<Database>): MigrationStore => ({
  waiting: (of, toVersion) => waitingRuns(db, of, toVersion),

  async begun(of, { version, nodeId, phase }, nodeIds) {
    const { rows } = await sql<{ runs: number; next_attempt_at: Date | null }>`
      select count(*)::integer as runs, min(next_attempt_at) as next_attempt_at from runs
      where ${isWaiting(of)} and automation_version = ${version} and current_node_id = ${nodeId}
        and state->>'phase' = ${phase} and ${hasBegun(nodeIds)}`.execute(db);
    const [row] = rows;
    return { runs: row?.runs ?? 0, nextAttemptAt: isoOrNull(row?.next_attempt_at ?? null) };
  },

  versions: (of, versions) => readVersions(db, of, versions),

  begin: (migration) => inTransaction(db, (trx) => begin(trx, migration)),

  read: (of, id) => readMigration(db, of, sql`migration.id = ${id}`),

  latest: (of) => readMigration(db, of, sql`true`),

  earlier: (of, latest) => readMigrations(db, of, sql`migration.id <> ${latest} and ${canBeUndone(of)}`),

  undo: (of, id, by) => inTransaction(db, (trx) => undo(trx, of, id, by)),

  take: (limit) => takeBatch(db, limit),
  begunBy: (workspaceId, ids, nodeIds) => begunBy(db, workspaceId, ids, nodeIds),
  write: (batch, outcome) => writeBatch(db, batch, outcome),
});

const isWaiting = ({ workspaceId, automationId }: AutomationPlace): RawBuilder<unknown> => sql`
  workspace_id = ${workspaceId} and automation_id = ${automationId} and status = 'waiting' and not is_test
    and current_node_id is not null`;

/** Of runs that were put off alike, one that was not tried before stands for the others: those that were are told apart. */
async function waitingRuns(db: Kysely<Database>, of: AutomationPlace, toVersion: number): Promise<WaitingRuns[]> {
  const { rows } = await sql<{
    version: number;
    node_id: string;
    phase: RunState["phase"];
    runs: number;
    next_attempt_at: Date | null;
    state: Pick<RunState, keyof RunState>;
  }>`
    select automation_version as version, current_node_id as node_id, state->>'phase' as phase,
      count(*)::integer as runs, min(next_attempt_at) as next_attempt_at,
      (array_agg(state order by (state->>'attempts')::float8, id))[1] as state
    from runs where ${isWaiting(of)} and automation_version < ${toVersion}
    group by 1, 2, 3 order by 1 desc, 2, 3`.execute(db);
  return rows.flatMap((row) => {
    const state = stateOf({ state: row.state, status: "waiting" });
    if (state === null) return [];
    const { version, node_id: nodeId, phase, runs } = row;
    return [{ version, nodeId, phase, runs, nextAttemptAt: isoOrNull(row.next_attempt_at), state }];
  });
}

async function begin(trx: Kysely<Database>, migration: NewMigration): Promise<RunMigration | null> {
  const { workspaceId, automationId, toVersion, choices, reason, by } = migration;
  const id = orderedId();
  const { rows } = await sql`
    insert into run_migrations
      (workspace_id, id, automation_id, to_version, choices, reason, by_member_id, by_api_key_id)
    select workspace_id, ${id}, id, version, ${JSON.stringify(choices)}::json, ${reason}, ${by.memberId}, ${by.keyId}
    from automations where workspace_id = ${workspaceId} and id = ${automationId} and version = ${toVersion}
    for key share
    on conflict do nothing returning id`.execute(trx);
  if (rows.length === 0) return null;
  const meant = choices.filter(({ choice }) => choice !== "stay");
  await sql`
    with place as (
      select version, node_id, case when count(most) = count(*) then sum(most) end as most from unnest(
        ${meant.map(({ version }) => version)}::integer[], ${meant.map(({ nodeId }) => nodeId)}::text[],
        ${meant.map(({ limit }) => limit ?? null)}::integer[]) as choice (version, node_id, most)
      group by version, node_id
    ), waiting as (
      select runs.id, place.* from runs
      join place on (place.version, place.node_id) = (runs.automation_version, runs.current_node_id)
      where ${isWaiting(migration)} and automation_version < ${toVersion}
    ), item as (
      insert into run_migration_items (workspace_id, migration_id, run_id, from_version)
      select ${workspaceId}, ${id}, id, version from waiting
    )
    update run_migrations set runs = found.count,
      status = case when found.count = 0 then 'done' else status end,
      finished_at = case when found.count = 0 then clock_timestamp() end
    from (
      select coalesce(sum(least(runs, most)), 0)::integer as count
      from (select count(*) as runs, most from waiting group by version, node_id, most) as each
    ) as found
    where workspace_id = ${workspaceId} and id = ${id}`.execute(trx);
  return readMigration(trx, migration, sql`migration.id = ${id}`);
}

/** Asked for again, or of one that is undone, it changes nothing. */
async function undo(
  trx: Kysely<Database>,
  { workspaceId, automationId }: AutomationPlace,
  id: string,
  by: NewMigration["by"],
): Promise<boolean> {
  const of = sql`workspace_id = ${workspaceId} and id = ${id} and automation_id = ${automationId}`;
  const { rows: before } = await sql<Going>`select * from run_migrations where ${of} for update`.execute(trx);
  const { rows } = await sql<{ id: string }>`
    update run_migrations set
      status = case when status = 'done' and moved = 0 then 'undone' else 'undoing' end,
      after_id = '', finished_at = null, updated_at = now(),
      undone_by_member_id = ${by.memberId}, undone_by_api_key_id = ${by.keyId}
    where ${of} and status in ('running', 'done')
      and not exists (select from run_migrations as other where other.workspace_id = ${workspaceId}
        and other.automation_id = ${automationId} and other.id <> ${id} and other.status in ('running', 'undoing'))
    returning id`.execute(trx);
  if (rows.length > 0) {
    // What it did so far is told: it will not come to its end.
    for (const going of before) if (going.status === "running") await recordMigrated(trx, going);
    return true;
  }
  const stored = await readMigration(trx, { workspaceId, automationId }, sql`migration.id = ${id}`);
  return stored?.status === "undoing" || stored?.status === "undone";
}

/** Told of with the latest. */
const MOST_EARLIER = 5;

/** Only the newest are looked at: that a large one has no run left to put back is found out by reading all of its runs. */
const canBeUndone = ({ workspaceId, automationId }: AutomationPlace): RawBuilder<unknown> => sql`
  migration.id in (
    select id from run_migrations where workspace_id = ${workspaceId} and automation_id = ${automationId}
    order by created_at desc, id desc limit ${MOST_EARLIER + 1})
  and (migration.status = 'undoing' or migration.status = 'done' and exists (
    select from run_migration_items as item
    join runs on runs.workspace_id = item.workspace_id and runs.id = item.run_id
    where item.workspace_id = migration.workspace_id and item.migration_id = migration.id and item.outcome = 'moved'
      and runs.automation_version = migration.to_version and runs.status = 'waiting'))`;

/** The newest of those meant. */
async function readMigration(
  db: Kysely<Database>,
  of: AutomationPlace,
  meant: RawBuilder<unknown>,
): Promise<RunMigration | null> {
  const [newest = null] = await readMigrations(db, of, meant);
  return newest;
}

async function readMigrations(
  db: Kysely<Database>,
  { workspaceId, automationId }: AutomationPlace,
  meant: RawBuilder<unknown>,
): Promise<RunMigration[]> {
  const { rows } = await sql<MigrationRow>`
    select migration.*, members.name as member_name, api_keys.name as key_name
    from run_migrations as migration
    left join members on members.workspace_id = migration.workspace_id and members.id = migration.by_member_id
    left join api_keys on api_keys.workspace_id = migration.workspace_id and api_keys.id = migration.by_api_key_id
    where migration.workspace_id = ${workspaceId} and migration.automation_id = ${automationId} and ${meant}
    order by migration.created_at desc, migration.id desc limit ${MOST_EARLIER}`.execute(db);
  return rows.map(toMigration);
}

interface MigrationRow {
  id: string;
  choices: NewMigration["choices"];
  to_version: number;
  status: RunMigration["status"];
  reason: string | null;
  by_member_id: string;
  by_api_key_id: string;
  runs: number;
  moved: number;
  ended: number;
  left_alone: number;
  undone: number;
  created_at: Date;
  finished_at: Date | null;
  member_name: string | null;
  key_name: string | null;
}

function toMigration(row: MigrationRow): RunMigration {
  const { id, status, reason, runs, moved, ended, undone } = row;
  return {
    id,
    fromVersions: fromVersions(row.choices),
    toVersion: row.to_version,
    status,
    reason,
    by: actorOf(row),
    runs,
    moved,
    ended,
    left: row.left_alone,
    undone,
    createdAt: iso(row.created_at),
    finishedAt: isoOrNull(row.finished_at),
  };
}

const fromVersions = (choices: NewMigration["choices"]): number[] => {
  const moved = choices.filter(({ choice }) => choice === "move").map(({ version }) => version);
  return [...new Set(moved)].toSorted((one, other) => one - other);
};
