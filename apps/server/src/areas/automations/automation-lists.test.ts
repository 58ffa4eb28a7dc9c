import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { automationBody } from "../../app/testing/graphs.ts";
import { addRun } from "../../app/testing/runs.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

describe("listing automations", () => {
  let own: string;
  let ids: string[];
  const list = async (query: string) =>
    expectSuccess("listAutomations", await api.call("GET", `/automations${query}`, { key: own }));
  const names = async (query: string) => (await list(query)).items.map(({ name }: { name: string }) => name);

  beforeAll(async () => {
    own = await (await api.app.workspace()).addKey();
    ids = [];
    for (const [name, triggerType, enabled] of [
      ["Alpha", "deal_created", true],
      ["beta 100%", "tag_added", false],
      ["Gamma", "deal_created", false],
    ] as const) {
      const answer = await api.call("POST", "/automations", {
        key: own,
        json: automationBody({ name, triggerType, enabled }),
      });
      ids.push(answer.body.data.id);
    }
  });

  it("with large graphs are the same compressed and not, and say how long they are", async () => {
    const key = await (await api.app.workspace()).addKey();
    const nodes = [
      { id: "start", type: "trigger" },
      { id: "hi", type: "action", actionType: "send_whatsapp", config: { text: "é[]".repeat(30_000) } },
    ];
    const graphDefinition = { version: 2, nodes, edges: [{ source: "start", target: "hi" }] };
    for (const name of ["One", "Two", "Three"]) {
      const { status } = await api.call("POST", "/automations", {
        key,
        json: automationBody({ name, graphDefinition }),
      });
      expect(status).toBe(201);
    }
    const [plain, packed] = await Promise.all(
      ["identity", "gzip"].map((coding) =>
        api.call("GET", "/automations", { key, headers: { "accept-encoding": coding } }),
      ),
    );
    expect(plain?.body.data.items.map(({ name }: { name: string }) => name)).toEqual(["Three", "Two", "One"]);
    expect(plain?.headers.get("content-length")).toBe(String(Buffer.byteLength(JSON.stringify(plain?.body))));
    expect(packed?.headers.get("content-encoding")).toBe("gzip");
    expect(packed?.body).toEqual(plain?.body);
  });

  it("gives pages, newest first, which together hold every row once", async () => {
    const first = await list("?limit=2");
    expect(first).toMatchObject({ hasMore: true, nextCursor: expect.any(String) });
    const second = await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(second).toMatchObject({ hasMore: false, nextCursor: null });
    const seen = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
    expect(seen).toEqual(ids.toReversed());
  });

  it("filters, and takes an empty search for none", async () => {
    expect(await names("?search=BETA")).toEqual(["beta 100%"]);
    expect(await names("?search=%25")).toEqual(["beta 100%"]);
    expect(await names("?enabled=true")).toEqual(["Alpha"]);
    expect(await names("?enabled=false&triggerType=deal_created")).toEqual(["Gamma"]);
    expect(await names("?search=")).toHaveLength(3);
    expect(await names("?unknown=1&limit=200")).toHaveLength(3);
  });

  it("never shows a secret", async () => {
    expect((await list("")).items.every((item: object) => !("secret" in item))).toBe(true);
  });

  it.each([
    "limit=0",
    "limit=201",
    "limit=ten",
    "limit=1.5",
    "limit=",
    "enabled=maybe",
    "limit=1&limit=2",
    "search=%00",
  ])("refuses %s", async (query) => {
    const answer = await api.call("GET", `/automations?${query}`, { key: own });
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe("VALIDATION_ERROR");
    expect(fieldsOf(answer)).toEqual([query.split("=")[0]]);
  });

  it("refuses a cursor that is tampered with, made up, or of other filters, another list or another workspace", async () => {
    const { nextCursor } = await list("?limit=1");
    const cursor = encodeURIComponent(nextCursor);
    const { id } = await api.create();
    const bad: [string, string, string][] = [
      ["tampered", `/automations?cursor=${cursor.slice(0, -3)}AAA`, own],
      ["made up", "/automations?cursor=abc", own],
      ["empty", "/automations?cursor=", own],
      ["other filters", `/automations?enabled=true&cursor=${cursor}`, own],
      ["another list", `/automations/${ids[0]}/runs?cursor=${cursor}`, own],
      ["another workspace", `/automations?cursor=${cursor}`, api.key],
      ["another automation's runs", `/automations/${id}/runs?cursor=${cursor}`, api.key],
    ];
    for (const [what, path, withKey] of bad) {
      const answer = await api.call("GET", path, { key: withKey });
      expect([what, answer.status, answer.body.code, fieldsOf(answer)]).toEqual([
        what,
        400,
        "VALIDATION_ERROR",
        ["cursor"],
      ]);
    }
    expect((await api.call("GET", `/automations?limit=7&cursor=${cursor}`, { key: own })).status).toBe(200);
  });
});

describe("runs of an automation", () => {
  it("come in pages, newest first, by status", async () => {
    const { id } = await api.create();
    for (let index = 0; index < 3; index += 1) {
      await addRun(api.app, api.workspace, id, null, {
        id: `run-${id}-${index}`,
        status: index === 2 ? "failed" : "completed",
        created_at: new Date(Date.UTC(2026, 0, 1 + index)),
      });
    }
    const runs = async (query: string) =>
      expectSuccess("listAutomationRuns", await api.call("GET", `/automations/${id}/runs${query}`));
    const first = await runs("?limit=2");
    expect(first.items.map(({ runId }: { runId: string }) => runId)).toEqual([`run-${id}-2`, `run-${id}-1`]);
    const second = await runs(`?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect(second).toMatchObject({ items: [{ runId: `run-${id}-0`, status: "completed" }], hasMore: false });
    expect((await runs("?status=failed")).items).toHaveLength(1);
  });

  it("are those of one version or at one step, in pages of their own", async () => {
    const { id, ...automation } = await api.create();
    await api.call("PUT", `/automations/${id}`, { json: { ...automation, name: "Renamed" } });
    for (let index = 0; index < 6; index += 1) {
      await addRun(api.app, api.workspace, id, null, {
        id: `run-${id}-${index}`,
        automation_version: index < 3 ? 1 : 2,
        current_node_id: index % 3 === 0 ? "ask" : "wait",
        created_at: new Date(Date.UTC(2026, 0, 1 + index)),
      });
    }
    const runs = async (query: string) =>
      expectSuccess("listAutomationRuns", await api.call("GET", `/automations/${id}/runs?${query}`));
    const numbers = async (query: string) =>
      (await runs(query)).items.map(({ runId }: { runId: string }) => Number(runId.at(-1)));
    expect(await numbers("version=1")).toEqual([2, 1, 0]);
    expect(await numbers("nodeId=ask")).toEqual([3, 0]);
    expect(await numbers("nodeId=wait&version=2&status=waiting")).toEqual([5, 4]);
    const cursor = encodeURIComponent((await runs("nodeId=wait&limit=3")).nextCursor);
    expect(await numbers(`nodeId=wait&limit=3&cursor=${cursor}`)).toEqual([1]);
    expect((await api.call("GET", `/automations/${id}/runs?nodeId=ask&cursor=${cursor}`)).status).toBe(400);
  });

  it.each(["status=done", "limit=101", "limit=0", "version=0"])("refuse %s", async (query) => {
    const { id } = await api.create();
    const answer = await api.call("GET", `/automations/${id}/runs?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});
