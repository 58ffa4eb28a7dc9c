import type { RunState } from "@trilho/engine/contract";
import type { RunVersion } from "@trilho/engine/migrate";
import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { recordChanges } from "../../areas/automations/history-store.ts";
import { inOrder } from "../../platform/database/in-order.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { type ChangeReason, because } from "../model/changes.ts";
import type { AutomationPlace, BatchOutcome, MigrationBatch, MovableRun, MovedRun } from "../model/migration-ports.ts";
import { CALENDAR_END } from "../model/run.ts";
import { cancelHeld, changerColumns } from "./run-changes.ts";
import { stateOf } from "./run-rows.ts";

/** A run passed a node that a step of it names; of the one where it stands, its action has left a record. */
export const hasBegun = (nodeIds: readonly string[]): RawBuilder<unknown> => sql`(
  exists (select from run_steps as step where step.workspace_id = runs.workspace_id and step.run_id = runs.id
    and step.node_id = any(${nodeIds}::text[]) and step.node_id <> runs.current_node_id)
  or exists (select from run_effects as effect where effect.workspace_id = runs.workspace_id
    and effect.run_id = runs.id and effect.node_id = any(${nodeIds}::text[])))`;

export async function begunBy(
  db: Kysely<Database>,
  workspaceId: string,
  ids: readonly string[],
  nodeIds: readonly string[],
): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; begun: string[] }>`
    select id, array_agg(distinct node_id) as begun from (
      select runs.id, step.node_id from runs
      join run_steps as step on step.workspace_id = runs.workspace_id and step.run_id = runs.id
      where runs.workspace_id = ${workspaceId} and runs.id = any(${ids}::text[])
        and step.node_id = any(${nodeIds}::text[]) and step.node_id <> runs.current_node_id
      union all
      select run_id, node_id from run_effects
      where workspace_id = ${workspaceId} and run_id = any(${ids}::text[]) and node_id = any(${nodeIds}::text[])
    ) as passed group by id`.execute(db);
  return new Map(rows.map(({ id, begun }) => [id, begun]));
}

export async function readVersions(
  db: Kysely<Database>,
  { workspaceId, automationId }: AutomationPlace,
  versions: readonly number[],
): Promise<Map<number, RunVersion>> {
  const rows = await db
    .selectFrom("automation_versions")
    .select(["version", "definition"])
    .where("workspace_id", "=", workspaceId)
    .where("automation_id", "=", automationId)
    .where("version", "in", [...versions, 0])
    .execute();
  return new Map(rows.map(({ version, definition }) => [version, definition as RunVersion]));
}

export type Going = Selectable<Database["run_migrations"]>;

/** The one that was not looked at for longest, and the next of its runs. */
export async function takeBatch(db: Kysely<Database>, limit: number): Promise<MigrationBatch | null> {
  const { rows } = await sql<Going>`
    select * from run_migrations where status in ('running', 'undoing')
    order by updated_at limit ${inOrder(1)} for update skip locked`.execute(db);
  const [going] = rows;
  if (going === undefined) return null;
  const { workspace_id: workspaceId, automation_id: automationId, to_version: toVersion } = going;
  const isUndoing = going.status === "undoing";
  const items = await itemsOf(db, going, isUndoing, limit);
  const numbers = [...new Set(items.map(({ from_version }) => from_version)), toVersion];
  return {
    workspaceId,
    automationId,
    id: going.id,
    toVersion,
    choices: going.choices,
    reason: going.reason,
    by: isUndoing
      ? { memberId: going.undone_by_member_id ?? "", keyId: going.undone_by_api_key_id ?? "" }
      : { memberId: going.by_member_id, keyId: going.by_api_key_id },
    isUndoing,
    runs: await lockRuns(db, workspaceId, items, isUndoing ? toVersion : null),
    versions: await readVersions(db, { workspaceId, automationId }, numbers),
    ids: items.map(({ run_id }) => run_id),
    isLast: items.length < limit,
  };
}

interface Item {
  run_id: string;
  from_version: number;
  state: Pick<RunState, keyof RunState> | null;
}

async function itemsOf(db: Kysely<Database>, going: Going, isUndoing: boolean, limit: number): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select run_id, from_version, state from run_migration_items
    where workspace_id = ${going.workspace_id} and migration_id = ${going.id} and run_id > ${going.after_id}
      and ${isUndoing ? sql`outcome = 'moved'` : sql`outcome is null`}
    order by run_id limit ${inOrder(limit)}`.execute(db);
  return rows;
}

/** Those that wait for nobody: what somebody has in hand, or is to take an answer, stays as it is. */
async function lockRuns(
  db: Kysely<Database>,
  workspaceId: string,
  items: readonly Item[],
  version: number | null,
): Promise<MovableRun[]> {
  const { rows } = await sql<Pick<Selectable<Database["runs"]>, "id" | "automation_version" | "status" | "state">>`
    select id, automation_version, status, state from runs
    where workspace_id = ${workspaceId} and id = any(${items.map(({ run_id }) => run_id)}::text[])
      and status = 'waiting' and lease_until is null and reply is null
    order by id for update skip locked`.execute(db);
  const free = new Map(rows.map((row) => [row.id, row]));
  return items.flatMap((item): MovableRun[] => {
    const row = free.get(item.run_id);
    if (row?.automation_version !== (version ?? item.from_version)) return [];
    const state = stateOf(row);
    const stateBefore = item.state && stateOf({ state: item.state, status: "waiting" });
    return state === null ? [] : [{ id: row.id, fromVersion: item.from_version, state, stateBefore }];
  });
}

export async function writeBatch(db: Kysely<Database>, batch: MigrationBatch, outcome: BatchOutcome): Promise<void> {
  const { workspaceId, id, isUndoing, ids, isLast } = batch;
  const { moved, ended, beyond, choices } = outcome;
  if (moved.length > 0) await moveRuns(db, batch, moved);
  for (const fromVersion of new Set(ended.map((run) => run.fromVersion))) {
    const rows = ended
      .filter((run) => run.fromVersion === fromVersion)
      .map((run) => ({ workspace_id: workspaceId, id: run.id, status: "waiting", state: run.state }));
    await cancelHeld(db, rows, reasonOf(batch, "ended-by-migration", fromVersion, batch.toVersion), batch.by);
  }
  await recordOutcomes(db, batch, outcome);
  const left = ids.length - moved.length - ended.length - beyond;
  const { rows } = await sql<Going>`
    update run_migrations set
      after_id = ${ids.at(-1) ?? ""},
      choices = ${JSON.stringify(choices)}::json,
      moved = moved + ${isUndoing ? 0 : moved.length}::integer,
      ended = ended + ${ended.length}::integer,
      left_alone = left_alone + ${isUndoing ? 0 : left}::integer,
      undone = undone + ${isUndoing ? moved.length : 0}::integer,
      ${isLast && !isUndoing ? sql`runs = moved + ended + left_alone + ${moved.length + ended.length + left}::integer,` : sql``}
      status = ${isLast ? (isUndoing ? "undone" : "done") : isUndoing ? "undoing" : "running"},
      finished_at = ${isLast ? sql`clock_timestamp()` : null},
      updated_at = clock_timestamp()
    where workspace_id = ${workspaceId} and id = ${id} returning *`.execute(db);
  for (const going of rows) if (isLast) await recordMigrated(db, going);
}

/** Tells the automation's history what a migration did that is over, or is to be undone: only what it did to a run. */
export async function recordMigrated(db: Kysely<Database>, going: Going): Promise<void> {
  const isUndone = going.status === "undone";
  const done = isUndone
    ? ([["runs-moved-back", going.undone]] as const)
    : ([
        ["runs-moved", going.moved],
        ["runs-ended", going.ended],
      ] as const);
  const changes = done.flatMap(([type, runs]) => (runs === 0 ? [] : [{ type, runs }]));
  if (changes.length === 0) return;
  const by = isUndone
    ? { memberId: going.undone_by_member_id ?? "", keyId: going.undone_by_api_key_id ?? "" }
    : { memberId: going.by_member_id, keyId: going.by_api_key_id };
  const { workspace_id: workspaceId, automation_id: automationId, to_version: version } = going;
  const of = { workspaceId, automationId, version, by, note: (!isUndone && going.reason) || undefined };
  await recordChanges(
    db,
    changes.map((change) => ({ ...of, ...change })),
  );
}

const reasonOf = ({ id, reason }: MigrationBatch, code: ChangeReason["code"], from: number, to: number): ChangeReason =>
  because(code, { from, to, reason, migrationId: id });

/** When it goes on by itself, where that is another instant now. */
const dueAt = ({ run, state: { wakeAt } }: MovedRun): Date | null =>
  wakeAt === null || wakeAt === run.state.wakeAt ? null : new Date(Math.min(Math.ceil(wakeAt), CALENDAR_END));

/** What a run waits for stays as it is, but for a wait of another length. */
async function moveRuns(db: Kysely<Database>, batch: MigrationBatch, moved: readonly MovedRun[]): Promise<void> {
  const code = batch.isUndoing ? "moved-back" : "moved-to-version";
  const whyOf = ({ run, toVersion }: MovedRun): ChangeReason =>
    reasonOf(batch, code, batch.isUndoing ? batch.toVersion : run.fromVersion, toVersion);
  const { by_member_id, by_api_key_id } = changerColumns(batch.by);
  await sql`
    with moved as (
      update runs set
        automation_version = meant.version,
        state = meant.state,
        next_attempt_at = coalesce(meant.due_at, runs.next_attempt_at),
        tick = runs.tick + 1
      from unnest(
        ${moved.map(({ run }) => run.id)}::text[],
        ${moved.map(({ toVersion }) => toVersion)}::integer[],
        ${moved.map(({ state }) => JSON.stringify(state))}::json[],
        ${moved.map(dueAt)}::timestamptz[],
        ${moved.map((each) => JSON.stringify(whyOf(each)))}::json[]) as meant (id, version, state, due_at, why)
      where runs.workspace_id = ${batch.workspaceId} and runs.id = meant.id
      returning runs.workspace_id, runs.id, runs.tick, meant.why
    )
    insert into run_changes (workspace_id, run_id, tick, at, from_status, to_status, why, by_member_id, by_api_key_id)
    select workspace_id, id, tick, clock_timestamp(), 'waiting', 'waiting', why, ${by_member_id}, ${by_api_key_id}
    from moved`.execute(db);
}

/** Of each run what became of it, and of those that were moved what they were. */
async function recordOutcomes(
  db: Kysely<Database>,
  { workspaceId, id, isUndoing, ids }: MigrationBatch,
  { moved, ended }: BatchOutcome,
): Promise<void> {
  const before = new Map(moved.map(({ run }) => [run.id, JSON.stringify(run.state)]));
  const over = new Set(ended.map((run) => run.id));
  const outcomeOf = (runId: string): string =>
    before.has(runId) ? (isUndoing ? "undone" : "moved") : over.has(runId) ? "ended" : isUndoing ? "moved" : "left";
  await sql`
    update run_migration_items as item set
      outcome = meant.outcome, state = ${isUndoing ? sql`item.state` : sql`meant.state`}
    from unnest(${ids}::text[], ${ids.map(outcomeOf)}::text[], ${ids.map((each) => before.get(each) ?? null)}::json[])
      as meant (run_id, outcome, state)
    where item.workspace_id = ${workspaceId} and item.migration_id = ${id} and item.run_id = meant.run_id`.execute(db);
}
