import { afterAll, beforeAll, expect, test } from "vitest";
import { pauseRuns } from "../pauses.ts";
import { addRun, waitingTest } from "../../app/testing/runs.ts";
import { expectSuccess, startTestApi, type TestApi } from "../../app/testing/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const scopesOf = ({ pauses = [] }: { pauses?: { scope: string }[] }): string[] => pauses.map(({ scope }) => scope);

test("an automation tells what pauses its runs, and nothing where nothing does", async () => {
  const { id } = await api.create();
  const other = await api.create();
  expect(await api.read(id)).not.toHaveProperty("pauses");

  const paused = expectSuccess("pauseAutomation", await api.call("POST", `/automations/${id}/pause`));
  expect(scopesOf(paused)).toEqual(["automation"]);
  expect(expectSuccess("pauseAutomation", await api.call("POST", `/automations/${id}/pause`))).toEqual(paused);
  const workspace = expectSuccess("pauseWorkspace", await api.call("POST", "/workspace/pause"));
  expect(scopesOf(workspace)).toEqual(["workspace"]);
  await pauseRuns(api.app.opened.store, { kind: "server" });
  expect(scopesOf(await api.read(id))).toEqual(["automation", "workspace", "server"]);
  expect(scopesOf(await api.read(other.id))).toEqual(["workspace", "server"]);
  const { items } = expectSuccess("listAutomations", await api.call("GET", "/automations"));
  expect(items.map(scopesOf)).toContainEqual(["automation", "workspace", "server"]);

  await api.app.opened.store.pauses.set({ kind: "server" }, false);
  expect(scopesOf(expectSuccess("resumeWorkspace", await api.call("POST", "/workspace/resume")))).toEqual([]);
  const resumed = expectSuccess("resumeAutomation", await api.call("POST", `/automations/${id}/resume`));
  expect(resumed).not.toHaveProperty("pauses");
  expect(resumed).toMatchObject({ version: 1, updatedAt: (await api.read(id)).updatedAt });
});

test("a run that is not over tells what pauses it, wherever it is shown", async () => {
  const { store } = api.app.opened;
  const { id } = await api.create();
  const { seq, id: dealId } = (await api.call("POST", "/deals", { json: { name: "Roof" } })).body.data;
  const add = (change: Parameters<typeof addRun>[4]) => addRun(api.app, api.workspace, id, dealId, change);
  const waiting = await add({});
  await add(waitingTest());
  const over = await add({ status: "completed" });
  const shown = async () => {
    const [one, list, all, ofDeal] = await Promise.all(
      [
        `/automations/${id}/runs/${waiting}`,
        `/automations/${id}/runs`,
        `/automation-runs?automationId=${id}`,
        `/deals/${seq}/timeline`,
      ].map(async (path) => (await api.call("GET", path)).body.data),
    );
    const runs = [
      one,
      ...list.items,
      ...all.items,
      ...ofDeal.items.flatMap(({ run }: { run: object | null }) => run ?? []),
    ];
    return runs.map((run) => [run.runId === waiting ? "waiting" : run.runId === over ? "over" : "test", scopesOf(run)]);
  };
  const before = await shown();
  expect(before.flatMap(([, scopes = []]) => scopes)).toEqual([]);
  await api.call("POST", `/automations/${id}/pause`);
  await pauseRuns(store, { kind: "server" });
  const paused = before.map(([which]) => [which, which === "waiting" ? ["automation", "server"] : []]);
  expect(await shown()).toEqual(paused);
  await store.pauses.set({ kind: "server" }, false);
  const cancelled = expectSuccess(
    "cancelAutomationRun",
    await api.call("POST", `/automations/${id}/runs/${waiting}/cancel`),
  );
  expect(scopesOf(cancelled)).toEqual([]);
});

test("a replaced automation stays paused, and a copy of what was read is a good body", async () => {
  const { id } = await api.create();
  const paused = (await api.call("POST", `/automations/${id}/pause`)).body.data;
  expect(scopesOf(await api.replace(id, paused))).toEqual(["automation"]);
  const copy = await api.create(paused);
  expect(copy).not.toHaveProperty("pauses");
});

test("a pause under one Idempotency-Key is answered as it was before", async () => {
  const { id } = await api.create();
  const headers = { "idempotency-key": `pause ${id}` };
  const first = await api.call("POST", `/automations/${id}/pause`, { headers });
  await api.call("POST", `/automations/${id}/resume`);
  const again = await api.call("POST", `/automations/${id}/pause`, { headers });
  expect(again.body).toEqual(first.body);
  expect(await api.read(id)).not.toHaveProperty("pauses");
});

test("another workspace's automation is not there, and its workspace is not paused", async () => {
  const { id } = await api.create();
  const stranger = await (await api.app.workspace()).addKey();
  for (const what of ["pause", "resume"]) {
    expect((await api.call("POST", `/automations/${id}/${what}`, { key: stranger })).status).toBe(404);
    expect((await api.call("POST", `/automations/%00/${what}`)).status).toBe(404);
  }
  await api.call("POST", "/workspace/pause");
  const answer = await api.call("GET", "/workspace/pauses", { key: stranger });
  expect(expectSuccess("getWorkspacePauses", answer)).toEqual({ pauses: [] });
  await api.call("POST", "/workspace/resume");
});

test("who may only look at automations may not pause them", async () => {
  const { id } = await api.create();
  const key = await api.workspace.addKey({ role: "member", allow: ["automations.view"] });
  for (const path of [`/automations/${id}/pause`, `/automations/${id}/resume`, "/workspace/pause", "/workspace/resume"])
    expect((await api.call("POST", path, { key })).status).toBe(403);
  expect((await api.call("GET", "/workspace/pauses", { key })).status).toBe(200);
});
