import { ApiError, createClient, type Client } from "@trilho/api-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addChannel } from "./testing/conversations.ts";
import { SMALL_GRAPH, webhookGraph } from "./testing/graphs.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import type { TestWorkspace } from "./testing/workspace.ts";

let app: TestApp;
let workspace: TestWorkspace;
let client: Client;

beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace();
  client = createClient({ baseUrl: app.url, apiKey: await workspace.addKey() });
});
afterAll(() => app.close());

const body = (name: string) => ({ name, triggerType: "deal_created", graphDefinition: SMALL_GRAPH });
const send = (text: string) => client.conversations.sendMessage({ to: "+5511955550001", text });
const refusalOf = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable("it was not refused"),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );

describe("the client against the server", () => {
  it("takes an automation through its life", async () => {
    const created = await client.automations.create({ ...body("Life"), graphDefinition: webhookGraph() });
    expect(created.secret).toMatch(/^whsec_/);
    expect(await client.automations.test(created.id)).toMatchObject({ nodeId: "hook", method: "POST" });
    const replaced = await client.automations.replace(created.id, { ...body("Second"), baseVersion: created.version });
    expect(replaced).toMatchObject({ name: "Second", version: 2 });
    expect(await client.automations.setEnabled(created.id, { enabled: true })).toMatchObject({
      enabled: true,
      version: 2,
    });
    expect(await client.automations.runs(created.id)).toEqual({ items: [], nextCursor: null, hasMore: false });
    await client.automations.delete(created.id);
    expect(await refusalOf(client.automations.get(created.id))).toMatchObject({ status: 404, code: "NOT_FOUND" });
  });

  it("walks all pages", async () => {
    for (let index = 0; index < 5; index += 1) await client.automations.create(body(`Walk ${index}`));
    const names: string[] = [];
    for await (const { name } of client.automations.list({ search: "walk", limit: 2 })) names.push(name);
    expect(names).toEqual(["Walk 4", "Walk 3", "Walk 2", "Walk 1", "Walk 0"]);
  });

  it("walks a history forward from `since`, which every page keeps", async () => {
    await addChannel({ app, workspace });
    const { conversationId } = await send("Before");
    const since = new Date(Date.now() + 1).toISOString();
    await expect.poll(() => new Date().toISOString() > since).toBe(true);
    for (let index = 0; index < 5; index += 1) await send(`After ${index}`);
    const bodies: string[] = [];
    for await (const { body: text } of client.conversations.listMessages(conversationId, { since, limit: 2 }))
      bodies.push(text);
    expect(bodies).toEqual(["After 0", "After 1", "After 2", "After 3", "After 4"]);
  });

  it("brings the graph's problems back by field", async () => {
    const graphDefinition = webhookGraph({ url: "" });
    const error = await refusalOf(client.automations.create({ ...body("Bad"), graphDefinition }));
    expect(error).toMatchObject({ status: 400, code: "VALIDATION_ERROR", requestId: expect.stringMatching(/^req_/) });
    expect(error.fieldErrors.map(({ field }) => field)).toEqual(["graphDefinition.nodes[1].config.url"]);
  });

  it("tells a conflict with both versions", async () => {
    const { id } = await client.automations.create(body("Conflict"));
    await client.automations.replace(id, { ...body("Theirs"), baseVersion: 1 });
    const error = await refusalOf(client.automations.replace(id, { ...body("Mine"), baseVersion: 1 }));
    expect(error).toMatchObject({ status: 409, code: "CONFLICT", details: "baseVersion 1, stored version 2" });
  });

  it("reads what pickers need", async () => {
    expect(await client.pipelines.list()).toMatchObject([{ id: workspace.pipelineId }]);
    expect(await client.pipelines.get(1)).toMatchObject({ id: workspace.pipelineId });
    expect(await client.tags.list()).toMatchObject([{ id: workspace.tagId }]);
    expect(await client.customFields.list({ entity: "deal" })).toMatchObject([{ id: workspace.customFieldId }]);
    expect(await client.customFields.get(workspace.customFieldId)).toMatchObject({ slug: "segment" });
    expect((await client.users.list()).length).toBeGreaterThan(0);
  });

  it("waits as long as the server's limit says, and says so when that is too long", async () => {
    const limited = await startTestApp({ limits: { perIp: 1, perWorkspace: 600 } }, app.opened);
    const impatient = createClient({ baseUrl: limited.url, apiKey: await workspace.addKey(), retries: 0 });
    await impatient.tags.list();
    const error = await refusalOf(impatient.tags.list());
    expect(error).toMatchObject({ status: 429, code: "QUOTA_EXCEEDED" });
    expect(error.retryAfterSeconds).toBeGreaterThanOrEqual(1);
    await limited.close();
  });
});
