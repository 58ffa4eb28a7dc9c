import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addChannel } from "./testing/conversations.ts";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "./testing/api.ts";

let api: TestApi;
let channelId: string;
beforeAll(async () => {
  api = await startTestApi();
  channelId = await addChannel(api);
}, 60_000);
afterAll(() => api.app.close());

const send = (json: object, path = "/conversations/messages") => api.call("POST", path, { json });

describe("sending with a test key", () => {
  it.each(["/conversations/messages", "/messages"])("by POST %s keeps the message in the outbox", async (path) => {
    const sent = expectSuccess(
      path === "/messages" ? "sendMessage" : "sendConversationMessage",
      await send({ to: "(11) 98765-4321", text: "Hi" }, path),
    );
    expect(sent).toMatchObject({ channelId, externalId: expect.stringMatching(/^outbox_/) });
    const outbox = expectSuccess("listOutbox", await api.call("GET", "/outbox"));
    expect(outbox.items[0]).toMatchObject({
      kind: "whatsapp",
      channelId,
      to: "+5511987654321",
      content: { type: "text", text: { body: "Hi" } },
    });
  });

  it("finds the conversation again by any way to write the phone", async () => {
    const { conversationId } = (await send({ to: "+5511911112222", text: "One" })).body.data;
    expect((await send({ to: "5511911112222", text: "Two" })).body.data.conversationId).toBe(conversationId);
    for (const key of [conversationId, "+5511911112222", "(11) 91111-2222"]) {
      const path = `/conversations/${encodeURIComponent(key)}`;
      const one = expectSuccess("getConversation", await api.call("GET", path));
      expect(one).toMatchObject({
        id: conversationId,
        phone: "+5511911112222",
        sendTo: "+5511911112222",
        lastMessageText: "Two",
        lastMessageDirection: "outbound",
        channelId,
        provider: "whatsapp",
        closed: false,
      });
      const history = expectSuccess("listConversationMessages", await api.call("GET", `${path}/messages`));
      expect(history.items.map(({ body }: { body: string }) => body)).toEqual(["One", "Two"]);
    }
  });
});
