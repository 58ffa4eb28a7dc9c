import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addChannel } from "../../app/testing/conversations.ts";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { type KilledServers, openKilledServers } from "../../app/testing/killed-server.ts";

let api: TestApi;
let servers: KilledServers;
beforeAll(async () => {
  api = await startTestApi();
  servers = await openKilledServers(api.app.opened);
});
afterAll(async () => {
  await servers.close();
  await api.app.close();
});

const post = (url: string, path: string, key: string, json: object) =>
  fetch(`${url}api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify(json),
  });

describe("a server that is killed between claiming an Idempotency-Key and answering", () => {
  it.each([
    ["at the claim", "idempotency_keys", "before insert"],
    ["after the claim", "idempotency_keys", "after insert"],
    ["at the deal", "deals", "before insert"],
    ["after the deal", "activities", "before insert"],
    ["at the kept answer", "idempotency_keys", "after update"],
  ])("%s leaves neither claim nor deal, and six of six retries make the deal once", async (where, table, when) => {
    const keys = Array.from({ length: 6 }, (_, index) => `${where}-${index}`.replaceAll(" ", "-"));
    await servers.killAt(table, when, (url) => keys.map((name) => post(url, "/deals", name, { name })));
    for (const name of keys) {
      const retry = () => api.call("POST", "/deals", { json: { name }, headers: { "idempotency-key": name } });
      const [first, second] = [await retry(), await retry()];
      expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
      expect(second.body).toEqual(first.body);
    }
    const list = await api.call("GET", "/deals?limit=200");
    const names = list.body.data.items.map(({ name }: { name: string }) => name);
    expect(names.filter((name: string) => keys.includes(name)).toSorted()).toEqual(keys.toSorted());
  });

  it("does not have a message sent twice: the retry is answered with the one that was saved", async () => {
    await addChannel(api);
    const json = { to: "+5511955550001", text: "once" };
    await servers.killAt("outbox", "before insert", (url) => [post(url, "/conversations/messages", "message", json)]);
    const retry = await api.call("POST", "/conversations/messages", {
      json,
      headers: { "idempotency-key": "message" },
    });
    expect(retry.status).toBe(201);
    const history = await api.call("GET", `/conversations/${retry.body.data.conversationId}/messages`);
    expect(history.body.data.items.map(({ id }: { id: string }) => id)).toEqual([retry.body.data.id]);
    // As a provider does, the database took what the killed process had handed over.
    expect((await api.call("GET", "/outbox")).body.data.items).toHaveLength(1);
  });
});
