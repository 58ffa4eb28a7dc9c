import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { META_DEFAULTS } from "./settings.ts";
import { INSTAGRAM_ID } from "../testing/meta-server.ts";
import { recordedErrors } from "../../app/testing/recorded.ts";
import { startTestApp } from "../../app/testing/test-app.ts";
import {
  APP_SECRET,
  createReader,
  deliver,
  incoming,
  type MetaApi,
  sign,
  startMetaApi,
  VERIFY_TOKEN,
  whatsappDelivery,
} from "../../app/testing/conversations.ts";

let api: MetaApi;
let reader: ReturnType<typeof createReader>;
beforeAll(async () => {
  api = await startMetaApi();
  reader = createReader(api);
});
afterAll(() => api.close());

const challenge = (query: string) => api.app.call("GET", `/hooks/meta?${query}`);

describe("the hook", () => {
  it("answers Meta's question with its challenge, and nobody else's", async () => {
    const token = encodeURIComponent(VERIFY_TOKEN);
    const answer = await challenge(`hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
    expect([answer.status, answer.body]).toEqual([200, "1158201444"]);
    for (const query of [
      "",
      "hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1",
      `hub.mode=unsubscribe&hub.verify_token=${token}&hub.challenge=1`,
      `hub.mode=subscribe&hub.verify_token=${token}`,
      `hub.mode=subscribe&hub.verify_token=${token}&hub.verify_token=${token}&hub.challenge=1`,
    ])
      expect((await challenge(query)).status).toBe(403);
  });

  it("takes what Meta signed, and nothing else", async () => {
    const raw = JSON.stringify(incoming("5511900000001", { type: "text", text: { body: "Forged" } }));
    const wrong = [
      "",
      "sha256=",
      "sha256=zz",
      sign(raw, "another secret"),
      sign(`${raw} `),
      sign(raw).replace("sha256=", "sha1="),
    ];
    for (const signature of wrong) expect((await deliver(api.app, raw, signature)).status).toBe(403);
    expect((await api.call("GET", reader.path("+5511900000001"))).status).toBe(404);
    expect((await deliver(api.app, raw)).status).toBe(200);
    expect(await reader.history("+5511900000001")).toHaveLength(1);
  });

  it("is not there without a secret", async () => {
    const app = await startTestApp({}, api.app.opened);
    expect((await app.call("GET", "/hooks/meta?hub.mode=subscribe")).status).toBe(404);
    expect((await deliver(app, "{}")).status).toBe(404);
    await app.close();
  });

  it.each([
    ["is not there", "ECONNREFUSED", 503],
    ["let another transaction win", "40P01", 503],
    ["refuses something unforeseen", "22000", 200],
  ])("with a database that %s (%s) answers %d: Meta delivers again what was not taken", async (_, code, status) => {
    const { opened } = api.app;
    const receiving = () => Promise.reject(Object.assign(new Error("database"), { code }));
    const store = { ...opened.store, channels: { ...opened.store.channels, receiving } };
    const { logger, errors } = recordedErrors();
    const app = await startTestApp({ meta: { ...META_DEFAULTS, appSecret: APP_SECRET }, logger }, { ...opened, store });
    const raw = JSON.stringify(incoming("5511900000003", { type: "text", text: { body: "Hi" } }));
    expect((await deliver(app, raw)).status).toBe(status);
    // What is not delivered again is lost, so it is told.
    if (status === 200)
      expect(errors()).toMatchObject([{ msg: "delivery by Meta", err: { code, message: "database" } }]);
    await app.close();
  });

  it.each<[string, string]>([
    ["no JSON", "{"],
    ["nothing", ""],
    ["null", "null"],
    ["another object", JSON.stringify({ object: "page", entry: [{}] })],
    ["an object of every object", JSON.stringify({ object: "constructor", entry: [{}] })],
    ["no entries", JSON.stringify({ object: "whatsapp_business_account" })],
    [
      "entries of nonsense",
      JSON.stringify({ object: "whatsapp_business_account", entry: [null, 1, "x", { changes: [null, {}] }] }),
    ],
    [
      "another field",
      JSON.stringify({
        object: "whatsapp_business_account",
        entry: [{ changes: [{ field: "account_update", value: {} }] }],
      }),
    ],
    [
      "a sender that nobody has",
      JSON.stringify(
        whatsappDelivery({
          metadata: { phone_number_id: "999" },
          messages: [{ from: "5511900000009", id: "x", type: "text", text: { body: "x" } }],
        }),
      ),
    ],
    [
      "messages of nonsense",
      JSON.stringify(
        whatsappDelivery({
          messages: [
            null,
            {},
            { id: 1, from: {}, type: [] },
            { id: "a", from: "5511900000009", type: "constructor", constructor: {} },
          ],
          statuses: [null, { id: "x", status: "__proto__" }],
        }),
      ),
    ],
    [
      "Instagram nonsense",
      JSON.stringify({
        object: "instagram",
        entry: [
          null,
          {},
          {
            id: INSTAGRAM_ID,
            messaging: [null, {}, { message: {} }, { sender: { id: "1" }, message: { mid: "m" } }],
            changes: [null, { field: "comments" }, { field: "mentions", value: {} }],
          },
        ],
      }),
    ],
  ])("answers 200 to %s, and stores nothing of it", async (_, raw) => {
    const counts = async () =>
      Promise.all(
        (["messages", "contacts", "events"] as const).map((table) =>
          api.app.opened.db
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as("count"))
            .executeTakeFirst(),
        ),
      );
    const before = await counts();
    expect((await deliver(api.app, raw)).status).toBe(200);
    expect(await counts()).toEqual(before);
  });

  it("keeps the rest of a message whose text cannot be stored as it is", async () => {
    await reader.received(incoming("5511900000002", { type: "text", text: { body: "a\u0000b\ud800c" } }));
    expect(await reader.history("+5511900000002")).toMatchObject([{ body: "abc" }]);
  });
});
