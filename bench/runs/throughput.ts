import { setTimeout as pass } from "node:timers/promises";
import type { Measured, Result, Row } from "../harness/benchmark.ts";
import { median } from "../harness/measure.ts";
import { openWorkspace } from "../server/workspace.ts";
import { sql } from "kysely";
import PgBoss from "pg-boss";
import { startChild } from "./children.ts";
import { addAutomation, chainOf, HOOK, HOOK_OF_DEAL, openRuns, startRuns, type Parts } from "./fill.ts";
import { fail, openParts } from "./parts.ts";
import { EMPTY_QUEUE, type Order } from "./protocol.ts";

const ROUNDS = Number(process.env["TRILHO_BENCH_ROUNDS"] ?? 5);
const RUNS = Number(process.env["TRILHO_BENCH_RUNS"] ?? 300);
const ACTIONS = 5;
const JOBS = RUNS * ACTIONS;
const CONCURRENCY = 8;
const LOOK_MS = 10;

const EMPTY = "pg-boss, empty jobs";
const STEPS = "steps of runs";
const READING = "steps that read the deal";
const caseOf = (name: string, processes: number): string =>
  `${name}, ${processes === 1 ? "1 process" : `${processes} processes`}`;

/** Steps of runs beside empty jobs of the queue library, on the same database, in turns. */
export const throughput = (server: "embedded" | "given"): Measured => ({
  async measure(key) {
    const given = server === "given" ? process.env["TRILHO_BENCH_DATABASE_URL"] : undefined;
    if (server === "given" && given === undefined) return notGiven(key);
    const workspace = await openWorkspace(given);
    const { databaseUrl, serverSecret } = workspace;
    const parts = await openParts(databaseUrl, serverSecret);
    const boss = new PgBoss({ connectionString: databaseUrl, schedule: false });
    try {
      boss.on("error", fail);
      await boss.start();
      await boss.createQueue(EMPTY_QUEUE);
      const automations = {
        [STEPS]: await addAutomation(parts.db, chainOf(ACTIONS, HOOK)),
        [READING]: await addAutomation(parts.db, chainOf(ACTIONS, HOOK_OF_DEAL)),
      };
      const order = { databaseUrl, serverSecret, concurrency: CONCURRENCY };
      const turns = new Map<string, number[]>();
      // The first round warms up and is not counted.
      for (let round = -1; round < ROUNDS; round += 1) {
        for (const processes of [1, 2]) {
          for (const [name, automation] of Object.entries(automations)) {
            const ours = await turn({ ...order, kind: "ours" }, processes, async () => {
              await startRuns(parts, automation, RUNS);
              return () => openRuns(parts.db);
            });
            if (round >= 0) count(turns, caseOf(name, processes), ours);
          }
          const empty = await turn({ ...order, kind: "empty" }, processes, async () => {
            await boss.insert(Array.from({ length: JOBS }, () => ({ name: EMPTY_QUEUE })));
            return () => openJobs(parts);
          });
          if (round >= 0) count(turns, caseOf(EMPTY, processes), empty);
        }
      }
      const base = caseOf(EMPTY, 1);
      return {
        key,
        title: "one step",
        about:
          (given === undefined ? "" : "On a PostgreSQL that is given: ") +
          `${RUNS} runs of ${ACTIONS} actions on other systems (which do nothing) against ${JOBS} empty jobs of the queue that wakes the runs; ` +
          `${CONCURRENCY} at the same time in each process. A step is the way from one action to the next: in one transaction the run is locked, what became of the ` +
          "action and the step is written, and that the next one is under way. One job takes a run through all its steps; an empty job is fetched and completed. " +
          "Where a text or a condition asks for the deal, it is read with all that belongs to it.",
        unit: "step or job",
        baseline: base,
        rows: [...turns].map(([name, list]) => rowOf(name, list, turns.get(base) ?? [])),
        goals: [1, 2].map((processes) => {
          const empty = turns.get(caseOf(EMPTY, processes)) ?? [];
          const ours = turns.get(caseOf(STEPS, processes)) ?? [];
          const ratio = median(ours.map((ns, round) => (empty[round] ?? Number.NaN) / ns));
          const say = `${caseOf("steps", processes)}: at least 0.5 of the library's empty jobs`;
          return { say, measured: `${ratio.toFixed(2)} ×`, met: ratio >= 0.5 };
        }),
      };
    } finally {
      await boss.stop({ graceful: false });
      await parts.queue.stop(0);
      await parts.db.destroy();
      await workspace.close();
    }
  },
});

function notGiven(key: string): Result {
  const note = "TRILHO_BENCH_DATABASE_URL names no empty database";
  const rows: Row[] = [{ name: STEPS, role: "ours", note, ns: null, ratio: null }];
  const about = "The same on a PostgreSQL that is given.";
  return { key, title: "one step", about, unit: "step or job", baseline: EMPTY, rows, goals: [] };
}

function count(turns: Map<string, number[]>, name: string, ns: number): void {
  turns.set(name, [...(turns.get(name) ?? []), ns]);
}

/** Nanoseconds for each of the jobs, once all processes are there. */
async function turn(order: Order, processes: number, fill: () => Promise<() => Promise<number>>): Promise<number> {
  const children = await Promise.all(Array.from({ length: processes }, () => startChild(order)));
  try {
    const remaining = await fill();
    const from = performance.now();
    for (const child of children) child.begin();
    while ((await remaining()) > 0) await pass(LOOK_MS);
    return ((performance.now() - from) * 1e6) / JOBS;
  } finally {
    for (const child of children) await child.close();
  }
}

async function openJobs({ db }: Parts): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from pgboss.job where name = ${EMPTY_QUEUE} and state <= 'active'`.execute(db);
  return Number(rows[0]?.count);
}

const rowOf = (name: string, list: readonly number[], base: readonly number[]): Row => ({
  name,
  role: name.startsWith(EMPTY) ? "peer" : "ours",
  note: `${Math.round(1e9 / median(list)).toLocaleString("en")} a second`,
  ns: median(list),
  ratio: median(list.map((ns, round) => ns / (base[round] ?? Number.NaN))),
});
