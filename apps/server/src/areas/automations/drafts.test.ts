import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addMember } from "../../app/testing/deal-work.ts";
import { webhookGraph } from "../../app/testing/graphs.ts";
import type { Answer } from "../../app/testing/test-app.ts";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const path = (id: string) => `/automations/${id}/draft`;
const save = (id: string, json: object) => api.call("PUT", path(id), { json });
const saved = async (id: string, json: object) => expectSuccess("saveAutomationDraft", await save(id, json));
const read = async (id: string) => expectSuccess("getAutomationDraft", await api.call("GET", path(id)));
const codeOf = ({ status, body }: Answer) => [status, body.code];
const named = (name: string) => ({ content: { name }, baseVersion: 1 });

describe("a draft", () => {
  it("is none until one is saved, and none after it was discarded", async () => {
    const { id } = await api.create();
    expect(await read(id)).toBeNull();
    const draft = await saved(id, { ...named("Mine"), revision: null });
    expect(await read(id)).toEqual(draft);
    expectSuccess("discardAutomationDraft", await api.call("DELETE", path(id)));
    expect(await read(id)).toBeNull();
    expectSuccess("discardAutomationDraft", await api.call("DELETE", path(id)));
  });

  it("is kept as it was sent, wrong as it may be, and what is published stays", async () => {
    const { id, name, version } = await api.create();
    const content = { name: "", graphDefinition: "broken", more: [null, { deep: 1 }] };
    expect(await saved(id, { content, baseVersion: version })).toMatchObject({ content, baseVersion: version });
    expect(await read(id)).toMatchObject({ content });
    expect(await api.read(id)).toMatchObject({ name, version });
  });

  it("tells who edited it when, by whom it was saved last", async () => {
    const { id } = await api.create();
    const first = await saved(id, named("First"));
    expect(first.editedBy).toMatchObject({ name: expect.any(String), apiKey: { name: expect.any(String) } });
    const bia = await addMember(api, { role: "owner" });
    const second = expectSuccess("saveAutomationDraft", await bia.call("PUT", path(id), { json: named("Second") }));
    expect(second.editedBy.id).toBe(bia.id);
    expect(second.revision).not.toBe(first.revision);
    expect(Date.parse(second.editedAt)).toBeGreaterThanOrEqual(Date.parse(first.editedAt));
  });

  it("is told of in the overview of all automations", async () => {
    const { id } = await api.create();
    const draftOf = async () => {
      const { items } = expectSuccess("getAutomationsOverview", await api.call("GET", "/automations/overview"));
      return items.find((item: { id: string }) => item.id === id).draft;
    };
    expect(await draftOf()).toBeNull();
    const { editedAt, editedBy } = await saved(id, named("Mine"));
    expect(await draftOf()).toEqual({ editedAt, editedBy: editedBy.name });
  });

  it("goes with its automation", async () => {
    const { id } = await api.create();
    await saved(id, named("Mine"));
    await api.call("DELETE", `/automations/${id}`);
    expect(codeOf(await api.call("GET", path(id)))).toEqual([404, "NOT_FOUND"]);
  });

  it("stays when another version is published", async () => {
    const { id } = await api.create();
    const draft = await saved(id, named("Mine"));
    await api.replace(id, { name: "Theirs" });
    expect(await read(id)).toEqual(draft);
  });

  it("keeps no credentials", async () => {
    const { id } = await api.create();
    const graph = webhookGraph();
    const nodes = graph.nodes.map((node) =>
      node.actionType === "webhook"
        ? {
            ...node,
            config: { ...node.config, secret: "sec-42", headers: { Authorization: "auth-42", "X-Plain": "p" } },
          }
        : node,
    );
    const triggerConfig = { headerName: "x-key", headerValue: "hv-42", password: "pw-42" };
    const content = { name: "Mine", triggerConfig, graphDefinition: { ...graph, nodes } };
    const draft = await saved(id, { content, baseVersion: 1 });
    expect(JSON.stringify([draft, await read(id)])).not.toMatch(/(?:sec|auth|hv|pw)-42/);
    expect(draft.content.triggerConfig).toEqual({ headerName: "x-key" });
    expect(JSON.stringify(draft.content)).toContain('"X-Plain":"p"');
    const odd = { ...content, graphDefinition: { nodes: [null, 7, { actionType: "webhook", config: "text" }] } };
    expect((await saved(id, { content: odd, baseVersion: 1 })).content.graphDefinition).toEqual(odd.graphDefinition);
  });
});

describe("of two who edit a draft at once", () => {
  it("the later learns of the other's change, and nothing is overwritten", async () => {
    const { id } = await api.create();
    const first = await saved(id, { ...named("First"), revision: null });
    expect(codeOf(await save(id, { ...named("Second"), revision: null }))).toEqual([409, "CONFLICT"]);
    const second = await saved(id, { ...named("Second"), revision: first.revision });
    expect(codeOf(await save(id, { ...named("Third"), revision: first.revision }))).toEqual([409, "CONFLICT"]);
    const discard = (revision: string) => api.call("DELETE", `${path(id)}?revision=${revision}`);
    expect(codeOf(await discard(first.revision))).toEqual([409, "CONFLICT"]);
    expect(await read(id)).toEqual(second);
    expect((await discard(second.revision)).status).toBe(204);
    expect(codeOf(await save(id, { ...named("Fourth"), revision: second.revision }))).toEqual([409, "CONFLICT"]);
  });

  it("one wins, whoever they are", async () => {
    const { id } = await api.create();
    const { revision } = await saved(id, named("Start"));
    for (const from of [revision, null]) {
      if (from === null) await api.call("DELETE", path(id));
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, index) => save(id, { ...named(`Writer ${index}`), revision: from })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 409)]);
      const winner = answers.find(({ status }) => status === 200);
      expect(await read(id)).toEqual(winner?.body.data);
    }
  });
});

describe("refused", () => {
  it.each<[string, string, object, number]>([
    ["of an automation that never was", "none", named("x"), 404],
    ["of an id that cannot be stored", "%00", named("x"), 404],
  ])("%s", async (_, id, json, status) => {
    for (const answer of [await save(id, json), await api.call("GET", path(id)), await api.call("DELETE", path(id))])
      expect(answer.status).toBe(status);
  });

  it.each<[string, object, string]>([
    ["without content", { baseVersion: 1 }, "content"],
    ["with content that is a list", { content: [], baseVersion: 1 }, "content"],
    ["without the version it started from", { content: {} }, "baseVersion"],
    ["with a version that no automation gets to", { content: {}, baseVersion: 2 ** 50 }, "baseVersion"],
    ["with a revision that is no text", { ...named("x"), revision: 7 }, "revision"],
    ["with NUL", { ...named("a\0b") }, "content.name"],
  ])("%s", async (_, json, field) => {
    const { id } = await api.create();
    const answer = await save(id, json);
    expect(answer.status).toBe(400);
    expect(answer.body.fieldErrors).toEqual([expect.objectContaining({ field })]);
  });

  it("a revision that cannot be stored is another one", async () => {
    const { id } = await api.create();
    await saved(id, named("Mine"));
    expect((await api.call("DELETE", `${path(id)}?revision=%00`)).status).toBeGreaterThanOrEqual(400);
  });

  it("whoever may not edit, and another workspace", async () => {
    const { id } = await api.create();
    const reader = await api.workspace.addKey({ role: "member" });
    expect((await api.call("PUT", path(id), { json: named("x"), key: reader })).status).toBe(403);
    const other = await (await api.app.workspace()).addKey();
    expect((await api.call("PUT", path(id), { json: named("x"), key: other })).status).toBe(404);
    expect((await api.call("GET", path(id), { key: other })).status).toBe(404);
  });
});
