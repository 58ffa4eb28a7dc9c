import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AutomationChange } from "@trilho/contract";
import { automationBody } from "../../app/testing/graphs.ts";
import { expectSuccess, startTestApi, type TestApi } from "../../app/testing/api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

async function historyOf(id: string, query = ""): Promise<AutomationChange[]> {
  const answer = await api.call("GET", `/automations/${id}/history${query}`);
  return expectSuccess("listAutomationHistory", answer).items;
}
const typesOf = async (id: string): Promise<string[]> => (await historyOf(id)).map(({ type }) => type);

describe("the history of an automation", () => {
  test("has what members did to it, newest first, with who did it and through which key", async () => {
    const { id } = await api.create();
    await api.replace(id, { name: "Renamed", note: " Shorter name " });
    await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
    await api.call("POST", `/automations/${id}/pause`);
    await api.call("POST", `/automations/${id}/resume`);
    await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } });

    const history = await historyOf(id);
    expect(history.map(({ type, version, note }) => [type, version, note])).toEqual([
      ["switched-off", null, null],
      ["resumed", null, null],
      ["paused", null, null],
      ["switched-on", null, null],
      ["published", 2, "Shorter name"],
      ["created", 1, null],
    ]);
    const [member] = expectSuccess("listUsers", await api.call("GET", "/users"));
    for (const { by } of history) {
      expect(by?.apiKey?.id).toEqual(expect.any(String));
      expect(by).toMatchObject({ id: member?.id, name: member?.name });
    }
  });

  test("has nothing of what changed nothing", async () => {
    const { id } = await api.create();
    await api.replace(id, { note: "The same again" });
    await api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } });
    await api.call("POST", `/automations/${id}/resume`);
    await api.call("PUT", `/automations/${id}`, { json: automationBody({ name: "", note: "Refused" }) });
    expect(await typesOf(id)).toEqual(["created"]);
  });

  test("has a replacement that switches as both", async () => {
    const { id } = await api.create();
    await api.replace(id, { name: "On", enabled: true });
    expect(await typesOf(id)).toEqual(["switched-on", "published", "created"]);
  });

  test("stays when the automation is deleted", async () => {
    const { id } = await api.create();
    await api.call("DELETE", `/automations/${id}`);
    expect(await typesOf(id)).toEqual(["deleted", "created"]);
  });

  test("comes in pages", async () => {
    const { id } = await api.create();
    for (const name of ["B", "C", "D"]) await api.replace(id, { name });
    const versions: (number | null)[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const next = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const answer = await api.call("GET", `/automations/${id}/history?limit=2${next}`);
      const page = expectSuccess("listAutomationHistory", answer);
      for (const { version } of page.items as AutomationChange[]) versions.push(version);
      cursor = page.nextCursor;
    }
    expect(versions).toEqual([4, 3, 2, 1]);
  });
});

describe("a version", () => {
  test("is what was published, and publishes again as the newest", async () => {
    const { id, name, graphDefinition } = await api.create();
    await api.replace(id, { name: "Second" });
    const path = `/automations/${id}/versions/1`;
    const first = expectSuccess("getAutomationVersion", await api.call("GET", path));
    expect(first).toMatchObject({ version: 1, name, graphDefinition });
    const { version: _, createdAt: __, ...definition } = first;
    await api.replace(id, definition);
    expect(await api.read(id)).toMatchObject({ version: 3, name });
  });

  test("that was removed is not there, and its entry says so", async () => {
    const { id } = await api.create();
    await api.replace(id, { name: "Second" });
    const { db } = api.app.opened;
    await db.deleteFrom("automation_versions").where("automation_id", "=", id).where("version", "=", 1).execute();
    expect((await api.call("GET", `/automations/${id}/versions/1`)).status).toBe(404);
    expect((await historyOf(id)).map(({ version, versionKept }) => [version, versionKept])).toEqual([
      [2, true],
      [1, false],
    ]);
  });

  test("has no credentials", async () => {
    const { id } = await api.create({
      triggerConfig: { headerName: "x-key", headerValue: "hv-42", password: "pw-42" },
    });
    const answer = await api.call("GET", `/automations/${id}/versions/1`);
    expect(answer.status).toBe(200);
    expect(JSON.stringify(answer.body)).not.toMatch(/(hv|pw)-42/);
  });
});

describe("refused", () => {
  test.each([
    ["an automation that never was", "/automations/none/history", 404],
    ["an id that cannot be stored", "/automations/%00/history", 404],
    ["a version that never was", "/automations/none/versions/1", 404],
    ["a version of no number", "/automations/none/versions/x", 400],
    ["a cursor of another list", "/automations/none/history?cursor=abc", 400],
  ])("%s", async (_, path, status) => {
    expect((await api.call("GET", path)).status).toBe(status);
  });

  test("a note that is too long, by name", async () => {
    const answer = await api.call("POST", "/automations", { json: { ...automationBody(), note: "x".repeat(501) } });
    expect(answer.status).toBe(400);
    expect(answer.body.fieldErrors).toEqual([expect.objectContaining({ field: "note" })]);
  });

  test("another workspace's automation", async () => {
    const { id } = await api.create();
    const key = await (await api.app.workspace()).addKey();
    for (const path of ["history", "versions/1"])
      expect((await api.call("GET", `/automations/${id}/${path}`, { key })).status).toBe(404);
  });
});
