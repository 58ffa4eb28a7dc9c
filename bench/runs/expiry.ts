import type { Database } from "@trilho/server/platform/database/schema/database";
import { DEFAULT_RETENTION, removeExpired } from "@trilho/server/runs/store/cleanup";
import { type Kysely, sql } from "kysely";
import type { Measured, Row } from "../harness/benchmark.ts";
import { openWorkspace } from "../server/workspace.ts";
import { databaseCpuUs } from "./database-cpu.ts";
import { addAutomation, chainOf, HOOK } from "./fill.ts";
import { openParts } from "./parts.ts";

const RUNS = Number(process.env["TRILHO_BENCH_EXPIRED"] ?? "100000");
const ACTIONS = 5;
const STEPS = 2 * ACTIONS + 2;
const KEPT_DAYS = 365;
/** The tables that grow with each run. */
const TABLES = ["runs", "run_steps", "run_effects"] as const;
type Table = (typeof TABLES)[number];

/** What ended runs take on disk, and what it takes to remove them: one by one, or with the table that holds them alone. */
export const expiry: Measured = {
  async measure(key) {
    const workspace = await openWorkspace();
    const { db } = openParts(workspace.databaseUrl, workspace.serverSecret);
    try {
      const automation = await addAutomation(db, chainOf(ACTIONS, HOOK));
      await fill(db, automation);
      const bytes = (await Promise.all(TABLES.map((table) => sizeOf(db, table)))).reduce((sum, size) => sum + size);
      for (const table of TABLES)
        await sql`create table ${sql.table(`old_${table}`)} as table ${sql.table(table)}`.execute(db);
      const before = await databaseCpuUs(db);
      const removed = await timed(() => removeExpired(db, { ...DEFAULT_RETENTION, sweeps: false }, Date.now()));
      const cpuUs = ((await databaseCpuUs(db)) - before) / RUNS;
      const dropped = await timed(async () => {
        for (const table of TABLES) await sql`drop table ${sql.table(`old_${table}`)}`.execute(db);
      });
      const left = await db
        .selectFrom("runs")
        .where("automation_id", "=", automation.automationId)
        .select(sql<number>`count(*)::integer`.as("count"))
        .executeTakeFirstOrThrow();
      const row = (name: string, role: Row["role"], ms: number, note: string): Row => ({
        name,
        role,
        note,
        ns: (ms * 1e6) / RUNS,
        ratio: ms / removed,
      });
      return {
        key,
        title: `remove ${RUNS.toLocaleString("en")} runs that ended a year ago`,
        about: `Each of ${ACTIONS} actions, with ${STEPS} steps and ${ACTIONS} effects, which take ${(bytes / RUNS / 1024).toFixed(1)} KB on disk with their indexes. Removed as every server does it once an hour; and, for comparison, the same rows in tables of their own, without indexes, dropped as a partition is.`,
        unit: "run",
        baseline: REMOVED,
        rows: [
          row(
            REMOVED,
            "ours",
            removed,
            `${(removed / 1000).toFixed(1)} s in all; ${cpuUs.toFixed(0)} µs of the database's processor`,
          ),
          row("dropped with their tables", "peer", dropped, `${dropped.toFixed(0)} ms in all`),
        ],
        goals: [{ say: "each of them", measured: String(RUNS - left.count), met: left.count === 0 }],
      };
    } finally {
      await db.destroy();
      await workspace.close();
    }
  },
};

const REMOVED = "removed one by one";

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

async function sizeOf(db: Kysely<Database>, table: Table): Promise<number> {
  const { rows } = await sql<{ bytes: string }>`select pg_total_relation_size(${table}) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** As they are once they ended and were counted. */
async function fill(
  db: Kysely<Database>,
  { workspaceId, automationId, dealId }: Awaited<ReturnType<typeof addAutomation>>,
) {
  await db.transaction().execute(async (trx) => {
    // The database's own checks let a run begin as `queued` or `skipped` alone.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into runs (workspace_id, id, automation_id, automation_version, deal_id, status, trigger_type, chain_id,
        current_node_id, event_id, state, tick, is_folded, created_at, started_at, completed_at)
      select ${workspaceId}, gen_random_uuid()::text, ${automationId}, 1, ${dealId}, 'completed', 'task_completed',
        gen_random_uuid()::text, 'end', gen_random_uuid()::text,
        '{"status":"completed","nodeId":"end","seq":12,"phase":"over","attempts":0,"wakeAt":null,"lastError":null}', 12,
        true, at, at, at
      from generate_series(1, ${RUNS}::integer) as n
      cross join lateral (select now() - interval '1 day' * ${KEPT_DAYS + 1} - n * interval '1 second') as o (at)`.execute(
      trx,
    );
    await sql`
      insert into run_steps (workspace_id, run_id, seq, at, node_id, handle, edge_id, why)
      select workspace_id, id, seq, completed_at, 'n' || seq / 2, 'next', 'e' || seq / 2,
        '{"code":"succeeded","params":{"action":"webhook"}}'
      from runs, generate_series(1, ${STEPS}::integer) as seq where is_folded`.execute(trx);
    await sql`
      insert into run_effects (workspace_id, run_id, node_id, action_type, config, attempts, is_done, at)
      select workspace_id, id, 'n' || n, 'webhook', '{"url":"https://example.com"}', 1, true, completed_at
      from runs, generate_series(1, ${ACTIONS}::integer) as n where is_folded`.execute(trx);
  });
  for (const table of TABLES) await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}
