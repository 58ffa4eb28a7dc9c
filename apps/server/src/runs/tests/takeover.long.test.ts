import { simulateRun, type GraphDefinition, type Scenario } from "@trilho/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Store } from "../model/stores.ts";
import type { RunClaim } from "../model/run.ts";
import { createStore } from "../../app/store.ts";
import { fail, openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { insertCase } from "../testing/run-cases.ts";
import { startWorker, waitsForRow, type WorkerProcess } from "../testing/run-world.ts";
import { startRun as startCase } from "../testing/start-run.ts";
import { startSlowProvider, type SlowProvider } from "../testing/slow-provider.ts";
import { openFastClock, type OwnClock } from "../testing/virtual-clock.ts";
import { chain, tag } from "../testing/graphs.ts";

const SERVERS = STORE_KINDS.filter((kind) => kind !== "pglite");
/** Leases and reminders pass so many times as fast. */
const SPEED = 60;
const PATIENCE = { timeout: 20_000 };
const WORKER = "worker";
const CALL = { type: "action", actionType: "webhook", config: { url: "https://example.com" } } as const;
const GRAPH: GraphDefinition = chain(tag("add_tag"), CALL, tag("remove_tag"), { type: "end" });
const SCENARIO: Scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };

let opened: TestStore;
let clock: OwnClock;
let store: Store;
let provider: SlowProvider;
const workers: WorkerProcess[] = [];

describe.each(SERVERS)("a worker that is killed, on %s", (kind) => {
  beforeEach(async () => {
    opened = await openTestStore(kind);
    clock = await openFastClock(opened, SPEED);
    store = createStore(clock.db, opened.serverSecret, fail);
    provider = await startSlowProvider();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.kill()));
    await provider.close();
    await clock.close();
    await opened.close();
  });

  it("while its call is under way has it made again under its key by another, and the run tells of one", async () => {
    const run = await startRun();
    const first = await addWorker();
    await expect.poll(() => provider.underWay(), PATIENCE).toHaveLength(1);
    await first.kill();
    provider.answerAll();
    await isTakenOver(run, first);
  });

  it("before it wrote down what its call was answered has it made again likewise", async () => {
    const run = await startRun();
    const first = await addWorker();
    await expect.poll(() => provider.underWay(), PATIENCE).toHaveLength(1);
    await clock.db.transaction().execute(async (trx) => {
      // The outcome cannot be written while the row is in other hands.
      await trx.selectFrom("runs").select("id").where("id", "=", run.runId).forUpdate().execute();
      provider.answerAll();
      await expect.poll(isWaiting, PATIENCE).toBe(true);
      await first.kill();
    });
    await isTakenOver(run, first);
  });
});

/** Holds a run to its simulation, once another worker has carried its call out once more. */
async function isTakenOver(run: RunClaim, first: WorkerProcess): Promise<void> {
  expect(await read(run)).toMatchObject({ status: "running", current_node_id: "n1", attempts: 1 });
  const second = await addWorker();
  await expect.poll(() => read(run), PATIENCE).toMatchObject({ status: "completed", last_error: null });
  const key = `${run.runId}:n1`;
  expect(provider.calls).toMatchObject([
    { key, worker: first.pid },
    { key, worker: second.pid },
  ]);
  const { trace } = simulateRun(GRAPH, SCENARIO);
  expect(await stepsOf(run)).toEqual(trace.map(({ seq, nodeId, handle }) => ({ seq, node_id: nodeId, handle })));
  expect(await effectsOf(run)).toEqual(
    ["n0", "n1", "n2"].map((node_id) => ({ node_id, is_done: true, attempts: 1, error: null })),
  );
}

async function addWorker(): Promise<WorkerProcess> {
  const { serverSecret } = opened;
  const databaseUrl = `${clock.url}?application_name=${WORKER}`;
  const worker = await startWorker({ databaseUrl, serverSecret, receiverUrl: provider.url, concurrency: 1 });
  workers.push(worker);
  return worker;
}

async function startRun(): Promise<RunClaim> {
  const rows = await insertCase(clock.db, { graph: GRAPH, scenario: SCENARIO, where: "outside" });
  return startCase(store, rows);
}

const isWaiting = (): Promise<boolean> => waitsForRow(opened.db, WORKER);

const read = ({ runId }: RunClaim) =>
  clock.db.selectFrom("runs").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();

const stepsOf = ({ runId }: RunClaim) =>
  clock.db
    .selectFrom("run_steps")
    .select(["seq", "node_id", "handle"])
    .where("run_id", "=", runId)
    .orderBy("seq")
    .execute();

const effectsOf = ({ runId }: RunClaim) =>
  clock.db
    .selectFrom("run_effects")
    .select(["node_id", "is_done", "attempts", "error"])
    .where("run_id", "=", runId)
    .orderBy("node_id")
    .execute();
