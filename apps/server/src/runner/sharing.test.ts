import { randomUUID } from "node:crypto";
import type { GraphDefinition } from "@trilho/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openRunQueue, type RunQueue } from "../store/queue/run-queue.ts";
import { createStore } from "../store/store.ts";
import type { Store } from "../domain/ports.ts";
import { fail, openTestStore, type TestStore } from "../testing/open-test-store.ts";
import { insertCase } from "../testing/run-cases.ts";
import { startWorker, type WorkerProcess } from "../testing/run-world.ts";
import { startSlowProvider, type SlowProvider } from "../testing/slow-provider.ts";

const CONCURRENCY = 3;
const RUNS = 40;
const CALLING: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "call", type: "action", actionType: "webhook", config: { url: "https://example.com" } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "a", source: "start", target: "call" },
    { id: "b", source: "call", target: "end" },
  ],
};

let opened: TestStore;
let queue: RunQueue;
let store: Store;
let provider: SlowProvider;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  opened = await openTestStore();
  queue = await openRunQueue(opened.db, fail);
  store = createStore(opened.db, opened.serverSecret, fail, { jobs: (of) => queue.jobs(of) });
  provider = await startSlowProvider();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await provider.close();
  await queue.stop(1000);
  await opened.close();
});

describe("processes that wait for a slow provider", () => {
  it("have so many actions under way as each may, together so many times as there are processes", async () => {
    await startRuns();
    for (const processes of [1, 2, 4]) {
      while (workers.length < processes) workers.push(await addWorker());
      await expect.poll(() => provider.underWay(), { timeout: 20_000 }).toHaveLength(processes * CONCURRENCY);
    }
    const each = workers.map(({ pid }) => provider.underWay().filter((call) => call.worker === pid).length);
    expect(each).toEqual([CONCURRENCY, CONCURRENCY, CONCURRENCY, CONCURRENCY]);
  });

  it("share the rest, and no step is taken twice", async () => {
    provider.answerAll();
    await expect.poll(statuses, { timeout: 20_000 }).toEqual({ completed: RUNS });
    const keys = provider.calls.map(({ key }) => key);
    expect([keys.length, new Set(keys).size]).toEqual([RUNS, RUNS]);
    const taken = workers.map(({ pid }) => provider.calls.filter(({ worker }) => worker === pid).length);
    expect(Math.min(...taken)).toBeGreaterThanOrEqual(CONCURRENCY);
    expect(await paths()).toEqual(["start:next,call:next"]);
  });
});

async function addWorker(): Promise<WorkerProcess> {
  const { url, serverSecret } = opened;
  return startWorker({ databaseUrl: url ?? "", serverSecret, receiverUrl: provider.url, concurrency: CONCURRENCY });
}

async function startRuns(): Promise<void> {
  const scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };
  const rows = await insertCase(opened.db, { graph: CALLING, scenario, where: "outside" });
  const about = { automationVersion: 1, triggerType: "deal_created", chainId: randomUUID(), depth: 0, refusal: null };
  await store.transaction(async (inside) => {
    for (let count = 0; count < RUNS; count += 1) {
      const job = await inside.runs.start({ ...rows, ...about, eventId: randomUUID(), event: {} });
      if (job !== null) await inside.jobs.send(job);
    }
  });
}

async function statuses(): Promise<Record<string, number>> {
  const rows = await opened.db
    .selectFrom("runs")
    .select(({ fn }) => ["status", fn.countAll<string>().as("count")])
    .groupBy("status")
    .execute();
  return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
}

/** The ways that runs took, each once. */
async function paths(): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    select distinct string_agg(node_id || ':' || handle, ',' order by seq) as path from run_steps
    where handle is not null group by run_id`.execute(opened.db);
  return rows.map(({ path }) => path);
}
