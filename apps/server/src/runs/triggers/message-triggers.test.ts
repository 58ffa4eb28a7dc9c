import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createReader, incoming, type MetaApi, startMetaApi } from "../../app/testing/conversations.ts";
import { addAutomation, runsOf } from "../../app/testing/triggers.ts";
import { INSTAGRAM_ID } from "../../channels/testing/meta-server.ts";

let meta: MetaApi;
/** Calls with a key of the same workspace that may create automations. */
let owner: Parameters<typeof addAutomation>[0];
beforeAll(async () => {
  meta = await startMetaApi();
  const key = await meta.workspace.addKey();
  owner = { app: meta.app, call: (method, path, init) => meta.call(method, path, { key, ...init }) };
});
afterAll(() => meta.app.close());

// The next test's events would start automations of this one.
afterEach(() => meta.app.opened.db.deleteFrom("automations").execute());

const onMessage = (triggerConfig: object) => addAutomation(owner, { triggerType: "message_received", triggerConfig });
const onComment = (triggerConfig: object) => addAutomation(owner, { triggerType: "instagram_comment", triggerConfig });

describe("a contact's text", () => {
  it("a message starts the automations that match its channel and words", async () => {
    const reader = createReader(meta);
    const [any, asked, otherWords, otherChannel] = [
      await onMessage({}),
      await onMessage({ channelId: meta.whatsappId, keywords: ["Preço", "valor"] }),
      await onMessage({ keywords: ["cancel"] }),
      await onMessage({ channelId: meta.instagramId }),
    ];
    await reader.received(incoming("5511900001111", { type: "text", text: { body: "Qual o PRECO?" } }));
    for (const { id } of [any, asked]) {
      expect(await runsOf(meta, id)).toMatchObject([
        { dealId: null, event: { message: { text: "Qual o PRECO?", direction: "inbound" } } },
      ]);
    }
    for (const { id } of [otherWords, otherChannel]) expect(await runsOf(meta, id)).toEqual([]);
  });

  it("a comment starts the automations that match its post and words", async () => {
    const reader = createReader(meta);
    const [any, asked, otherPost, otherWords] = [
      await onComment({}),
      await onComment({ mediaId: "m-1", keywords: ["quero"] }),
      await onComment({ mediaId: "m-2" }),
      await onComment({ keywords: ["cancel"] }),
    ];
    const value = { id: "9001", from: { id: "777", username: "ana.souza" }, media: { id: "m-1" }, text: "Eu quero!" };
    await reader.received({
      object: "instagram",
      entry: [{ id: INSTAGRAM_ID, time: 1, changes: [{ field: "comments", value }] }],
    });
    for (const { id } of [any, asked])
      expect(await runsOf(meta, id)).toMatchObject([{ event: { event: { commentId: "9001" } } }]);
    for (const { id } of [otherPost, otherWords]) expect(await runsOf(meta, id)).toEqual([]);
  });
});
