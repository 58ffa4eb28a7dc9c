import { advance } from "@trilho/engine";
import { nextStart, readEntry } from "@trilho/engine/trigger";
import { type Kysely, sql } from "kysely";
import type { Database } from "../../platform/database/schema/database.ts";
import { automationKey, type Entered, type EntryStore, type Paced } from "../model/entry-port.ts";
import { errorOf } from "../model/failures.ts";
import type { RunTally } from "../model/watch.ts";
import { IS_LIVE, insertChanges } from "./run-changes.ts";
import { stateOf } from "./run-rows.ts";

type Asking = Parameters<EntryStore["lock"]>[0];

/** Rows are locked in one order: of entrants, then of their runs, then of paces. Who takes a run further has its row before. */
export function createEntryStore(db: Kysely<Database>, tally: RunTally): EntryStore {
  return {
    async lock(entrants) {
      const rows = await lockRows(db, entrants);
      const now = rows[0]?.now.getTime() ?? Date.now();
      await lockSettling(db, entrants, rows);
      const known = new Map((await readStandings(db, entrants, rows)).map((standing) => [standing.place, standing]));
      const entered = entrants.map((_, place) => {
        const standing = known.get(place);
        return standing === undefined ? null : enteredOf(standing);
      });
      return { entered, now };
    },

    lockPaces: (of) => lockPaces(db, of),

    async entered(rows) {
      const written = rows.map(({ workspaceId, row, runId, at }) => ({
        workspace_id: workspaceId,
        row,
        run_id: runId,
        at: new Date(at),
      }));
      await sql`
        update automation_entries set run_id = given.run_id, at = given.at
        from json_to_recordset(${JSON.stringify(written)}) as given (
          workspace_id text, row tid, run_id text, at timestamptz)
        where automation_entries.workspace_id = given.workspace_id and automation_entries.ctid = given.row`.execute(db);
    },

    paced: (of) => writePaces(db, of),

    async replace(runs) {
      for (const run of runs) await skip(db, run);
      tally({ what: "skipped", count: runs.length });
    },

    async settle(run) {
      const { workspaceId, id, automationId, now, definition } = run;
      const rule = readEntry(definition.triggerConfig);
      let at = now;
      if (rule !== null && rule.perHour !== null) {
        const pace = { workspaceId, automationId, perHour: rule.perHour };
        at = nextStart(rule, (await lockPaces(db, [pace])).get(automationKey(pace)) ?? null, now);
        await writePaces(db, [{ ...pace, lastAt: at }]);
      }
      const isLater = at > now;
      await sql`
        update runs set settles_until = null,
          next_attempt_at = case when ${isLater} then ${new Date(at)}::timestamptz else next_attempt_at end,
          lease_until = case when ${isLater} then null else lease_until end
        where workspace_id = ${workspaceId} and id = ${id}`.execute(db);
      return !isLater;
    },
  };
}

interface EntryRow {
  place: number;
  row: string;
  run_id: string | null;
  at: Date | null;
  now: Date;
}

/** Makes the rows that are missing, and locks the others. An entrant that is gone has none. */
async function lockRows(db: Kysely<Database>, entrants: Asking): Promise<EntryRow[]> {
  const asked = entrants.map(({ workspaceId, automationId, dealId, contactId }, place) => ({
    place,
    workspace_id: workspaceId,
    automation_id: automationId,
    deal_id: dealId,
    contact_id: contactId,
  }));
  const { rows } = await sql<EntryRow>`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)})
        as asked (place integer, workspace_id text, automation_id text, deal_id text, contact_id text)
    ), locked as (
      insert into automation_entries as entry (workspace_id, automation_id, deal_id, contact_id)
      select workspace_id, automation_id, deal_id, contact_id from asked
      where (deal_id is null or exists (
          select from deals where deals.workspace_id = asked.workspace_id and deals.id = asked.deal_id))
        and (contact_id is null or exists (
          select from contacts where contacts.workspace_id = asked.workspace_id and contacts.id = asked.contact_id))
      order by 1, 2, 3, 4
      on conflict (workspace_id, automation_id, deal_id, contact_id) do update set run_id = entry.run_id
      returning entry.ctid as row, entry.*
    )
    select asked.place, locked.row::text, locked.run_id, locked.at, clock_timestamp() as now
    from locked join asked using (workspace_id, automation_id)
    where locked.deal_id is not distinct from asked.deal_id
      and locked.contact_id is not distinct from asked.contact_id`.execute(db);
  return rows;
}

/** Their runs that still wait for changes to end: nobody begins them meanwhile. In the order in which runs are cancelled. */
async function lockSettling(db: Kysely<Database>, entrants: Asking, rows: readonly EntryRow[]): Promise<void> {
  const known = rows.filter(({ run_id }) => run_id !== null);
  if (known.length === 0) return;
  await sql`
    select from unnest(
      ${known.map(({ place }) => entrants[place]?.workspaceId ?? "")}::text[], ${known.map(({ run_id }) => run_id)}::text[]
    ) as last (workspace_id, id)
    join runs using (workspace_id, id)
    where status = 'queued' and settles_until is not null
    order by runs.id for update of runs`.execute(db);
}

interface StandingRow {
  place: number;
  row: string;
  run_id: string | null;
  at: Date | null;
  status: string | null;
  settles_until: Date | null;
  started_at: Date | null;
  is_live: boolean;
  other_started_at: Date | null;
  other_is_live: boolean;
}

/** A statement of its own: what it reads is as of after the locks. Other runs are looked for only where they matter. */
async function readStandings(
  db: Kysely<Database>,
  entrants: Asking,
  rows: readonly EntryRow[],
): Promise<StandingRow[]> {
  const asked = rows.map(({ place, row, run_id, at }) => ({
    place,
    row,
    run_id,
    at,
    workspace_id: entrants[place]?.workspaceId,
    automation_id: entrants[place]?.automationId,
    deal_id: entrants[place]?.dealId,
    contact_id: entrants[place]?.contactId,
    again: entrants[place]?.again,
  }));
  const isWanted = sql`case asked.again
    when 'always' then false
    when 'not_while_live' then last.is_live is not true
    else asked.run_id is null or (last.is_live = false and last.started_at is null) end`;
  const own = sql`select started_at, next_attempt_at, ${IS_LIVE} as is_live from runs
    where ${isWanted} and runs.workspace_id = asked.workspace_id and runs.automation_id = asked.automation_id
      and not is_test and settles_until is null and runs.id is distinct from asked.run_id
      and (started_at is not null or ${IS_LIVE})`;
  const { rows: found } = await sql<StandingRow>`
    select asked.place, asked.row, asked.run_id, asked.at, last.status, last.settles_until,
      coalesce(last.started_at, last.next_attempt_at) as started_at, coalesce(last.is_live, false) as is_live,
      other.started_at as other_started_at, coalesce(other.is_live, false) as other_is_live
    from json_to_recordset(${JSON.stringify(asked)}) as asked (place integer, row text, workspace_id text,
      automation_id text, deal_id text, contact_id text, run_id text, at timestamptz, again text)
    left join lateral (
      select status, settles_until, started_at, next_attempt_at, ${IS_LIVE} as is_live from runs
      where runs.workspace_id = asked.workspace_id and runs.id = asked.run_id
    ) as last on true
    left join lateral (
      select max(coalesce(started_at, next_attempt_at)) as started_at, bool_or(is_live) as is_live from (
        ${own} and asked.deal_id is not null and runs.deal_id = asked.deal_id
        union all
        ${own} and asked.deal_id is null and runs.deal_id is null
          and coalesce(runs.contact_id, '') = coalesce(asked.contact_id, '')
      ) as own
    ) as other on true`.execute(db);
  return found;
}

function enteredOf(found: StandingRow): Entered {
  const { row, run_id: runId, at, status, settles_until: until, is_live, other_started_at } = found;
  const other = other_started_at?.getTime() ?? null;
  if (status === "queued" && until !== null && runId !== null) {
    const settling = { at: at?.getTime() ?? until.getTime(), until: until.getTime(), runId };
    return { row, startedAt: other, isLive: found.other_is_live, settling };
  }
  // A run that is gone had begun: those that ended before they did are kept no longer than others.
  const last =
    runId === null ? null : status === null ? (at?.getTime() ?? null) : (found.started_at?.getTime() ?? null);
  const startedAt = last === null || other === null ? (last ?? other) : Math.max(last, other);
  return { row, startedAt, isLive: is_live || found.other_is_live, settling: null };
}

const paceRow = ({ workspaceId, automationId, perHour }: Paced) => ({
  workspace_id: workspaceId,
  automation_id: automationId,
  per_hour: perHour,
});

/** Where another number of starts is asked for, places are given anew from now on. */
async function lockPaces(db: Kysely<Database>, of: readonly Paced[]): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ workspace_id: string; automation_id: string; last_at: Date | null }>`
    insert into automation_paces as pace (workspace_id, automation_id, per_hour)
    select workspace_id, automation_id, per_hour from json_to_recordset(${JSON.stringify(of.map(paceRow))})
      as asked (workspace_id text, automation_id text, per_hour integer)
    order by 1, 2
    on conflict (workspace_id, automation_id) do update set per_hour = excluded.per_hour,
      last_at = case when pace.per_hour = excluded.per_hour then pace.last_at else least(pace.last_at, clock_timestamp()) end
    returning workspace_id, automation_id, last_at`.execute(db);
  return new Map(
    rows.map(({ workspace_id: workspaceId, automation_id: automationId, last_at }) => [
      automationKey({ workspaceId, automationId }),
      last_at?.getTime() ?? null,
    ]),
  );
}

async function writePaces(db: Kysely<Database>, of: readonly (Paced & { lastAt: number })[]): Promise<void> {
  const written = of.map((pace) => ({ ...paceRow(pace), last_at: new Date(pace.lastAt) }));
  await sql`
    update automation_paces set last_at = given.last_at
    from json_to_recordset(${JSON.stringify(written)})
      as given (workspace_id text, automation_id text, last_at timestamptz)
    where automation_paces.workspace_id = given.workspace_id
      and automation_paces.automation_id = given.automation_id`.execute(db);
}

async function skip(
  db: Kysely<Database>,
  { workspaceId, runId, refusal }: Parameters<EntryStore["replace"]>[0][number],
): Promise<void> {
  const row = await db
    .selectFrom("runs")
    .select(["tick", "status", "state", sql<Date>`clock_timestamp()`.as("now")])
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  const before = stateOf(row);
  if (before === null) throw new Error("Where this run stands cannot be read");
  const { state } = advance(null, before, { type: "skipped", error: errorOf(refusal.failure) });
  const tick = row.tick + 1;
  await db
    .updateTable("runs")
    .set({
      status: state.status,
      state: JSON.stringify(state),
      last_error: state.lastError,
      last_failure: JSON.stringify(refusal.failure),
      next_attempt_at: null,
      lease_until: null,
      settles_until: null,
      completed_at: row.now,
      tick,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", runId)
    .execute();
  const of = { workspace_id: workspaceId, run_id: runId, tick, at: row.now };
  await insertChanges(db, [{ ...of, from_status: row.status, to_status: state.status, why: refusal.why, by: null }]);
}
