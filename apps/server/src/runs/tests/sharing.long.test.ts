import type { GraphDefinition, Scenario } from "@trilho/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createStore } from "../../app/store.ts";
import type { Store } from "../model/stores.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { insertCase, type CaseRows } from "../testing/run-cases.ts";
import { startRun } from "../testing/start-run.ts";
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

const SCENARIO: Scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };

/** A round robin with an end for each exit. */
const dividing = (weights: Record<string, number>): GraphDefinition => ({
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "split",
      type: "round_robin",
      config: { exits: Object.entries(weights).map(([id, weight]) => ({ id, weight })) },
    },
    ...Object.keys(weights).map((id) => ({ id, type: "end" as const })),
  ],
  edges: [
    { id: "first", source: "start", target: "split" },
    ...Object.keys(weights).map((id) => ({ id: `to_${id}`, source: "split", target: id, sourceHandle: `rr_${id}` })),
  ],
});

let opened: TestStore;
let store: Store;
let provider: SlowProvider;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  opened = await openTestStore();
  store = createStore(opened.db, opened.serverSecret, fail);
  provider = await startSlowProvider();
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await provider.close();
  await opened.close();
});

describe("processes that wait for a slow provider", () => {
  it("have so many actions under way as each may, together so many times as there are processes", async () => {
    await startRuns(await addAutomation(CALLING), 1, RUNS);
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

describe("processes that share a round robin", () => {
  it("give its exits their shares, also those of a version with other weights and another exit", async () => {
    const rows = await addAutomation(dividing({ a: 80, b: 20 }));
    await startRuns(rows, 1, 42);
    await expect.poll(() => picked(rows, 1), { timeout: 20_000 }).toEqual({ rr_a: 34, rr_b: 8 });
    await addVersion(rows, dividing({ b: 1, c: 1 }));
    await startRuns(rows, 2, 42);
    const runs = async () => Object.values(await picked(rows, 2)).reduce((sum, count) => sum + count, 0);
    await expect.poll(runs, { timeout: 20_000 }).toBe(42);
    const { rr_b = 0, rr_c = 0 } = await picked(rows, 2);
    expect(rr_b + rr_c).toBe(42);
    expect(Math.abs(rr_b - rr_c)).toBeLessThanOrEqual(4);
  });
});

async function addWorker(): Promise<WorkerProcess> {
  const { url, serverSecret } = opened;
  return startWorker({ databaseUrl: url ?? "", serverSecret, receiverUrl: provider.url, concurrency: CONCURRENCY });
}

const addAutomation = (graph: GraphDefinition): Promise<CaseRows> =>
  insertCase(opened.db, { graph, scenario: SCENARIO, where: "outside" });

async function addVersion({ workspaceId, automationId }: CaseRows, graph: GraphDefinition): Promise<void> {
  const definition = { graphDefinition: graph, respectBusinessHours: false, outboundChannelId: null };
  await opened.db
    .insertInto("automation_versions")
    .values({
      workspace_id: workspaceId,
      automation_id: automationId,
      version: 2,
      definition: JSON.stringify(definition),
    })
    .execute();
}

async function startRuns(rows: CaseRows, automationVersion: number, count: number): Promise<void> {
  await store.transaction(async (inside) => {
    for (let each = 0; each < count; each += 1) {
      await startRun(inside, rows, automationVersion);
    }
  });
}

/** How many runs of a version left by each exit. */
async function picked({ automationId }: CaseRows, version: number): Promise<Record<string, number>> {
  const rows = await opened.db
    .selectFrom("run_steps as step")
    .innerJoin("runs", "runs.id", "step.run_id")
    .where("runs.automation_id", "=", automationId)
    .where("runs.automation_version", "=", version)
    .where("step.handle", "like", "rr%")
    .select(({ fn }) => ["step.handle", fn.countAll<string>().as("count")])
    .groupBy("step.handle")
    .execute();
  return Object.fromEntries(rows.map(({ handle, count }) => [handle, Number(count)]));
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
