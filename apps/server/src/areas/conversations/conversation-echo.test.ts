import { afterAll, beforeAll, expect, it } from "vitest";
import { type MetaApi, startMetaApi } from "../../app/testing/conversations.ts";
import { someoneWaitsForALock } from "../../testing/lock-waits.ts";

let api: MetaApi;
beforeAll(async () => {
  api = await startMetaApi();
});
afterAll(() => api.close());

const TO = "+5511987650001";
const ECHOED = "wamid.echoed";

const send = (text: string, headers: Record<string, string>) =>
  api.call("POST", "/messages", { key: api.key, json: { to: TO, text }, headers });

/** The provider tells of the message that it takes next as of one sent elsewhere, in a transaction that ends after its answer. */
async function echoNext(externalId: string): Promise<{ told: () => Promise<unknown> }> {
  const { store } = api.app.opened;
  const contact = await store.conversations.contacts.findByPhone(api.workspace.id, TO);
  if (contact === null) throw new Error("Nobody was written to yet");
  const channel = { id: api.whatsappId, kind: "whatsapp", name: "Sales", phoneNumberId: null } as const;
  const said = { type: "text", body: "Hi", previewText: "Hi", content: null, media: null, asset: null, reply: null };
  const echo = { ...said, contact, channel, externalId, sentAt: new Date().toISOString(), isEcho: true, isTest: false };
  const from = { senderPhone: null, recipientPhone: TO, quotedExternalId: null };
  let told: Promise<unknown> = Promise.resolve();
  const tell = (isWritten: () => void) =>
    store.transaction(async ({ conversations }) => {
      await conversations.addIncoming(api.workspace.id, { ...echo, ...from });
      isWritten();
      await expect.poll(() => someoneWaitsForALock(api.app.opened.db)).toBe(true);
    });
  api.meta.holdNext(() => new Promise((isWritten) => (told = tell(isWritten))));
  api.meta.next((_, response) => response.end(JSON.stringify({ messages: [{ id: externalId }] })));
  return { told: () => told };
}

it.each([
  ["without a key", {}],
  ["under a key", { "idempotency-key": "echoed" }],
])("a message %s is sent once where its provider tells of it at the very moment of its answer", async (_, headers) => {
  await send("First", {});
  const externalId = `${ECHOED}.${Object.keys(headers).length}`;
  const { told } = await echoNext(externalId);
  api.meta.requests.length = 0;
  const answer = await send("Hi", headers);
  await told();
  expect(answer).toMatchObject({ status: 201, body: { data: { externalId } } });
  expect(api.meta.requests).toHaveLength(1);
  const { body } = await api.call("GET", `/conversations/${encodeURIComponent(TO)}/messages`, { key: api.key });
  const { id } = answer.body.data;
  const ofIt = body.data.items.filter((message: { externalId: string }) => message.externalId === externalId);
  expect(ofIt).toMatchObject([{ id, status: "sent", origin: "api" }]);
});

it("a message is told of as undelivered, though it becomes known only while its provider's report is written down", async () => {
  const { db, store } = api.app.opened;
  const sent = await send("Hi", { "idempotency-key": "undelivered" });
  const { id, externalId } = sent.body.data;
  const known = (now: string | null) =>
    db.updateTable("messages").set({ external_id: now }).where("id", "=", id).returning("idempotency_key").execute();
  const [message] = await known(null);
  const report = {
    externalId,
    messageId: null,
    status: "failed",
    failure: null,
    at: new Date().toISOString(),
  } as const;
  const { told } = await db.transaction().execute(async (trx) => {
    const early = { external_id: externalId, status: "failed", status_at: new Date() };
    await trx
      .insertInto("early_statuses")
      .values({ ...early, workspace_id: api.workspace.id })
      .execute();
    // Who looked for the message in vain waits for that row.
    const applied = store.conversations.applyStatus(api.workspace.id, report);
    await expect.poll(() => someoneWaitsForALock(db)).toBe(true);
    await known(externalId);
    await trx.deleteFrom("early_statuses").where("external_id", "=", externalId).execute();
    return { told: applied };
  });
  expect(message?.idempotency_key).not.toBeNull();
  const undelivered = { key: message?.idempotency_key, failure: [{ code: "message-undelivered", params: {} }] };
  expect(await told).toEqual(undelivered);
});
