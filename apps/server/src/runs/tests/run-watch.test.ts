import { randomUUID } from "node:crypto";
import { ACTION_TYPES, type RunStatus } from "@trilho/engine/contract";
import { Registry } from "prom-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { succeeded, type Action, type Actions } from "../action.ts";
import { createExecutor, type ExecutorParts } from "../executor.ts";
import type { RunClaim } from "../model/run.ts";
import { createPlans } from "../plans.ts";
import { createRendering } from "../rendering.ts";
import type { RunCount } from "../model/watch.ts";
import { createLogger } from "../../platform/http/logging.ts";
import { orderedId } from "../../platform/service/ordered-id.ts";
import { measureRuns } from "../metrics.ts";
import { watchRuns } from "../../launch/run-watch.ts";
import { createStore } from "../../app/store.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { insertCase } from "../testing/run-cases.ts";
import { startRun } from "../testing/start-run.ts";
import { chain } from "../testing/graphs.ts";

let opened: TestStore;
let lines: Record<string, unknown>[];
let counts: RunCount[];
beforeAll(async () => {
  opened = await openTestStore();
});
beforeEach(() => {
  [lines, counts] = [[], []];
});
afterAll(() => opened.close());

const counting = () => createStore(opened.db, opened.serverSecret, fail, (counted) => void counts.push(counted));

const webhook = { type: "action" as const, actionType: "webhook" as const, config: { url: "https://example.com" } };

/** A run of one action that reaches out, taken further once. */
async function tick(
  action: Action,
  change: Partial<ExecutorParts> = {},
): Promise<{ job: RunClaim; automationId: string }> {
  const store = counting();
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) };
  const executor = createExecutor({
    store,
    actions: Object.fromEntries(ACTION_TYPES.map((type) => [type, action])) as unknown as Actions,
    planOf: createPlans(),
    render: createRendering(),
    watch: watchRuns(createLogger({ destination }), measureRuns(new Registry())),
    ...change,
  });
  const scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };
  const rows = await insertCase(opened.db, { graph: chain(webhook), scenario, where: "outside" });
  const job = await startRun(store, rows);
  await executor.tick(job).catch(() => undefined);
  return { job, automationId: rows.automationId };
}

const ended = (what: RunCount["what"]) => [
  { what: "started", count: 1 },
  { what, count: 1 },
];

const throwing = () => Promise.reject(new TypeError("boom"));
const noPlan = () => fail(new Error("no plan"));

describe("what goes wrong in a run", () => {
  it("is a line with its workspace, automation, run, node, attempt and place in the code, where an action throws", async () => {
    const { job, automationId } = await tick({ where: "outside", perform: throwing });
    const { workspaceId, runId } = job;
    const at = { workspaceId, automationId, runId, nodeId: "n0", attempt: 1 };
    expect(lines).toMatchObject([
      { msg: "running", ...at, err: { type: "TypeError", message: "boom" } },
      { msg: "action failed", ...at, actionType: "webhook", outcome: "transient" },
    ]);
    expect(lines[0]?.["stack"]).toContainEqual(expect.stringMatching(/run-watch\.test\.ts:\d+:\d+/));
  });

  it("is such a line where a tick fails, before its run was read as after", async () => {
    const { job, automationId } = await tick({ where: "outside", perform: throwing }, { planOf: noPlan });
    const { workspaceId, runId } = job;
    const away = { transaction: () => Promise.reject(new Error("away")) } as unknown as ExecutorParts["store"];
    const other = await tick({ where: "outside", perform: throwing }, { store: away });
    expect(lines).toMatchObject([
      { workspaceId, automationId, runId, nodeId: null, attempt: 0, err: { message: "no plan" } },
      { runId: other.job.runId, automationId: null, err: { message: expect.any(String) } },
    ]);
  });

  it("is not told of what went well", async () => {
    await tick({ where: "outside", perform: () => Promise.resolve(succeeded()) });
    expect(lines).toEqual([]);
  });
});

describe("runs are counted", () => {
  const failing = { ok: false as const, error: { message: "no", permanent: true } };
  it.each<[what: RunStatus & RunCount["what"], action: Action]>([
    ["completed", { where: "outside", perform: () => Promise.resolve(succeeded()) }],
    ["failed", { where: "outside", perform: () => Promise.resolve(failing) }],
    ["completed", { where: "inside", perform: () => Promise.resolve(succeeded()) }],
  ])("as they start, and as they end %s", async (what, action) => {
    await tick(action);
    expect(counts).toEqual(ended(what));
  });

  it("not before what became of them is committed, and not where it is undone", async () => {
    const store = counting();
    const scenario = { seed: "", startAt: "2026-01-05T09:00:00Z", facts: {} };
    const rows = await insertCase(opened.db, { graph: chain(webhook), scenario, where: "outside" });
    const about = { automationVersion: 1, triggerType: "deal_created", chainId: randomUUID(), depth: 0, refusal: null };
    const start = (inside: typeof store) =>
      inside.runs.start({ ...rows, ...about, id: orderedId(), eventId: randomUUID(), event: {} });
    const undone = async (inside: typeof store): Promise<never> => {
      await start(inside);
      throw new Error("undone");
    };
    await expect(store.transaction(undone)).rejects.toThrow("undone");
    await store.transaction(async (inside) => {
      await expect(inside.attempt(() => undone(inside))).rejects.toThrow("undone");
      await start(inside);
      expect(counts).toEqual([]);
    });
    expect(counts).toEqual([{ what: "started", count: 1 }]);
  });

  it("as cancelled, all of them, when their automation is deleted", async () => {
    const { job, automationId } = await tick({
      where: "outside",
      perform: () => Promise.resolve({ ok: false, error: { message: "later", permanent: false } }),
    });
    counts = [];
    await counting().automations.delete(job.workspaceId, automationId, { memberId: "m", keyId: "k" });
    expect(counts).toEqual([{ what: "cancelled", count: 1 }]);
  });
});
