import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { META_DEFAULTS } from "../channels/meta/settings.ts";
import { type MetaServer, PHONE_NUMBER_ID, startMetaServer, TOKEN } from "../channels/testing/meta-server.ts";
import { type Mailbox, startMailbox } from "../runs/testing/servers.ts";
import { addChannel } from "./testing/conversations.ts";
import { type CadenceApi, startCadenceApi } from "./testing/cadences.ts";
import { type KilledServers, openKilledServers } from "./testing/killed-server.ts";

const FROM = "Acme <sales@acme.example>";
/** To who asked, in the language of the workspace. */
const MAY_HAVE_TOLD = expect.stringContaining("pode ter saído");
const MAY_HAVE_GONE_OUT = expect.stringContaining("may have gone out");

let meta: MetaServer;
let mailbox: Mailbox;
let api: CadenceApi;
let servers: KilledServers;
let key: string;
beforeAll(async () => {
  [meta, mailbox] = await Promise.all([startMetaServer(), startMailbox()]);
  api = await startCadenceApi({
    meta: { ...META_DEFAULTS, baseUrl: meta.url, token: TOKEN },
    mail: { url: mailbox.url, from: FROM },
  });
  await api.app.opened.db.deleteFrom("channels").execute();
  await addChannel(api, { phoneNumberId: PHONE_NUMBER_ID });
  key = await api.liveKey();
  servers = await openKilledServers(api.app.opened, {
    TRILHO_META_BASE_URL: meta.url,
    TRILHO_META_TOKEN: TOKEN,
    TRILHO_SMTP_URL: mailbox.url,
    TRILHO_MAIL_FROM: FROM,
  });
});
afterAll(async () => {
  await servers.close();
  await api.app.close();
  await Promise.all([meta.close(), mailbox.close()]);
});

const WAYS = {
  whatsapp: { arrived: () => meta.requests.length, provider: () => meta },
  email: { arrived: () => mailbox.mails.length, provider: () => mailbox },
};
const forEver = (): Promise<void> => new Promise(() => undefined);

/** Asks a server for something that reaches a person, and kills it between the provider's acceptance and its answer. */
async function loseAnswer(way: keyof typeof WAYS, path: string, json: object, headers: Record<string, string> = {}) {
  const { arrived, provider } = WAYS[way];
  const before = arrived();
  provider().holdNext(forEver);
  const server = await servers.start();
  const asked = fetch(`${server.url}api/v1${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(json),
  }).then(
    () => "answered",
    () => "lost",
  );
  await expect.poll(arrived, { timeout: 30_000 }).toBe(before + 1);
  await servers.kill(server);
  expect(await asked).toBe("lost");
  return () => arrived() - before;
}

describe("what a server was sending when it was killed", () => {
  it("is not sent again as a message under its Idempotency-Key, which says that it may have gone out", async () => {
    const [path, json] = ["/conversations/messages", { to: "+5511955550001", text: "once" }];
    const repeated = { headers: { "idempotency-key": "message" }, key, json };
    const sent = await loseAnswer("whatsapp", path, json, repeated.headers);
    const answer = await api.call("POST", path, repeated);
    expect(answer).toMatchObject({ status: 201, body: { message: MAY_HAVE_TOLD, data: { externalId: null } } });
    expect((await api.call("POST", path, repeated)).body).toEqual(answer.body);
    expect(sent()).toBe(1);
    const history = await api.call("GET", `/conversations/${answer.body.data.conversationId}/messages`);
    expect(history.body.data.items).toMatchObject([
      { id: answer.body.data.id, status: "failed", errorMessage: MAY_HAVE_GONE_OUT },
    ]);
    const anew = await api.call("POST", path, { ...repeated, headers: { "idempotency-key": "another" } });
    expect(anew.body.data.externalId).toMatch(/^wamid/);
    expect(sent()).toBe(2);
  });

  it.each([
    ["whatsapp", { message: "Hi" }],
    ["email", { subject: "Hi", textBody: "Hi" }],
  ] as const)("is not sent again as a cadence's %s task under its key", async (channel, step) => {
    const { seq, instance } = await api.enrolled([
      { dayNumber: 1, channel, ...step },
      { dayNumber: 9, channel: "research" },
    ]);
    const path = `/deals/${seq}/cadence/tasks/${instance.tasks[0].id}/execute`;
    const sent = await loseAnswer(channel, path, { idempotencyKey: "first" });
    // Whoever has recorded nothing by then is gone.
    api.clock.now = Date.now() + 121_000;
    const execute = (idempotencyKey: string) => api.call("POST", path, { key, json: { idempotencyKey } });
    const answer = await execute("first");
    expect(answer).toMatchObject({
      status: 200,
      body: { message: MAY_HAVE_TOLD, data: { ok: false, duplicated: false, attemptNumber: 1 } },
    });
    expect((await execute("first")).body.data).toEqual({ ...answer.body.data, duplicated: true });
    const { tasks } = await api.ok("getDealCadence", "GET", `/deals/${seq}/cadence`);
    expect(tasks[0].attempts).toMatchObject([{ success: false, errorMessage: MAY_HAVE_GONE_OUT }]);
    expect(sent()).toBe(1);
    expect((await execute("second")).body.data).toMatchObject({ ok: true, attemptNumber: 2 });
    expect(sent()).toBe(2);
  });
});
