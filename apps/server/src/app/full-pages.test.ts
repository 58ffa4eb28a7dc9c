import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "./testing/api.ts";
import { addChannel } from "./testing/conversations.ts";
import { addRun } from "./testing/runs.ts";

let api: TestApi;
let automationId: string;
beforeAll(async () => {
  api = await startTestApi();
  await addChannel(api);
  for (const at of [1, 2]) {
    const phone = `+551196666000${at}`;
    await api.call("POST", "/deals", { json: { phone, contactFirstName: "Ana", company: { name: `Company ${at}` } } });
    await api.call("POST", "/conversations/messages", { json: { to: phone, text: "Oi" } });
  }
  automationId = (await api.create()).id;
  await api.create();
  for (const dealId of [null, null]) await addRun(api.app, api.workspace, automationId, dealId);
});
afterAll(() => api.app.close());

describe("a last page that is exactly full says that it is the last", () => {
  it.each<[string, () => string]>([
    ["contacts", () => "/contacts?"],
    ["companies", () => "/companies?"],
    ["conversations", () => "/conversations?"],
    ["automations", () => "/automations?"],
    ["runs of an automation", () => `/automations/${automationId}/runs?`],
    ["runs of all automations", () => "/automation-runs?"],
  ])("%s", async (_, path) => {
    const all = (await api.call("GET", `${path()}limit=2`)).body.data;
    expect(all).toMatchObject({ items: { length: 2 }, hasMore: false, nextCursor: null });
    const first = (await api.call("GET", `${path()}limit=1`)).body.data;
    expect(first).toMatchObject({ items: [all.items[0]], hasMore: true });
    const next = (await api.call("GET", `${path()}limit=1&cursor=${first.nextCursor}`)).body.data;
    expect(next).toMatchObject({ items: [all.items[1]], hasMore: false, nextCursor: null });
  });
});
