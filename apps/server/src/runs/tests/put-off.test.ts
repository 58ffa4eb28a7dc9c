import { ACTION_TYPES, type ActionType } from "@trilho/engine/contract";
import { afterEach, expect, describe, it } from "vitest";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { webhookGraph } from "../../app/testing/graphs.ts";
import { createStore } from "../../app/store.ts";
import { fail } from "../../testing/open-test-store.ts";
import { succeeded, type Actions } from "../action.ts";
import { createCallGate } from "../call-gate.ts";
import { createDispatcher } from "../dispatcher.ts";
import { createExecutor } from "../executor.ts";
import { createPlans } from "../plans.ts";
import { createRunner, type Runner } from "../runner.ts";
import { act, addDeal, automation, DONE, off } from "../testing/acting.ts";
import { startWorld } from "../testing/world.ts";

describe("a webhook whose address did not answer its automation three times", () => {
  it("is put off without an attempt, says why, and is sent once the address may be called again", async () => {
    let now = Date.now();
    const world = await startWorld({ gate: createCallGate(4, { now: () => now, random: () => 0 }) });
    const { id } = await automation(world, "webhook", { url: world.receiver.url });
    world.receiver.next((response) => response.destroy());
    await addDeal(world);
    await world.work();
    for (let times = 1; times < 3; times += 1) {
      world.receiver.next((response) => response.destroy());
      await world.pass((await world.run(id)).id);
    }
    const tried = await world.run(id);
    expect(tried).toMatchObject({ status: "waiting", attempts: 3 });
    const before = world.receiver.requests.length;
    const stepsOf = async () => (await world.call("GET", `/automations/${id}/runs/${tried.id}`)).body.data.steps;
    const steps = await stepsOf();
    await world.pass(tried.id);
    const run = await world.run(id);
    expect(run).toMatchObject({
      status: "waiting",
      attempts: 3,
      currentNodeId: "act",
      lastError: expect.stringMatching(/^127\.0\.0\.1:\d+ did not answer several times in a row/),
    });
    expect(run.nextAttemptAt?.getTime()).toBeGreaterThan(now + 20_000);
    expect(await stepsOf()).toEqual(steps);
    expect(world.receiver.requests).toHaveLength(before);

    await off(world, id);
    // Another automation may be answered where this one is not.
    expect((await act(world, "webhook", { url: world.receiver.url })).run).toMatchObject(DONE);
    expect(world.receiver.requests).toHaveLength(before + 1);
    expect(await world.run(id)).toMatchObject({ status: "waiting", attempts: 3 });

    await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    now += 30_000;
    await world.pass(run.id);
    expect(await world.run(id)).toMatchObject(DONE);
    expect(world.receiver.requests).toHaveLength(before + 2);
    await world.close();
  });
});

const isUnderWay = (status: string): boolean => status === "running" || status === "waiting";

describe("runs that were put off as too many calls were under way", () => {
  let api: TestApi;
  let runners: Runner[] = [];
  afterEach(async () => {
    await Promise.all(runners.map((runner) => runner.stop()));
    runners = [];
    await api.app.close();
  });

  /** A process whose calls last until they are told to end, and whose gate thinks that they take long. */
  function startProcess(onCall: (end: () => void) => void) {
    const { db, serverSecret } = api.app.opened;
    const store = createStore(db, serverSecret, fail);
    const perform = () => new Promise<void>((resolve) => onCall(resolve)).then(() => succeeded());
    const action = { where: "outside" as const, perform };
    const actions = Object.fromEntries(ACTION_TYPES.map((type: ActionType) => [type, action])) as unknown as Actions;
    let ahead = 0;
    const gate = createCallGate(4, { now: () => Date.now() + (ahead += 10_000), random: () => 0 });
    const executor = createExecutor({ store, actions, planOf: createPlans(), render: (_, config) => config, gate });
    const runner = createRunner({
      store,
      executor,
      dispatcher: createDispatcher(store),
      concurrency: 4,
      onError: fail,
    });
    runners.push(runner);
    runner.start();
    return store;
  }

  async function startRuns(count: number) {
    const { id } = await api.create({
      enabled: true,
      triggerType: "deal_created",
      graphDefinition: webhookGraph(),
    });
    for (let made = 0; made < count; made += 1) await api.call("POST", "/deals", { json: { name: `Deal ${made}` } });
    return {
      statuses: async (): Promise<string[]> =>
        (await api.call("GET", `/automations/${id}/runs`)).body.data.items.map((run: { status: string }) => run.status),
    };
  }

  it.each([1, 2])("go on as places become free, not when those were expected to: %d processes", async (count) => {
    api = await startTestApi();
    const calls: (() => void)[] = [];
    let most = 0;
    for (let started = 0; started < count; started += 1) {
      startProcess((end) => {
        calls.push(end);
        most = Math.max(most, calls.length);
      });
    }
    const { statuses } = await startRuns(9);
    await expect.poll(async () => (await statuses()).every(isUnderWay)).toBe(true);
    const due = () =>
      api.app.opened.db.selectFrom("runs").select("next_attempt_at").where("status", "=", "waiting").execute();
    for (const { next_attempt_at: at } of await due()) expect(Number(at)).toBeGreaterThan(Date.now() + 2_000);
    let ended = 0;
    for (; ended < 9; ended += 1) {
      await expect.poll(() => calls.length).toBeGreaterThan(0);
      calls.shift()?.();
    }
    await expect.poll(async () => new Set(await statuses())).toEqual(new Set(["completed"]));
    // Two places of each process are for one automation.
    expect(most).toBeLessThanOrEqual(2 * count);
    expect(calls).toEqual([]);
  });

  it("stay where something else became of them meanwhile", async () => {
    api = await startTestApi();
    const calls: (() => void)[] = [];
    const store = startProcess((end) => calls.push(end));
    const { statuses } = await startRuns(3);
    const { db } = api.app.opened;
    await expect.poll(async () => (await statuses()).toSorted()).toEqual(["running", "running", "waiting"]);
    const row = () => db.selectFrom("runs").selectAll().where("status", "=", "waiting").executeTakeFirstOrThrow();
    const { workspace_id: workspaceId, id: runId, tick, next_attempt_at: at } = await row();
    await store.runs.call([{ workspaceId, runId, tick: tick - 1 }]);
    expect((await row()).next_attempt_at).toEqual(at);
    calls.forEach((end) => end());
    await expect.poll(() => calls.length).toBe(3);
    calls[2]?.();
    await expect.poll(async () => new Set(await statuses())).toEqual(new Set(["completed"]));
  });
});
