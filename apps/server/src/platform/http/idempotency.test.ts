import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { digestKey } from "../security/keys.ts";
import { DEFAULT_RETENTION, removeExpired } from "../../runs/store/cleanup.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { automationBody, webhookGraph } from "../../app/testing/graphs.ts";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { recordedErrors } from "../../app/testing/recorded.ts";
import { startTestApp } from "../../app/testing/test-app.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const KEEPING = { ...DEFAULT_RETENTION, sweeps: false };

let api: TestApi;
let counter = 0;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const loseAnswer = () => Promise.reject(new Error("the answer is lost"));
const newKey = (): string => `try-${++counter}`;
const create = (idempotencyKey: string, change: object = {}, key = api.key) =>
  api.call("POST", "/automations", {
    json: automationBody(change),
    key,
    headers: { "idempotency-key": idempotencyKey },
  });
const names = async (): Promise<string[]> =>
  (await api.call("GET", "/automations?limit=200")).body.data.items.map(({ name }: { name: string }) => name);

describe("a POST with an Idempotency-Key", () => {
  it("is done once, and answered the same again, its secret included", async () => {
    const key = newKey();
    const first = await create(key, { name: "Once" });
    const second = await create(key, { name: "Once" });
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([201, null]);
    expect([second.status, second.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expect((await names()).filter((name) => name === "Once")).toHaveLength(1);
  });

  it("is done once however often it arrives at the same time", async () => {
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(key, { name: "Crowd" })));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    for (const { status, body } of answers) {
      if (status !== 201) expect([status, body.code]).toEqual([409, "CONFLICT"]);
    }
    expect((await names()).filter((name) => name === "Crowd")).toHaveLength(1);
  });

  it("refuses another body, and another address, with 409", async () => {
    const key = newKey();
    const { body } = await create(key);
    expect((await create(key, { name: "Other" })).body).toMatchObject({ code: "CONFLICT" });
    const test = (id: string) => api.call("POST", `/automations/${id}/test`, { headers: { "idempotency-key": key } });
    expect((await test(body.data.id)).status).toBe(422);
    expect((await test("other")).status).toBe(409);
  });

  it("is the same one at an address with a slash at its end", async () => {
    const key = newKey();
    const first = await create(key, { name: "Slash" });
    // As text, which goes past the proxy: it knows no such address.
    const again = await api.call("POST", "/automations/", {
      raw: JSON.stringify(automationBody({ name: "Slash" })),
      headers: { "idempotency-key": key },
    });
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([201, "true"]);
    expect(again.body).toEqual(first.body);
  });

  it("is the same one at the old address of sending a message", async () => {
    await addChannel(api);
    const send = { json: { to: "+5511944440001", text: "once" }, headers: { "idempotency-key": newKey() } };
    const first = await api.call("POST", "/messages", send);
    const again = await api.call("POST", "/conversations/messages", send);
    expect([first.status, again.status, again.headers.get("idempotent-replayed")]).toEqual([201, 201, "true"]);
    expect(again.body).toEqual(first.body);
    const history = await api.call("GET", `/conversations/${first.body.data.conversationId}/messages`);
    expect(history.body.data.items).toHaveLength(1);
  });

  it("is answered as done where only its answer could not be kept, which the log tells", async () => {
    await addChannel(api, { name: "Second", phoneNumberId: "556", isDefault: false });
    const { opened } = api.app;
    const store = { ...opened.store, idempotency: { ...opened.store.idempotency, keep: loseAnswer } };
    const { logger, errors } = recordedErrors();
    const app = await startTestApp({ logger }, { ...opened, store });
    const headers = { "idempotency-key": newKey() };
    const json = { to: "+5511944440002", text: "once" };
    expect((await app.call("POST", "/api/v1/messages", { json, headers, key: api.key })).status).toBe(201);
    expect(errors()).toMatchObject([{ msg: "claim of an Idempotency-Key", err: { message: "the answer is lost" } }]);
    await app.close();
  });

  it("tells the secret of a first webhook again that a replacement made", async () => {
    const { id } = await api.create();
    const headers = { "idempotency-key": newKey() };
    const replace = () =>
      api.call("PUT", `/automations/${id}`, { json: automationBody({ graphDefinition: webhookGraph() }), headers });
    const [first, again] = [await replace(), await replace()];
    expect(first.body.data.secret).toMatch(/^whsec_/);
    expect([again.status, again.headers.get("idempotent-replayed")]).toEqual([200, "true"]);
    expect(again.body).toEqual(first.body);
  });

  it("is announced with every answer that is none of a failure", async () => {
    const { headers } = await api.call("GET", "/automations");
    expect(headers.get("accept-idempotency-key")).toBe("POST, PUT");
  });

  it("repeats a refusal, too", async () => {
    const key = newKey();
    const { id } = await api.create();
    const test = () => api.call("POST", `/automations/${id}/test`, { headers: { "idempotency-key": key } });
    const first = await test();
    const second = await test();
    expect([first.status, second.status]).toEqual([422, 422]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get("idempotent-replayed")).toBe("true");
  });

  it("that was malformed may be sent again, fixed", async () => {
    const key = newKey();
    expect((await create(key, { name: 5 })).status).toBe(400);
    expect((await create(key, { name: "Fixed" })).status).toBe(201);
  });

  it("is another one for another API key", async () => {
    const key = newKey();
    const [first, second] = [await create(key), await create(key, {}, await api.workspace.addKey())];
    expect(second.status).toBe(201);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  it.each([
    ["blank", ""],
    ["longer than 255 characters", "x".repeat(256)],
    ["more than ASCII", "caf\u00e9"],
  ])("is refused when the key is %s", async (_, key) => {
    const { status, body } = await create(key);
    expect([status, body.fieldErrors[0].field]).toEqual([400, "Idempotency-Key"]);
  });

  it("takes a key of 255 characters", async () => {
    expect((await create("x".repeat(255))).status).toBe(201);
  });

  it("is forgotten after a day", async () => {
    const { db } = api.app.opened;
    const key = newKey();
    const first = await create(key);
    await removeExpired(db, KEEPING, Date.now() + DAY_MS - 60_000);
    expect((await create(key)).body).toEqual(first.body);
    await removeExpired(db, KEEPING, Date.now() + DAY_MS + 60_000);
    expect((await create(key)).body).not.toEqual(first.body);
  });

  it("leaves nothing readable in the database", async () => {
    const key = newKey();
    await create(key, { name: "Unreadable" });
    const { db } = api.app.opened;
    const rows = await db.selectFrom("idempotency_keys").where("idempotency_key", "=", key).selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain("Unreadable");
  });
});

describe("the stored claims", () => {
  const DIGEST = "a";
  /** A request that nobody made yet, of a stored key. */
  async function request(digest = DIGEST) {
    const { db, serverSecret } = api.app.opened;
    const { id: keyId } = await db
      .selectFrom("api_keys")
      .select("id")
      .where("digest", "=", digestKey(serverSecret, api.key))
      .executeTakeFirstOrThrow();
    return { workspaceId: api.workspace.id, keyId, operationId: "createDeal", idempotencyKey: newKey(), digest };
  }

  it("let a request that failed on our side be tried again, and nobody else's claim be touched", async () => {
    const { idempotency } = api.app.opened.store;
    const wanted = await request();
    const first = await idempotency.claim(wanted);
    expect(first.outcome).toBe("claimed");
    await idempotency.release(wanted, "of another process");
    expect(await idempotency.claim(wanted)).toEqual({ outcome: "running" });
    if (first.outcome === "claimed") await idempotency.release(wanted, first.claim);
    expect((await idempotency.claim(wanted)).outcome).toBe("claimed");
  });
});
