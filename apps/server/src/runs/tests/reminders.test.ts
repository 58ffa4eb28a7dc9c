import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTION_TYPES } from "@trilho/engine/contract";
import { succeeded, type Actions } from "../action.ts";
import { createDispatcher } from "../dispatcher.ts";
import { createExecutor } from "../executor.ts";
import type { RunJob } from "../model/run.ts";
import { createPlans } from "../plans.ts";
import type { Store } from "../model/stores.ts";
import { openRunQueue, type RunQueue } from "../queue/run-queue.ts";
import { createStore } from "../../app/store.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { insertCase } from "../testing/run-cases.ts";
import { startRun as start } from "../testing/start-run.ts";
import { createRunner, type Runner } from "../runner.ts";

const MINUTE_MS = 60_000;
const START_AND_END = {
  version: 2 as const,
  nodes: [
    { id: "start", type: "trigger" as const },
    { id: "end", type: "end" as const },
  ],
  edges: [{ id: "a", source: "start", target: "end" }],
};

/** A run's job with its automation. */
type Started = RunJob & { automationId: string };

let opened: TestStore;
let queue: RunQueue;
let store: Store;
beforeAll(async () => {
  opened = await openTestStore();
  queue = await openRunQueue(opened.db, fail);
  store = createStore(opened.db, opened.serverSecret, fail, { jobs: (of) => queue.jobs(of) });
});
afterAll(async () => {
  await queue.stop(1000);
  await opened.close();
});

it("a run that lost its job is given another one; one that waits its turn in a long queue is not", async () => {
  const lost = await startRun(10 * MINUTE_MS, { hasJob: false });
  const waiting: RunJob[] = [];
  for (const minutes of [9, 8, 7]) waiting.push(await startRun(minutes * MINUTE_MS, { beside: lost }));
  const runner = await openRunner({ isLooking: true });
  await runner.start();
  await expect.poll(async () => (await jobsOf(lost)).length).toBe(1);
  await runner.stop();
  for (const job of waiting) expect(await jobsOf(job)).toHaveLength(1);
});

it("a run that lost its job is given another one while another workspace's queue is long", async () => {
  const waiting = await startRun(9 * MINUTE_MS);
  const lost = await startRun(MINUTE_MS, { hasJob: false });
  const runner = await openRunner({ isLooking: true });
  await runner.start();
  await expect.poll(async () => (await jobsOf(lost)).length).toBe(1);
  await runner.stop();
  expect(await jobsOf(waiting)).toHaveLength(1);
});

it("a run that lost its job and is due later comes after those that wait, and is not forgotten", async () => {
  const lost = await startRun(6 * MINUTE_MS, { hasJob: false });
  const runner = await openRunner();
  await runner.start();
  await expect.poll(() => openRuns(), { timeout: 20_000 }).toBe(0);
  await runner.stop();
  expect(await jobsOf(lost)).toEqual([]);
});

it("jobs are handed out in the order in which they are due", async () => {
  const other = await openRunQueue(opened.db, fail);
  const due = [3, 1, 2].map((minutes) => ({ minutes, job: { workspaceId: "w", runId: randomUUID(), tick: 0 } }));
  for (const { minutes, job } of due) await other.jobs(opened.db).send(job, Date.now() - minutes * MINUTE_MS);
  const since = (await other.oldestDue()).get("w")?.getTime() ?? 0;
  expect(Math.floor((Date.now() - since) / MINUTE_MS)).toBe(3);
  const handed: string[] = [];
  await other.work(async ({ runId }) => void handed.push(runId), 1);
  await expect.poll(() => handed).toHaveLength(3);
  await other.stop(1000);
  const expected = due.toSorted((a, b) => b.minutes - a.minutes).map(({ job }) => job.runId);
  expect([handed, [...(await other.oldestDue()).keys()]]).toEqual([expected, []]);
});

/** A run that has been due for so long, with its job unless that is lost; in a workspace of its own, or beside another. */
async function startRun(lateMs: number, { hasJob = true, beside }: { hasJob?: boolean; beside?: Started } = {}) {
  const at = Date.now() - lateMs;
  const scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };
  const rows = await insertCase(opened.db, { graph: START_AND_END, scenario, where: "outside" }, beside);
  const job = await start(store, rows);
  await opened.db
    .updateTable("runs")
    .set({ next_attempt_at: new Date(at) })
    .where("id", "=", job.runId)
    .execute();
  if (hasJob) await queue.jobs(opened.db).send(job, at);
  return { ...job, automationId: rows.automationId };
}

/** One that is only looking takes no jobs. */
async function openRunner({ isLooking = false } = {}): Promise<Runner> {
  const opening = await openRunQueue(opened.db, fail);
  const own = isLooking ? { ...opening, work: async () => undefined } : opening;
  const action = { where: "outside" as const, perform: async () => succeeded() };
  const actions = Object.fromEntries(ACTION_TYPES.map((type) => [type, action])) as unknown as Actions;
  const executor = createExecutor({ store, actions, planOf: createPlans(), render: (_, config) => config });
  const dispatcher = createDispatcher(store);
  return createRunner({ store, queue: own, executor, dispatcher, concurrency: 4, onError: fail });
}

async function jobsOf({ runId }: RunJob): Promise<unknown[]> {
  const { rows } = await sql`select id from pgboss.job where data->>'runId' = ${runId}`.execute(opened.db);
  return rows;
}

async function openRuns(): Promise<number> {
  const rows = await opened.db.selectFrom("runs").select("id").where("status", "!=", "completed").execute();
  return rows.length;
}
