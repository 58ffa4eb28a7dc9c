import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { DEFAULT_RETENTION, removeExpired } from "./cleanup.ts";
import { readStats } from "./run-counts.ts";
import type { Database } from "../../platform/database/schema/database.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();
const RUNS = 100_000;
const STEPS = 10;
/** They ended evenly over this time, so that half of them are older than a year. */
const DAYS = 730;
const LARGE = ["runs", "run_steps", "run_effects", "run_changes", "webhook_deliveries", "events"];

const yearBefore = (days: number) => ({
  from: new Date(NOW - (days + 365) * DAY).toISOString(),
  to: new Date(NOW - days * DAY).toISOString(),
});

/** What a session has read of each large table: rows passed in scans of it all, and rows found by an index. */
async function readSoFar(db: Kysely<Database>): Promise<Map<string, { passed: number; found: number }>> {
  await sql`select pg_stat_force_next_flush()`.execute(db);
  const { rows } = await sql<{ relname: string; passed: number; found: number }>`
    select relname, seq_tup_read::float8 as passed, idx_tup_fetch::float8 as found from pg_stat_user_tables
    where schemaname = 'public'`.execute(db);
  return new Map(rows.map(({ relname, passed, found }) => [relname, { passed, found }]));
}

describe("a million steps of runs", () => {
  let opened: TestStore;
  let place: { workspace_id: string; automation_id: string };

  beforeAll(async () => {
    opened = await openTestStore();
    const { db } = opened;
    place = await insertEmptyAutomation(db);
    const { workspace_id, automation_id } = place;
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        insert into runs (workspace_id, id, automation_id, automation_version, status, trigger_type, created_at,
          completed_at, current_node_id, event_id)
        select ${workspace_id}, 'run-' || n, ${automation_id}, 1, 'completed', 'deal_created', ended, ended, 'end',
          'event-' || n
        from generate_series(1, ${RUNS}::integer) as n
        cross join lateral (select ${new Date(NOW)}::timestamptz - n * interval '1 day' * ${DAYS / RUNS}::float8) as o (ended)
        `.execute(trx);
      await sql`
        insert into run_steps (workspace_id, run_id, seq, at, node_id, handle, edge_id, why)
        select ${workspace_id}, 'run-' || n, step, now(), 'node-' || step, 'next', 'edge-' || step, '{}'
        from generate_series(1, ${RUNS}::integer) as n, generate_series(1, ${STEPS}::integer) as step`.execute(trx);
      await sql`
        insert into run_effects (workspace_id, run_id, node_id, action_type, config, attempts, is_done, at)
        select ${workspace_id}, 'run-' || n, 'node-1', 'webhook', '{}', 1, true, now()
        from generate_series(1, ${RUNS}::integer) as n`.execute(trx);
      await sql`
        insert into events (workspace_id, id, type, payload, dispatched_at)
        select ${workspace_id}, 'event-' || n, 'deal_created', '{}', now()
        from generate_series(${RUNS}::integer + 1, 2 * ${RUNS}::integer) as n`.execute(trx);
    });
    await sql`analyze`.execute(db);
  });
  afterAll(() => opened.close());

  const countOf = async (table: "runs" | "run_steps" | "run_effects"): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ${sql.table(table)}`.execute(
      opened.db,
    );
    return rows[0]?.count ?? 0;
  };

  const statsOf = (db: Kysely<Database>, period: { from: string; to: string }) =>
    readStats(db, { workspaceId: place.workspace_id, automationId: place.automation_id }, period, true);

  it("are removed part by part after a year; no statement passes over a large table, and the counts stay", async () => {
    const [older, newer] = [yearBefore(365), yearBefore(0)];
    const before = [await statsOf(opened.db, older), await statsOf(opened.db, newer)];
    await opened.db.connection().execute(async (session) => {
      const start = await readSoFar(session);
      await removeExpired(session, { ...DEFAULT_RETENTION, sweeps: false }, NOW);
      const end = await readSoFar(session);
      const passed = LARGE.map((table) => [table, (end.get(table)?.passed ?? 0) - (start.get(table)?.passed ?? 0)]);
      expect(passed).toEqual(LARGE.map((table) => [table, 0]));
    });
    expect([await countOf("runs"), await countOf("run_steps"), await countOf("run_effects")]).toEqual([
      RUNS / 2,
      (RUNS / 2) * STEPS,
      RUNS / 2,
    ]);
    const [olderAfter, newerAfter] = [await statsOf(opened.db, older), await statsOf(opened.db, newer)];
    expect(newerAfter).toEqual(before[1]);
    expect(olderAfter.ways).toHaveLength(STEPS + 1);
    expect(before[0]?.runs).toBeGreaterThan(RUNS / 2 - 10);
    expect(Math.abs(olderAfter.runs - RUNS / 2)).toBeLessThanOrEqual(2 * Math.ceil(RUNS / DAYS));
  });

  it("are not read for the statistics of a year, but for its first and its last day", async () => {
    await opened.db.connection().execute(async (session) => {
      const start = await readSoFar(session);
      const { runs } = await statsOf(session, yearBefore(0));
      const end = await readSoFar(session);
      const read = (table: string): number => {
        const [was, is] = [start.get(table), end.get(table)];
        return (is?.passed ?? 0) + (is?.found ?? 0) - (was?.passed ?? 0) - (was?.found ?? 0);
      };
      expect(runs).toBeGreaterThan(RUNS / 2 - 10);
      expect(read("run_steps")).toBeLessThan(3 * Math.ceil(RUNS / DAYS) * (STEPS + 1));
    });
  });
});
