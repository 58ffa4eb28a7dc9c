import { ACTION_TYPES, type ActionType } from "@trilho/engine/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refusal, succeeded, type ActionCall, type Actions } from "../action.ts";
import { createDispatcher } from "../dispatcher.ts";
import { createExecutor } from "../executor.ts";
import type { ActionOutcome } from "../model/run.ts";
import { createPlans } from "../plans.ts";
import { createStore } from "../../app/store.ts";
import { fail } from "../../testing/open-test-store.ts";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addRun } from "../../app/testing/runs.ts";

const SECRET = "whsec_c2VjcmV0LW9mLXRoZS13ZWJob29rLTEyMzQ1";
const GRAPH = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "hook", type: "action", actionType: "webhook", config: { url: "https://example.com/a", secret: SECRET } },
    { id: "pause", type: "wait", config: { delaySeconds: 3600 } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "a", source: "start", target: "hook" },
    { id: "b", source: "hook", target: "pause" },
    { id: "c", source: "pause", target: "end" },
  ],
};

let api: TestApi;
/** What the action's next attempts answer; success without. */
const outcomes: ActionOutcome[] = [];
const keys: string[] = [];
let work: () => Promise<void>;

const perform = async ({ key }: ActionCall): Promise<ActionOutcome> => {
  keys.push(key);
  return outcomes.shift() ?? succeeded({ status: 200 });
};

beforeAll(async () => {
  api = await startTestApi();
  const { db, serverSecret } = api.app.opened;
  const store = createStore(db, serverSecret, fail);
  const action = { where: "outside" as const, perform };
  const actions = Object.fromEntries(ACTION_TYPES.map((type: ActionType) => [type, action])) as unknown as Actions;
  const executor = createExecutor({ store, actions, planOf: createPlans(), render: (_, config) => config });
  const dispatcher = createDispatcher(store);
  work = async () => {
    while (await dispatcher.dispatch()) continue;
    for (const claim of await store.dueRuns.takeFirst(100, [])) await executor.tick(claim);
  };
});
afterAll(() => api.app.close());

const get = (path: string, key = api.key) => api.call("GET", `/automations/${path}`, { key });
const post = (path: string, key = api.key) => api.call("POST", `/automations/${path}`, { key });

const enable = (id: string, enabled: boolean) => api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled } });

/** An automation, and what its run for a new deal has become; it is switched off again. */
async function started(...answers: ActionOutcome[]) {
  const { id } = await api.create({ enabled: true, triggerType: "deal_created", graphDefinition: GRAPH });
  outcomes.push(...answers);
  const deal = (await api.call("POST", "/deals", { json: { name: "Solar kit" } })).body.data;
  await work();
  const { body } = await get(`${id}/runs`);
  await enable(id, false);
  return { id, deal, runId: body.data.items[0].runId as string };
}

describe("a run", () => {
  it("tells all that happened in it, over the definition it runs", async () => {
    const { id, deal, runId } = await started();
    await api.replace(id, { enabled: true, triggerType: "deal_created" });
    const run = expectSuccess("getAutomationRun", await get(`${id}/runs/${runId}`));
    expect(run).toMatchObject({
      status: "waiting",
      phase: "sleeping",
      currentNodeId: "pause",
      automationVersion: 1,
      leaseUntil: null,
      deal: { id: deal.id, seq: deal.seq, name: "Solar kit" },
      respectBusinessHours: false,
      effects: [{ nodeId: "hook", actionType: "webhook", attempts: 1, ok: true, result: { status: 200 }, error: null }],
    });
    expect(run.steps.map(({ nodeId, handle, why }: never) => [nodeId, handle, (why as { code: string }).code])).toEqual(
      [
        ["start", "next", "triggered"],
        ["hook", null, "performing"],
        ["hook", "next", "succeeded"],
        ["pause", null, "waiting"],
      ],
    );
    expect(run.graphDefinition.nodes.map((node: { id: string }) => node.id)).toEqual(["start", "hook", "pause", "end"]);
    expect(JSON.stringify(run)).not.toContain(SECRET);
  });

  it("names its contact, for those who may see them", async () => {
    const { id } = await api.create();
    const person = { phone: "+5511988880001", contactName: "Ana Souza" };
    const deal = (await api.call("POST", "/deals", { json: person })).body.data;
    const own = await api.workspace.addKey({ visibility: "own" });
    const runId = await addRun(api.app, api.workspace, id, null, { contact_id: deal.contactId });
    const contactFor = async (key = api.key) =>
      expectSuccess("getAutomationRun", await get(`${id}/runs/${runId}`, key)).contact;
    expect(await contactFor()).toEqual({ id: deal.contactId, displayName: "Ana Souza" });
    expect(await contactFor(own)).toBeNull();
    const nobodys = await addRun(api.app, api.workspace, id, null, {});
    expect((await get(`${id}/runs/${nobodys}`)).body.data.contact).toBeNull();
  });

  it("is not there in another workspace, under another automation, or once its automation is deleted", async () => {
    const { id, runId } = await started();
    const other = await api.create();
    const stranger = await (await api.app.workspace()).addKey();
    for (const method of [get, (path: string, key?: string) => post(`${path}/retry`, key), cancelled]) {
      expect((await method(`${id}/runs/${runId}`, stranger)).status).toBe(404);
      expect((await method(`${other.id}/runs/${runId}`)).status).toBe(404);
      for (const strange of ["nothing", "%00", "%ED%A0%80", "__proto__"])
        expect([400, 404]).toContain((await method(`${id}/runs/${strange}`)).status);
    }
    await api.call("DELETE", `/automations/${id}`);
    expect((await get(`${id}/runs/${runId}`)).status).toBe(404);
    expect((await get(`${id}/waiting`)).status).toBe(404);
    expect((await get(`${id}/stats`)).status).toBe(404);
  });

  it("of a deal that is not theirs is not there for a member who sees only their own", async () => {
    const { id, deal, runId } = await started();
    const own = await api.workspace.addKey({ visibility: "own" });
    expect((await get(`${id}/runs/${runId}`, own)).status).toBe(404);
    expect((await post(`${id}/runs/${runId}/cancel`, own)).status).toBe(404);
    expect((await get(`${id}/runs?dealSeq=${deal.seq}`, own)).body.data.items).toEqual([]);
    expect((await get(`${id}/runs?dealSeq=${deal.seq}`)).body.data.items).toHaveLength(1);
    expect((await get(`${id}/runs?dealSeq=${deal.seq + 1000}`)).body.data.items).toEqual([]);
    const named = { id: deal.id, seq: deal.seq, name: "Solar kit" };
    expect((await get(`${id}/runs`)).body.data.items).toMatchObject([{ dealId: deal.id, deal: named }]);
    expect((await get(`${id}/runs`, own)).body.data.items).toEqual([]);
  });
});

it("why a run failed has no codes where its text is from before they were kept", async () => {
  const { id } = await api.create();
  const runId = await addRun(api.app, api.workspace, id, null, { status: "failed", last_error: "No such stage" });
  const refused = { lastError: "No such stage", lastFailure: null };
  expect((await get(`${id}/runs`)).body.data.items).toMatchObject([refused]);
  expect((await get(`${id}/runs/${runId}`)).body.data).toMatchObject(refused);
});

const cancelled = (path: string, key?: string) => post(`${path}/cancel`, key);

describe("retrying a run", () => {
  it("goes on at the action that failed, with its key, as a first attempt", async () => {
    const { id, runId } = await started(refusal("address-empty", { status: 404 }));
    const failed = await get(`${id}/runs/${runId}`);
    const english = "There is nothing at this address: check it (404).";
    const failure = [{ code: "address-empty", params: { status: 404 } }];
    expect(failed.body.data).toMatchObject({ status: "failed", lastError: english, lastFailure: failure });
    expect(failed.body.data.effects).toMatchObject([{ ok: false, error: english, failure }]);
    expect(failed.body.data.steps.at(-1).why).toMatchObject({ params: { message: english, failure } });
    expect((await get(`${id}/runs`)).body.data.items).toMatchObject([{ lastError: english, lastFailure: failure }]);
    await enable(id, true);
    const queued = expectSuccess("retryAutomationRun", await post(`${id}/runs/${runId}/retry`));
    expect(queued).toMatchObject({
      status: "queued",
      attempts: 0,
      lastError: null,
      lastFailure: null,
      completedAt: null,
    });
    expect(queued.nextAttemptAt).not.toBeNull();
    await work();
    const after = (await get(`${id}/runs/${runId}`)).body.data;
    expect(after).toMatchObject({ status: "waiting", currentNodeId: "pause", lastError: null, lastFailure: null });
    expect(after.effects).toMatchObject([{ ok: true, attempts: 1 }]);
    expect(keys.filter((key) => key.startsWith(runId))).toEqual([`${runId}:hook`, `${runId}:hook`]);
    expect(after.steps.map(({ seq }: { seq: number }) => seq)).toEqual(
      after.steps.map((_: unknown, at: number) => at + 1),
    );
    await enable(id, false);
  });

  it("goes on by the version that it began with, also once the automation was replaced", async () => {
    const { id, runId } = await started(refusal("address-empty", { status: 404 }));
    const nodes = [GRAPH.nodes[0], { id: "other", type: "end" }];
    const graphDefinition = { version: 2, nodes, edges: [{ id: "z", source: "start", target: "other" }] };
    await api.replace(id, { enabled: true, triggerType: "deal_won", graphDefinition });
    expect((await post(`${id}/runs/${runId}/retry`)).status).toBe(200);
    await work();
    const run = (await get(`${id}/runs/${runId}`)).body.data;
    expect(run).toMatchObject({ status: "waiting", currentNodeId: "pause", automationVersion: 1 });
    expect(run.graphDefinition.nodes.map((node: { id: string }) => node.id)).toContain("hook");
  });

  it("is refused while it lives, and once it completed, was skipped or cancelled", async () => {
    const { id } = await api.create({ enabled: true });
    for (const status of ["queued", "running", "waiting", "completed", "skipped", "cancelled"]) {
      const runId = await addRun(api.app, api.workspace, id, null, { status });
      const answer = await post(`${id}/runs/${runId}/retry`);
      expect([status, answer.status, answer.body.code]).toEqual([status, 409, "CONFLICT"]);
    }
  });

  it("is refused while its automation is switched off, and where no action failed", async () => {
    const { id, runId } = await started(refusal("message-empty"));
    expect((await post(`${id}/runs/${runId}/retry`)).status).toBe(409);
    await enable(id, true);
    const state = {
      status: "failed",
      nodeId: "pause",
      seq: 3,
      phase: "ended",
      attempts: 0,
      wakeAt: null,
      lastError: "x",
    };
    const odd = await addRun(api.app, api.workspace, id, null, { status: "failed", state: JSON.stringify(state) });
    expect((await post(`${id}/runs/${odd}/retry`)).status).toBe(409);
    const other = await addRun(api.app, api.workspace, id, null, { status: "failed" });
    expect((await post(`${id}/runs/${other}/retry`)).status).toBe(200);
  });
});

describe("cancelling a run", () => {
  it("ends it, once, and who had it comes too late", async () => {
    const { id, runId } = await started();
    const run = expectSuccess("cancelAutomationRun", await post(`${id}/runs/${runId}/cancel`));
    expect(run).toMatchObject({ status: "cancelled", nextAttemptAt: null, waitingForReply: false });
    expect(run.completedAt).not.toBeNull();
    await work();
    expect((await post(`${id}/runs/${runId}/cancel`)).body.data).toEqual(run);
    expect((await get(`${id}/runs/${runId}`)).body.data).toMatchObject({ phase: "ended", status: "cancelled" });
  });

  it("is refused when it ended otherwise", async () => {
    const { id } = await api.create();
    for (const status of ["completed", "failed", "dead_letter", "skipped"]) {
      const runId = await addRun(api.app, api.workspace, id, null, { status });
      expect([status, (await post(`${id}/runs/${runId}/cancel`)).status]).toEqual([status, 409]);
    }
  });
});

describe("where runs go", () => {
  it("is counted by node and edge, for the runs of a period", async () => {
    const { id } = await started();
    await started(refusal("message-empty"));
    await addRun(api.app, api.workspace, id, null, {
      status: "completed",
      created_at: new Date("2020-01-01T00:00:00Z"),
    });
    const stats = expectSuccess("getAutomationStats", await get(`${id}/stats`));
    expect(stats).toMatchObject({ runs: 1, byStatus: [{ status: "waiting", runs: 1 }] });
    expect(stats.ways).toEqual([
      { nodeId: "hook", handle: "next", edgeId: "b", runs: 1 },
      { nodeId: "start", handle: "next", edgeId: "a", runs: 1 },
      { nodeId: "pause", handle: null, edgeId: null, runs: 1 },
    ]);
    expect((await get(`${id}/stats?ways=false`)).body.data).toEqual({
      ...stats,
      to: expect.any(String),
      from: expect.any(String),
      ways: [],
    });
    expect(stats.waiting).toMatchObject([{ nodeId: "pause", automationVersion: 1, runs: 1, awaitingReply: 0 }]);
    const past = await get(`${id}/stats?from=2019-12-31T00:00:00Z&to=2020-01-02T00:00:00%2B02:00`);
    expect(past.body.data).toMatchObject({
      from: "2019-12-31T00:00:00.000Z",
      to: "2020-01-01T22:00:00.000Z",
      byStatus: [{ status: "completed", runs: 1 }],
      ways: [],
    });
  });

  it.each<[string, string]>([
    ["from=yesterday", "from"],
    ["from=2026-01-01T00:00:00Z&to=2026-01-01T00:00:00Z", "to"],
    ["from=2024-01-01T00:00:00Z&to=2026-01-01T00:00:00Z", "to"],
    ["to=2026-02-30T25:00:00Z", "to"],
  ])("is refused for %s", async (query, field) => {
    const { id } = await api.create();
    const answer = await get(`${id}/stats?${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  it("tells who waits where, by version, with the definitions of those versions", async () => {
    const { id } = await started();
    const nodes = GRAPH.nodes.with(2, { id: "pause", type: "wait", config: { delaySeconds: 60 } });
    await api.replace(id, { graphDefinition: { ...GRAPH, nodes } });
    const states: [number, string, Date, boolean][] = [
      [1, "pause", new Date("2030-01-01T00:00:00Z"), false],
      [2, "hook", new Date("2030-02-01T00:00:00Z"), true],
      [2, "hook", new Date("2030-01-15T00:00:00Z"), false],
    ];
    for (const [version, node, at, reply] of states) {
      await addRun(api.app, api.workspace, id, null, {
        automation_version: version,
        current_node_id: node,
        next_attempt_at: at,
        waiting_for_reply: reply,
      });
    }
    const { waiting, versions } = expectSuccess("listWaitingRuns", await get(`${id}/waiting`));
    expect(waiting).toEqual([
      { nodeId: "hook", automationVersion: 2, runs: 2, awaitingReply: 1, nextAttemptAt: "2030-01-15T00:00:00.000Z" },
      { nodeId: "pause", automationVersion: 1, runs: 2, awaitingReply: 0, nextAttemptAt: expect.any(String) },
    ]);
    expect(versions.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    expect(JSON.stringify(versions)).not.toContain(SECRET);
  });

  it("is empty for an automation that never ran", async () => {
    const { id } = await api.create();
    expect((await get(`${id}/waiting`)).body.data).toEqual({ waiting: [], versions: [] });
    expect((await get(`${id}/stats`)).body.data).toMatchObject({ runs: 0, byStatus: [], ways: [], waiting: [] });
  });
});
