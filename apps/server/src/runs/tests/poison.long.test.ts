import { randomUUID } from "node:crypto";
import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createAutomationRunService } from "../records/runs-service.ts";
import { createStore } from "../../app/store.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { insertAutomation, insertDeal, insertWorkspace } from "../testing/run-cases.ts";
import { startRun as startCase } from "../testing/start-run.ts";
import { startReceiver, startWorker, type Receiver, type WorkerProcess } from "../testing/run-world.ts";
import { openFastClock, type OwnClock } from "../testing/virtual-clock.ts";
import type { Store } from "../model/stores.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

/** Leases and reminders pass so many times as fast. */
const SPEED = 60;
const workspaceId = randomUUID();
let opened: TestStore;
let clock: OwnClock;
let store: Store;
let receiver: Receiver;
let worker: WorkerProcess;

beforeAll(async () => {
  opened = await openTestStore();
  clock = await openFastClock(opened, SPEED);
  store = createStore(clock.db, opened.serverSecret, fail);
  receiver = await startReceiver(() => undefined);
  await insertWorkspace(clock.db, workspaceId, null);
});
afterAll(async () => {
  await worker.kill();
  await receiver.close();
  await clock.close();
  await opened.close();
});

const start = (isMortal: boolean): Promise<WorkerProcess> =>
  startWorker({
    databaseUrl: clock.url,
    serverSecret: opened.serverSecret,
    receiverUrl: receiver.url,
    concurrency: 4,
    isMortal,
  });

/** A trigger, a step, an end. */
function graphOf(step: Omit<GraphNode, "id" | "type">): GraphDefinition {
  const nodes = [
    { id: "start", type: "trigger" },
    { id: "act", type: "action", ...step },
    { id: "end", type: "end" },
  ] as const;
  const edges = [
    { id: "a", source: "start", target: "act" },
    { id: "b", source: "act", target: "end" },
  ];
  return { version: 2, nodes: [...nodes], edges };
}

async function startRun(step: Omit<GraphNode, "id" | "type">): Promise<{ automationId: string; runId: string }> {
  const automationId = randomUUID();
  await insertAutomation(clock.db, { workspace_id: workspaceId, id: automationId }, { graph: graphOf(step) });
  const deal = await insertDeal(clock.db, workspaceId, {}, new Date().toISOString());
  const { runId } = await startCase(store, { workspaceId, automationId, ...deal });
  return { automationId, runId };
}

const read = async (runId: string) => {
  const run = await store.runs.hold(workspaceId, runId);
  return { status: run?.state.status, error: run?.state.lastError };
};

it("a step that ends its process each time is given up, and no other run with it", { timeout: 120_000 }, async () => {
  const poison = await startRun({ actionType: "webhook", config: { url: "https://example.com", endsProcess: true } });
  const others = await Promise.all(
    Array.from({ length: 6 }, () => startRun({ actionType: "webhook", config: { url: "https://example.com" } })),
  );

  const ended: string[] = [];
  worker = await start(true);
  while ((await read(poison.runId)).status !== "dead_letter") {
    if (!(await worker.endsWithin(200))) continue;
    ended.push(worker.said());
    worker = await start(true);
  }
  expect(ended.length, ended.join("\n")).toBe(5);
  expect(await read(poison.runId)).toMatchObject({ error: expect.stringContaining("interrupted 5 times in a row") });
  for (const { runId } of others) {
    await expect.poll(() => read(runId), { timeout: 20_000 }).toMatchObject({ status: "completed", error: null });
  }

  await worker.kill();
  const viewer = automationPrincipal({ workspaceId, workspace: { timeZone: "UTC", locale: "en" } });
  expect((await createAutomationRunService({ store, now: Date.now }).retry(viewer, poison)).ok).toBe(true);
  worker = await start(false);
  await expect.poll(() => read(poison.runId), { timeout: 20_000 }).toMatchObject({ status: "completed", error: null });
});
