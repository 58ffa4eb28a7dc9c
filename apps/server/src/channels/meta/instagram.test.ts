import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID } from "../testing/meta-server.ts";
import { createReader, instagramDelivery, type MetaApi, startMetaApi } from "../../app/testing/conversations.ts";

let api: MetaApi;
let reader: ReturnType<typeof createReader>;
beforeAll(async () => {
  api = await startMetaApi();
  reader = createReader(api);
});
afterAll(() => api.close());

const echo = (mid: string, text: string) => ({
  object: "instagram",
  entry: [
    {
      id: INSTAGRAM_ID,
      messaging: [
        {
          sender: { id: INSTAGRAM_ID },
          recipient: { id: "5267003" },
          timestamp: Date.now(),
          message: { mid, text, is_echo: true },
        },
      ],
    },
  ],
});

const comment = (value: object) => ({
  object: "instagram",
  entry: [{ id: INSTAGRAM_ID, time: 1, changes: [{ field: "comments", value }] }],
});

describe("Instagram", () => {
  it("direct messages make a contact by the id of who wrote", async () => {
    await reader.received(instagramDelivery("5267001", { message: { mid: "mid.a", text: "Hello" } }));
    await reader.received(instagramDelivery("5267001", { message: { mid: "mid.a", text: "Hello" } }));
    await reader.received(
      instagramDelivery("5267001", {
        message: { mid: "mid.b", text: "Yes", quick_reply: { payload: "yes" }, reply_to: { mid: "mid.a" } },
      }),
    );
    expect(await reader.conversation("ig:5267001")).toMatchObject({
      waId: "ig:5267001",
      sendTo: "ig:5267001",
      contactInstagramId: "ig:5267001",
      phone: "",
      provider: "instagram",
      channelId: api.instagramId,
      unreadCount: 2,
    });
    expect(await reader.history("ig:5267001")).toMatchObject([{ body: "Hello" }, { body: "Yes", quotedText: "Hello" }]);
    expect((await reader.events("message_received")).at(-1)?.payload).toMatchObject({
      buttonId: "yes",
      channelKind: "instagram",
    });
  });

  it("postbacks, reactions, edits, unsending and reading are understood", async () => {
    await reader.received(
      instagramDelivery("5267002", { postback: { mid: "mid.p", title: "Prices", payload: "PRICES" } }),
    );
    await reader.received(instagramDelivery("5267002", { message: { mid: "mid.c", text: "Helo" } }));
    await reader.received(instagramDelivery("5267002", { message_edit: { mid: "mid.c", text: "Hello", num_edit: 1 } }));
    await reader.received(instagramDelivery("5267002", { reaction: { mid: "mid.c", action: "react", emoji: "❤️" } }));
    await reader.received(instagramDelivery("5267002", { message: { mid: "mid.d", text: "Oops" } }));
    await reader.received(instagramDelivery("5267002", { message: { mid: "mid.d", is_deleted: true } }));
    const { externalId } = (
      await api.call("POST", "/conversations/messages", { json: { to: "ig:5267002", text: "Hi" } })
    ).body.data;
    await reader.received(instagramDelivery("5267002", { read: { mid: externalId } }));
    const said = await reader.history("ig:5267002");
    expect(said.find(({ externalId: id }) => id === "mid.p")).toMatchObject({ body: "Prices" });
    expect(said.find(({ externalId: id }) => id === "mid.c")).toMatchObject({
      body: "Hello",
      editedAt: expect.any(String),
    });
    expect(said.find(({ type }) => type === "reaction")).toMatchObject({ body: "❤️", quotedText: "Hello" });
    expect(said.find(({ externalId: id }) => id === "mid.d")).toMatchObject({
      body: "Oops",
      deletedAt: expect.any(String),
    });
    expect(said.find(({ externalId: id }) => id === externalId)).toMatchObject({ status: "read", read: true });
  });

  it("what is written in Instagram itself comes in as sent, and our own messages do not come twice", async () => {
    await reader.received(instagramDelivery("5267003", { message: { mid: "mid.e", text: "Hello" } }));
    await reader.received(echo("mid.f", "From the phone"));
    api.meta.next((_, response) => {
      void reader
        .received(echo("mid.g", "From here"))
        .then(() =>
          response
            .writeHead(200, { "content-type": "application/json" })
            .end('{"recipient_id":"5","message_id":"mid.g"}'),
        );
    });
    await api.call("POST", "/conversations/messages", { json: { to: "ig:5267003", text: "From here" } });
    await reader.received(echo("mid.g", "From here"));
    const said = await reader.history("ig:5267003");
    expect(said.map(({ body, direction, origin }) => [body, direction, origin])).toEqual([
      ["Hello", "inbound", null],
      ["From the phone", "outbound", "app"],
      ["From here", "outbound", "api"],
    ]);
    expect(await reader.conversation("ig:5267003")).toMatchObject({ unreadCount: 1, lastMessageDirection: "outbound" });
  });

  it("comments start automations, once, and make a contact by its name", async () => {
    const value = { id: "1791", from: { id: "5267004", username: "ana.sol" }, media: { id: "m1" }, text: "Price?" };
    await reader.received(comment(value));
    await reader.received(comment(value));
    await reader.received({
      object: "instagram",
      entry: [{ id: INSTAGRAM_ID, field: "comments", value: { ...value, id: "1792", parent_id: "1791" } }],
    });
    const found = await reader.events("instagram_comment");
    expect(found.map(({ payload }) => payload)).toEqual([
      {
        commentId: "1791",
        channelId: api.instagramId,
        username: "ana.sol",
        mediaId: "m1",
        parentId: null,
        text: "Price?",
      },
      {
        commentId: "1792",
        channelId: api.instagramId,
        username: "ana.sol",
        mediaId: "m1",
        parentId: "1791",
        text: "Price?",
      },
    ]);
    expect(new Set(found.map(({ contact_id }) => contact_id)).size).toBe(1);
    await reader.received(comment({ id: "1793", from: { id: INSTAGRAM_ID, username: "acme" }, text: "Our own" }));
    expect(await reader.events("instagram_comment")).toHaveLength(2);
  });
});
