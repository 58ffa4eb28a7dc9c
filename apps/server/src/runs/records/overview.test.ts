import { DAY_MS } from "@trilho/engine";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addRun } from "../../app/testing/runs.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const overview = async () => expectSuccess("getAutomationsOverview", await api.call("GET", "/automations/overview"));
const listed = async (id: string) => (await overview()).items.find((each: { id: string }) => each.id === id);
const change = async (json: object) =>
  expectSuccess("changeAutomations", await api.call("POST", "/automations/change", { json }));
const historyOf = async (id: string) => {
  const page = expectSuccess("listAutomationHistory", await api.call("GET", `/automations/${id}/history`));
  return page.items.map(({ type, note }: { type: string; note: string | null }) => ({ type, note }));
};

const activity = async (id: string, query = "") => {
  const answer = await api.call("GET", `/automations/activity${query}`);
  const { days, timeZone, items } = expectSuccess("getAutomationsActivity", answer);
  const own = items.find(({ automationId }: { automationId: string }) => automationId === id);
  return { days, timeZone, ...own };
};

const just = (at: Date, ms: number) => new Date(at.getTime() + ms);
const ago = (days: number) => new Date(Date.now() - days * DAY_MS);

describe("the overview", () => {
  it("has every automation, newest first, owned by its creator and without its definition", async () => {
    const first = await api.create();
    const second = await api.create({ scope: "pipeline", pipelineId: api.workspace.pipelineId });
    const { memberId, items } = await overview();
    expect(items.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([second.id, first.id]);
    const { graphDefinition, updatedAt, createdAt, name, version } = second;
    expect(items[0]).toEqual({
      id: second.id,
      name,
      version,
      enabled: false,
      triggerType: second.triggerType,
      review: null,
      scope: "pipeline",
      pipelineId: api.workspace.pipelineId,
      stageId: null,
      steps: graphDefinition.nodes.length,
      labels: [],
      owner: { id: memberId, name: expect.any(String) },
      draft: null,
      createdAt,
      updatedAt,
    });
  });

  it("follows a replacement, and says what pauses runs", async () => {
    const { id } = await api.create();
    await api.replace(id, { name: "Renamed", scope: "pipeline", pipelineId: api.workspace.pipelineId });
    await api.call("POST", `/automations/${id}/pause`);
    expect(await listed(id)).toMatchObject({
      name: "Renamed",
      version: 2,
      scope: "pipeline",
      pauses: [{ scope: "automation", since: expect.any(String) }],
    });
  });

  it("has nothing of another workspace", async () => {
    const stranger = await (await api.app.workspace()).addKey();
    const answer = await api.call("GET", "/automations/overview", { key: stranger });
    expect(expectSuccess("getAutomationsOverview", answer).items).toEqual([]);
    const none = await api.call("GET", "/automations/activity", { key: stranger });
    expect(expectSuccess("getAutomationsActivity", none).items).toEqual([]);
  });
});

describe("activity", () => {
  it("counts runs by the workspace's days and by what became of them, without tests", async () => {
    const { id } = await api.create();
    const { days, timeZone } = await activity(id);
    expect(days).toHaveLength(14);
    expect(timeZone).toEqual(expect.any(String));
    const [first, today] = [new Date(days[0].from), new Date(days[13].from)];
    for (const [status, created_at] of [
      ["completed", today],
      ["failed", today],
      ["dead_letter", today],
      ["waiting", today],
      ["cancelled", just(today, -1)],
      ["skipped", first],
      ["completed", just(first, -1)],
    ] as const)
      await addRun(api.app, api.workspace, id, null, { status, created_at });
    await addRun(api.app, api.workspace, id, null, { status: "completed", created_at: today, is_test: true });
    const zeros = Array.from({ length: 12 }, () => 0);
    expect(await activity(id)).toMatchObject({
      lastStartedAt: days[13].from,
      completed: [0, ...zeros, 1],
      failed: [0, ...zeros, 2],
      underWay: [0, ...zeros, 1],
      stopped: [1, ...zeros.slice(1), 1, 0],
    });
    const two = await activity(id, "?days=2");
    expect(two).toMatchObject({ completed: [0, 1], stopped: [1, 0] });
    expect(two).not.toHaveProperty("silence");
  });

  it("of what never ran is nothing, and too many days are refused", async () => {
    const { id } = await api.create();
    expect(await activity(id, "?days=1")).toMatchObject({ lastStartedAt: null, completed: [0], failed: [0] });
    expect(fieldsOf(await api.call("GET", "/automations/activity?days=61"))).toEqual(["days"]);
  });

  it("tells a silence of what used to start every day, and none once it has started", async () => {
    const { id } = await api.create({ enabled: true });
    await sql`update automations set on_since = now() - interval '90 days' where id = ${id}`.execute(api.app.opened.db);
    for (let day = 40; day < 60; day += 1) {
      for (let run = 0; run < 2; run += 1)
        await addRun(api.app, api.workspace, id, null, { status: "completed", created_at: ago(day) });
    }
    const since = (await activity(id)).lastStartedAt;
    expect(await activity(id)).toMatchObject({ silence: { since, perDay: 2 } });
    await addRun(api.app, api.workspace, id, null, { status: "waiting" });
    expect(await activity(id)).not.toHaveProperty("silence");
  });
});

describe("changing many", () => {
  it("says of each whether it was changed, or why not", async () => {
    const [one, other] = [await api.create(), await api.create({ enabled: true })];
    expect(await change({ ids: [one.id, other.id, "gone"], enabled: true })).toEqual({
      results: [
        { id: one.id, changed: true, error: null },
        { id: other.id, changed: false, error: null },
        { id: "gone", changed: false, error: expect.stringContaining("no such automation") },
      ],
    });
    expect(await listed(one.id)).toMatchObject({ enabled: true, version: 1 });
    expect((await historyOf(one.id))[0]).toEqual({ type: "switched-on", note: null });
  });

  it("pauses and resumes, as each alone would be", async () => {
    const [one, other] = [await api.create({ enabled: true }), await api.create()];
    const runId = await addRun(api.app, api.workspace, one.id, null, { next_attempt_at: new Date(Date.now() - 1000) });
    const ids = [one.id, other.id];
    await change({ ids, paused: true });
    expect((await listed(one.id)).pauses).toHaveLength(1);
    const kept = async () => {
      const { is_paused } = await api.app.opened.db
        .selectFrom("runs")
        .where("id", "=", runId)
        .select("is_paused")
        .executeTakeFirstOrThrow();
      return is_paused;
    };
    expect(await kept()).toBe(true);
    await change({ ids, paused: false });
    expect(await kept()).toBe(false);
    expect((await historyOf(other.id)).map(({ type }: { type: string }) => type)).toEqual([
      "resumed",
      "paused",
      "created",
    ]);
  });

  it("puts labels on and takes them off, each once in any case, and makes no version", async () => {
    const { id, updatedAt } = await api.create();
    await change({ ids: [id], addLabels: [" Vendas ", "VIP", "vendas"] });
    expect(await listed(id)).toMatchObject({ labels: ["Vendas", "VIP"], version: 1, updatedAt });
    expect((await change({ ids: [id], addLabels: ["vip"] })).results).toEqual([{ id, changed: false, error: null }]);
    await change({ ids: [id], addLabels: ["Leads"], removeLabels: ["VENDAS", "unknown"] });
    expect((await listed(id)).labels).toEqual(["VIP", "Leads"]);
    expect((await historyOf(id))[0]).toEqual({ type: "labels-changed", note: "VIP, Leads" });
    const many = Array.from({ length: 19 }, (_, at) => `L${at}`);
    const { results } = await change({ ids: [id], addLabels: many, enabled: true });
    expect(results[0]).toMatchObject({ changed: false, error: expect.stringContaining("too many labels") });
    expect(await listed(id)).toMatchObject({ labels: ["VIP", "Leads"], enabled: false });
    await api.replace(id, { name: "New version" });
    expect((await listed(id)).labels).toEqual(["VIP", "Leads"]);
  });

  it("hands over to a member, and to nobody else", async () => {
    const { id } = await api.create();
    await api.workspace.addKey({ role: "member" });
    const users = expectSuccess("listUsers", await api.call("GET", "/users"));
    const { memberId } = await overview();
    const other = users.find((user: { id: string }) => user.id !== memberId);
    await change({ ids: [id], ownerId: other.id });
    expect((await listed(id)).owner).toEqual({ id: other.id, name: other.name });
    expect((await historyOf(id))[0]).toEqual({ type: "owner-changed", note: other.name });
    const refused = await api.call("POST", "/automations/change", { json: { ids: [id], ownerId: "nobody" } });
    expect(fieldsOf(refused)).toEqual(["ownerId"]);
  });

  it("leaves those of another workspace alone, and asks for the right to edit", async () => {
    const { id } = await api.create();
    const stranger = await (await api.app.workspace()).addKey();
    const json = { ids: [id], enabled: true };
    const answer = await api.call("POST", "/automations/change", { key: stranger, json });
    expect(expectSuccess("changeAutomations", answer).results[0]).toMatchObject({ changed: false });
    expect((await listed(id)).enabled).toBe(false);
    const key = await api.workspace.addKey({ role: "member", allow: ["automations.view"] });
    expect((await api.call("POST", "/automations/change", { key, json })).status).toBe(403);
    expect((await api.call("GET", "/automations/overview", { key })).status).toBe(200);
  });

  it.each([
    ["nothing to be done", { ids: ["x"] }],
    ["nobody to do it to", { ids: [], enabled: true }],
    ["a change that is misspelt", { ids: ["x"], enable: true }],
    ["a blank label", { ids: ["x"], addLabels: [" "] }],
  ])("refuses %s", async (_, json) => {
    expect((await api.call("POST", "/automations/change", { json })).status).toBe(400);
  });

  it("says in words that a body without a change is none", async () => {
    const { body } = await api.call("POST", "/automations/change", { json: { ids: ["x"] } });
    expect(body.fieldErrors).toEqual([{ field: "body", message: "must have at least 2 fields" }]);
  });
});
