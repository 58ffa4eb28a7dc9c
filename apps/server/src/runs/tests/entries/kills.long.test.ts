import { randomUUID } from "node:crypto";
import { setTimeout as pass } from "node:timers/promises";
import type { Entry } from "@trilho/engine/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../../testing/open-test-store.ts";
import { cameOf, happens, TRIGGER } from "../../testing/entering-runs.ts";
import { chain } from "../../testing/graphs.ts";
import { insertAutomation, insertDeal, insertWorkspace, type CaseRows } from "../../testing/run-cases.ts";
import { startWorker, type WorkerProcess } from "../../testing/run-world.ts";

const PROCESSES = 16;
const EVENTS = 100;
const LONGEST_MS = 120_000;

let opened: TestStore;
const workers: WorkerProcess[] = [];
beforeAll(async () => {
  opened = await openTestStore();
  await Promise.all(Array.from({ length: PROCESSES }, addWorker));
}, LONGEST_MS);
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill()));
  await opened.close();
});

async function addWorker(): Promise<void> {
  const order = {
    databaseUrl: opened.url ?? "",
    serverSecret: opened.serverSecret,
    receiverUrl: "",
    concurrency: 1,
    connections: 2,
  };
  workers.push(await startWorker(order));
}

async function entering(entry: Entry): Promise<CaseRows> {
  const [workspaceId, automationId] = [randomUUID(), randomUUID()];
  await insertWorkspace(opened.db, workspaceId, null);
  const graph = chain({ type: "end" });
  const triggerConfig = { entry };
  await insertAutomation(
    opened.db,
    { workspace_id: workspaceId, id: automationId },
    { graph, triggerType: TRIGGER, triggerConfig },
  );
  return { workspaceId, automationId, ...(await insertDeal(opened.db, workspaceId, {}, new Date().toISOString())) };
}

/** Until all that happened is dispatched, and no run waits any more. */
async function settled({ workspaceId }: CaseRows): Promise<void> {
  const open = sql<{ count: number }>`select
    (select count(*) from events where workspace_id = ${workspaceId} and dispatched_at is null)::integer +
    (select count(*) from runs where workspace_id = ${workspaceId} and status in ('queued', 'running', 'waiting'))::integer
    as count`;
  await expect
    .poll(async () => (await open.execute(opened.db)).rows[0]?.count, { timeout: LONGEST_MS, interval: 200 })
    .toBe(0);
}

/** Events come while processes are killed and others take their place. */
async function underFire(rows: CaseRows): Promise<number> {
  const began = Date.now();
  for (let event = 0; event < EVENTS; event += 1) {
    await happens(opened, rows, Date.now());
    if (event % 25 === 12) {
      await workers.shift()?.kill();
      await addWorker();
    }
    await pass(5);
  }
  await workers.shift()?.kill();
  await addWorker();
  await settled(rows);
  return began;
}

const startsOf = (rows: CaseRows) => cameOf(opened, rows).then((came) => came.filter(({ why }) => why === null));

describe("16 processes, some of which are killed,", () => {
  it.each<[string, Entry]>([
    ["once", { again: "once" }],
    ["once, after the last change", { again: "once", settleSeconds: 6 }],
    ["again after an hour", { again: "after", afterSeconds: 3600, settleSeconds: 6 }],
  ])(
    "let a deal in %s, exactly, and every event leaves a run",
    async (_, entry) => {
      const rows = await entering(entry);
      await underFire(rows);
      expect(await cameOf(opened, rows)).toHaveLength(EVENTS);
      expect(await startsOf(rows)).toMatchObject([{ status: "completed" }]);
    },
    LONGEST_MS,
  );

  it(
    "start no more runs than there may be, and lose none",
    async () => {
      const rows = await entering({ perHour: 10_000 });
      const began = await underFire(rows);
      const starts = (await startsOf(rows)).map(({ startsAt }) => startsAt ?? 0).toSorted((one, other) => one - other);
      expect(starts).toHaveLength(EVENTS);
      for (const [place, start] of starts.entries()) expect(start - began).toBeGreaterThanOrEqual(place * 360 - 1);
    },
    LONGEST_MS,
  );
});
