import { setTimeout as pass } from "node:timers/promises";
import { type RawBuilder, sql } from "kysely";
import { firstDue } from "@trilho/server/runs/store/due-runs";
import type { Measured, Result, Row } from "../harness/benchmark.ts";
import { median } from "../harness/measure.ts";
import { openWorkspace } from "../server/workspace.ts";
import { startChild } from "./children.ts";
import { databaseCpuUs } from "./database-cpu.ts";
import { addAutomation, chainOf, fillWaiting, HOOK, startRuns, type Automation, type Parts } from "./fill.ts";
import { openParts } from "./parts.ts";

/** How many wait, one size after the other. */
const SIZES = (process.env["TRILHO_BENCH_WAITING"] ?? "100000,1000000").split(",").map(Number);
const PICKED = 20;
const IDLE_MS = 10_000;
const NS = 1_000_000;
const NOTHING = "nothing waits";
const WAIT = { type: "wait", config: { delaySeconds: 2_592_000 } } as const;

interface State {
  /** Shares of one processor that they take. */
  worker: number;
  database: number;
  /** Of the database. */
  transactionsPerSecond: number;
  pickUpMs: number[];
}

/** What runs that wait cost while nothing is due, and how soon one that is due is taken up beside them. */
export const waiting: Measured = {
  async measure(key) {
    const workspace = await openWorkspace();
    const parts = openParts(workspace.databaseUrl, workspace.serverSecret);
    const { databaseUrl, serverSecret } = workspace;
    try {
      const automation = await addAutomation(parts.db, chainOf(1, HOOK));
      const order = { kind: "ours" as const, databaseUrl, serverSecret, concurrency: 8 };
      const none = await observe(parts, automation, order);
      const states: [count: number, state: State][] = [];
      for (const [at, to] of SIZES.entries()) {
        await fillWaiting(parts, await addAutomation(parts.db, chainOf(1, WAIT)), { from: SIZES[at - 1] ?? 0, to });
        states.push([to, await observe(parts, automation, order)]);
      }
      return resultOf(key, none, states, await plansOf(parts));
    } finally {
      await parts.db.destroy();
      await workspace.close();
    }
  },
};

function resultOf(key: string, none: State, states: readonly [number, State][], plans: string): Result {
  const few = median(none.pickUpMs);
  const row = (name: string, state: State): Row => ({
    name,
    role: "ours",
    note: `idle: ${percent(state.worker)} of a processor and ${percent(state.database)} of the database's, ${state.transactionsPerSecond.toFixed(0)} transactions/s`,
    ns: median(state.pickUpMs) * NS,
    ratio: median(state.pickUpMs) / few,
  });
  const named = states.map(([count, state]) => ({ name: `${count.toLocaleString("en")} wait`, state }));
  return {
    key,
    title: "pick up a due run",
    about: `From the commit of a run that is due to its end, taken up by another process that is only told by its own looks (every 500 ms). ${plans}`,
    unit: "run",
    baseline: NOTHING,
    rows: [row(NOTHING, none), ...named.map(({ name, state }) => row(name, state))],
    goals: named.flatMap(({ name, state }) => [
      {
        say: `${name}: as soon as without them, within a look`,
        measured: `${Math.round(median(state.pickUpMs) - few)} ms`,
        met: median(state.pickUpMs) - few < 500,
      },
      {
        say: `${name}: less than 1 % of a processor more while idle`,
        measured: percent(cpuOf(state) - cpuOf(none)),
        met: cpuOf(state) - cpuOf(none) < 0.01,
      },
    ]),
  };
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const cpuOf = ({ worker, database }: State): number => worker + database;

async function observe(parts: Parts, automation: Automation, order: Parameters<typeof startChild>[0]): Promise<State> {
  const child = await startChild(order);
  try {
    await child.begin();
    await pickUp(parts, automation);
    const usage = async () => ({ worker: await child.cpuUs(), database: await databaseCpuUs(parts.db) });
    const [before, transactions] = [await usage(), await committed(parts)];
    await pass(IDLE_MS);
    const after = await usage();
    const transactionsPerSecond = ((await committed(parts)) - transactions) / (IDLE_MS / 1000);
    const pickUpMs: number[] = [];
    for (let run = 0; run < PICKED; run += 1) pickUpMs.push(await pickUp(parts, automation));
    const share = (used: number): number => used / (IDLE_MS * 1000);
    return {
      worker: share(after.worker - before.worker),
      database: share(after.database - before.database),
      transactionsPerSecond,
      pickUpMs,
    };
  } finally {
    await child.close();
  }
}

async function pickUp(parts: Parts, automation: Automation): Promise<number> {
  const [runId = ""] = await startRuns(parts, automation, 1);
  const from = performance.now();
  for (;;) {
    const { status } = await parts.db
      .selectFrom("runs")
      .select("status")
      .where("workspace_id", "=", automation.workspaceId)
      .where("id", "=", runId)
      .executeTakeFirstOrThrow();
    if (status === "completed") return performance.now() - from;
    await pass(5);
  }
}

async function committed({ db }: Parts): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select xact_commit as count from pg_stat_database where datname = current_database()`.execute(db);
  return Number(rows[0]?.count);
}

/** How what is due is found beside those that wait. */
const plansOf = async ({ db }: Parts): Promise<string> =>
  `How due runs are found beside the most that wait: ${await planOf(db, firstDue(sql`true`, sql`8`))}.`;

async function planOf(db: Parts["db"], query: RawBuilder<unknown>): Promise<string> {
  const { rows } = await sql<{ "QUERY PLAN": string }>`
    explain (analyze, costs off, timing off, summary off) ${query}`.execute(db);
  return rows.map((row) => `\`${row["QUERY PLAN"].trim()}\``).join(" ");
}
