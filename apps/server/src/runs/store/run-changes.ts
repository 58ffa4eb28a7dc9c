import type { AutomationRunChange } from "@trilho/contract";
import { advance } from "@trilho/engine";
import { LIVE_STATUSES, type RunStatus } from "@trilho/engine/contract";
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import { type ChangeReason, type Changer, because } from "../model/changes.ts";
import { nameIn } from "../../areas/automations/history-store.ts";
import { iso } from "../../platform/database/columns.ts";
import { stateOf } from "./run-rows.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";

/** As indexes have it: no parameter stands in it. */
const LIVE_LITERALS = sql.join(LIVE_STATUSES.map((status) => sql.lit(status)));
export const IS_LIVE = sql`status in (${LIVE_LITERALS})`;
export const IS_ENDED = sql`status not in (${LIVE_LITERALS})`;

type NewChange = Omit<Insertable<Database["run_changes"]>, "why" | ChangerColumn> & {
  why: ChangeReason;
  by: Changer | null;
};

/** What changed runs, written in the transaction of the changes themselves; `by` is null where the service made one. */
export async function insertChanges(db: Kysely<Database>, changes: readonly NewChange[]): Promise<void> {
  const rows = changes.map(({ why, by, ...row }) => ({ ...row, why: JSON.stringify(why), ...changerColumns(by) }));
  await db.insertInto("run_changes").values(rows).execute();
}

/** Who it was, as columns. */
type ChangerColumn = "by_member_id" | "by_api_key_id" | "by_run_id";

export function changerColumns(by: Changer | null): Record<ChangerColumn, string | null> {
  const nobody = { by_member_id: null, by_api_key_id: null, by_run_id: null };
  if (by === null) return nobody;
  return "runId" in by
    ? { ...nobody, by_run_id: by.runId }
    : { ...nobody, by_member_id: by.memberId, by_api_key_id: by.keyId };
}

/** Cancelled in one statement. */
const AT_ONCE = 1000;

/**
 * Cancels those of the runs meant that have not ended, and writes down for each what it was. Their rows are locked in the
 * order of their ids, so that two who cancel do not wait for each other. Answers how many.
 */
export const cancelRuns = (
  db: Kysely<Database>,
  meant: RawBuilder<unknown>,
  why: ChangeReason,
  by: Changer,
): Promise<number> =>
  inTransaction(db, async (trx) => {
    let count = 0;
    let after = "";
    for (let found = AT_ONCE; found === AT_ONCE;) {
      const { rows } = await sql<LiveRow>`
        select workspace_id, id, status, state from runs
        where ${meant} and ${IS_LIVE} and id > ${after} order by id limit ${AT_ONCE} for update`.execute(trx);
      await cancelHeld(trx, rows, why, by);
      found = rows.length;
      count += found;
      after = rows.at(-1)?.id ?? after;
    }
    return count;
  });

export type LiveRow = Pick<Selectable<Database["runs"]>, "workspace_id" | "id" | "status" | "state">;

/** Cancels runs whose rows are locked. */
export async function cancelHeld(
  trx: Kysely<Database>,
  rows: readonly LiveRow[],
  why: ChangeReason,
  by: Changer,
): Promise<void> {
  const states = rows.map((row) => {
    const state = stateOf(row);
    return state === null ? row.state : advance(null, state, { type: "cancelled" }).state;
  });
  const { by_member_id, by_api_key_id, by_run_id } = changerColumns(by);
  await sql`
    with ended as (
      update runs set
        status = 'cancelled',
        state = live.state,
        attempts = 0,
        last_error = null,
        last_failure = null,
        next_attempt_at = null,
        lease_until = null,
        awaits_contact_id = null,
        awaits_message_id = null,
        waiting_for_reply = false,
        reply = null,
        completed_at = clock_timestamp(),
        tick = runs.tick + 1
      from unnest(
        ${rows.map(({ workspace_id }) => workspace_id)}::text[],
        ${rows.map(({ id }) => id)}::text[],
        ${rows.map(({ status }) => status)}::text[],
        ${states.map((state) => JSON.stringify(state))}::json[]) as live (workspace_id, id, was, state)
      where runs.workspace_id = live.workspace_id and runs.id = live.id
      returning runs.workspace_id, runs.id, runs.tick, runs.completed_at, runs.clock_ahead_ms, live.was
    )
    insert into run_changes (workspace_id, run_id, tick, at, from_status, to_status, why,
      by_member_id, by_api_key_id, by_run_id)
    select workspace_id, id, tick, completed_at + clock_ahead_ms * interval '1 millisecond', was, 'cancelled', ${JSON.stringify(why)}::json,
      ${by_member_id}, ${by_api_key_id}, ${by_run_id}
    from ended`.execute(trx);
}

/** Cancels the runs of an automation that is deleted. */
export const cancelOfDeleted = (
  trx: Kysely<Database>,
  workspaceId: string,
  automationId: string,
  by: Changer,
): Promise<number> =>
  cancelRuns(
    trx,
    sql`workspace_id = ${workspaceId} and automation_id = ${automationId}`,
    because("automation-deleted"),
    by,
  );

/** What became of a run without its interpreter, in order, with the names of who did it; what was removed since has none. */
export async function readChanges(
  db: Kysely<Database>,
  workspaceId: string,
  runId: string,
): Promise<AutomationRunChange[]> {
  const { rows } = await sql<ChangeRow>`
    select change.*, ${changerNames("change")} from run_changes as change
    where change.workspace_id = ${workspaceId} and change.run_id = ${runId} order by change.tick`.execute(db);
  return rows.map(toChange);
}

/** What those who changed a run are called now, in a row of the changes that go by this alias. */
export const changerNames = (alias: string): RawBuilder<unknown> => sql`
  ${nameIn("members", alias, "by_member_id")} as member_name,
  ${nameIn("api_keys", alias, "by_api_key_id")} as key_name,
  (select to_json(named) from (
    select other.automation_id as id, automations.name from runs as other left join automations
      on automations.workspace_id = other.workspace_id and automations.id = other.automation_id
    where other.workspace_id = ${sql.ref(`${alias}.workspace_id`)} and other.id = ${sql.ref(`${alias}.by_run_id`)}
  ) as named) as automation`;

export interface ChangerNames {
  member_name: string | null;
  key_name: string | null;
  automation: { id: string; name: string | null } | null;
}

type ChangeRow = Selectable<Database["run_changes"]> & ChangerNames;

export const toChange = (row: ChangeRow): AutomationRunChange => ({
  at: iso(row.at),
  from: row.from_status as RunStatus | null,
  to: row.to_status as RunStatus,
  why: row.why,
  by: changerOf(row),
});

function changerOf(row: ChangeRow): AutomationRunChange["by"] {
  if (row.by_run_id !== null) {
    const { name = null, id: automationId = null } = row.automation ?? {};
    return { type: "run", id: row.by_run_id, name, apiKey: null, automationId };
  }
  if (row.by_member_id === null) return null;
  const apiKey = row.by_api_key_id === null ? null : { id: row.by_api_key_id, name: row.key_name };
  return { type: "user", id: row.by_member_id, name: row.member_name, apiKey, automationId: null };
}
