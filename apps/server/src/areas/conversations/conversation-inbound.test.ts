import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "../../app/testing/api.ts";
import {
  addDeal,
  createReader,
  incoming,
  instagramDelivery,
  type MetaApi,
  startMetaApi,
} from "../../app/testing/conversations.ts";

let api: MetaApi;
let reader: ReturnType<typeof createReader>;
beforeAll(async () => {
  api = await startMetaApi();
  reader = createReader(api);
});
afterAll(() => api.close());

const close = (key: string, closed: boolean) => api.call("PATCH", reader.path(key), { json: { closed } });

describe("a WhatsApp message", () => {
  it("makes contact and conversation, an event and a line of the deal's history", async () => {
    await reader.received(incoming("5511911110001", { type: "text", text: { body: "Hello" } }, "Ana Souza"));
    const contact = await reader.contactOf("+5511911110001");
    expect(contact).toMatchObject({ name: "Ana Souza", created_by: null });
    const dealId = await addDeal(api, contact.id, api.memberId);
    await reader.received(
      incoming("5511911110001", { id: "wamid.second", type: "text", text: { body: "Are you there?" } }),
    );
    expect(await reader.conversation("+5511911110001")).toMatchObject({
      waId: "5511911110001",
      sendTo: "+5511911110001",
      displayName: "Ana Souza",
      contactId: contact.id,
      channelId: api.whatsappId,
      channelName: "Sales",
      provider: "whatsapp",
      lastMessageText: "Are you there?",
      lastMessageDirection: "inbound",
      lastMessageChannelId: api.whatsappId,
      unreadCount: 2,
      responsibleUserId: api.memberId,
      closed: false,
      returning: false,
    });
    expect(await reader.history("+5511911110001")).toMatchObject([
      {
        body: "Hello",
        direction: "inbound",
        status: "received",
        read: false,
        senderPhone: "+5511911110001",
        recipientPhone: "15550783881",
      },
      { body: "Are you there?", externalId: "wamid.second" },
    ]);
    const event = (await reader.events("message_received")).at(-1);
    expect(event).toMatchObject({
      deal_id: dealId,
      contact_id: contact.id,
      payload: {
        messageId: expect.any(String),
        conversationId: expect.any(String),
        channelId: api.whatsappId,
        channelKind: "whatsapp",
        messageType: "text",
        text: "Are you there?",
        buttonId: null,
        buttonText: null,
        quotedExternalId: null,
        sentAt: expect.any(String),
      },
    });
    const activities = await api.app.opened.db
      .selectFrom("activities")
      .selectAll()
      .where("deal_id", "=", dealId)
      .execute();
    expect(activities).toMatchObject([
      { type: "MESSAGE_RECEIVED", actor_type: "system", metadata: { text: "Are you there?" } },
    ]);
    const { payload } = event as { payload: Record<string, unknown> };
    expect(activities[0]?.metadata).toEqual({
      messageId: payload["messageId"],
      conversationId: payload["conversationId"],
      channelId: api.whatsappId,
      messageType: "text",
      text: "Are you there?",
    });
  });

  it("delivered twice, and at the same time, is one", async () => {
    const payload = incoming("5511911110002", { type: "text", text: { body: "Once" } });
    await Promise.all([reader.received(payload), reader.received(payload), reader.received(payload)]);
    await reader.received(payload);
    expect(await reader.history("+5511911110002")).toHaveLength(1);
    expect(await reader.conversation("+5511911110002")).toMatchObject({ unreadCount: 1 });
  });

  it("of a new contact, several at the same time, makes one contact and one conversation", async () => {
    const payloads = Array.from({ length: 5 }, (_, index) =>
      incoming("5511911110003", { type: "text", text: { body: String(index) } }),
    );
    await Promise.all(payloads.map(reader.received));
    expect(await reader.history("+5511911110003")).toHaveLength(5);
    expect(await reader.conversation("+5511911110003")).toMatchObject({ unreadCount: 5 });
  });

  it("from a number without the ninth digit is of the same contact", async () => {
    await reader.received(incoming("5511911110004", { type: "text", text: { body: "With" } }));
    await reader.received(incoming("551111110004", { type: "text", text: { body: "Landline-like" } }));
    await reader.received(incoming("551191110004", { type: "text", text: { body: "Without" } }));
    await reader.received(incoming("5511991110004", { type: "text", text: { body: "With again" } }));
    expect((await reader.history("+5511991110004")).map(({ body }) => body)).toEqual(["Without", "With again"]);
  });

  it.each<[string, object, object]>([
    [
      "an image",
      { type: "image", image: { id: "11", mime_type: "image/jpeg", caption: "My roof" } },
      { body: "My roof", media: { mediaType: "image", providerMediaId: "11", caption: "My roof" } },
    ],
    [
      "a voice message",
      { type: "audio", audio: { id: "12", mime_type: "audio/ogg; codecs=opus", voice: true } },
      { previewText: "[audio]", content: { voice: true } },
    ],
    [
      "a document",
      { type: "document", document: { id: "13", mime_type: "application/pdf", filename: "bill.pdf" } },
      { previewText: "bill.pdf", media: { filename: "bill.pdf" } },
    ],
    [
      "a sticker",
      { type: "sticker", sticker: { id: "14", mime_type: "image/webp" } },
      { media: { mediaType: "sticker" } },
    ],
    [
      "a location",
      { type: "location", location: { latitude: -23.5, longitude: -46.6, name: "Home" } },
      { body: "Home", content: { latitude: -23.5 } },
    ],
    [
      "contact cards",
      { type: "contacts", contacts: [{ name: { formatted_name: "Rui" } }] },
      { content: { contacts: [{ name: { formatted_name: "Rui" } }] } },
    ],
    [
      "an answer by a template's button",
      { type: "button", button: { payload: "yes", text: "Yes, please" } },
      { body: "Yes, please" },
    ],
    [
      "an answer by form",
      {
        type: "interactive",
        interactive: { type: "nfm_reply", nfm_reply: { body: "Sent", name: "flow", response_json: "{}" } },
      },
      { body: "Sent" },
    ],
    [
      "what WhatsApp cannot show",
      { type: "unsupported", errors: [{ code: 131051, title: "Unsupported" }] },
      { type: "unsupported", content: { errors: [{ code: 131051 }] } },
    ],
    [
      "a message from an ad",
      { type: "text", text: { body: "I saw it" }, referral: { source_id: "ad-1", ctwa_clid: "c" } },
      { content: { referral: { source_id: "ad-1" } } },
    ],
  ])("may be %s", async (_, message, expected) => {
    const from = `55119${Math.floor(1e7 + Math.random() * 8e7)}`;
    await reader.received(incoming(from, message));
    expect(await reader.history(`+${from}`)).toMatchObject([expected]);
  });

  it("that answers by a button or a list tells which, and what it answers", async () => {
    const { externalId, id } = (
      await api.call("POST", "/conversations/messages", { json: { to: "+5511911110005", text: "Shall we?" } })
    ).body.data;
    await reader.received(
      incoming("5511911110005", {
        type: "interactive",
        interactive: { type: "button_reply", button_reply: { id: "yes", title: "Yes" } },
        context: { from: "15550783881", id: externalId },
      }),
    );
    expect((await reader.events("message_received")).at(-1)?.payload).toMatchObject({
      buttonId: "yes",
      buttonText: "Yes",
      text: "Yes",
      quotedExternalId: externalId,
    });
    expect((await reader.history("+5511911110005")).at(-1)).toMatchObject({
      body: "Yes",
      quotedMessageId: id,
      quotedText: "Shall we?",
    });
    await reader.received(
      incoming("5511911110005", {
        type: "interactive",
        interactive: { type: "list_reply", list_reply: { id: "row-2", title: "Second" } },
      }),
    );
    expect((await reader.events("message_received")).at(-1)?.payload).toMatchObject({
      buttonId: "row-2",
      buttonText: "Second",
    });
  });

  it("that is a reaction stands in the history, and asks for no answer", async () => {
    await reader.received(incoming("5511911110006", { id: "wamid.liked", type: "text", text: { body: "Nice" } }));
    const before = (await reader.events("message_received")).length;
    await reader.received(
      incoming("5511911110006", { type: "reaction", reaction: { message_id: "wamid.liked", emoji: "❤️" } }),
    );
    expect((await reader.history("+5511911110006")).at(-1)).toMatchObject({
      type: "reaction",
      body: "❤️",
      quotedText: "Nice",
    });
    expect(await reader.conversation("+5511911110006")).toMatchObject({ unreadCount: 1, lastMessageText: "Nice" });
    expect(await reader.events("message_received")).toHaveLength(before);
  });

  it("in a closed conversation opens it again, until it is closed again", async () => {
    await reader.received(incoming("5511911110007", { type: "text", text: { body: "One" } }));
    expect(expectSuccess("updateConversation", await close("+5511911110007", true))).toMatchObject({
      closed: true,
      returning: false,
    });
    await reader.received(incoming("5511911110007", { type: "text", text: { body: "Two" } }));
    expect(await reader.conversation("+5511911110007")).toMatchObject({ closed: false, returning: true });
    expect((await close("+5511911110007", true)).body.data).toMatchObject({ closed: true, returning: false });
    expect((await close("+5511911110007", false)).body.data).toMatchObject({ closed: false, returning: false });
  });

  it("of a blocked contact is kept, and nothing else", async () => {
    await reader.received(incoming("5511911110008", { type: "text", text: { body: "One" } }));
    await api.app.opened.db
      .updateTable("contacts")
      .set({ blocked: true })
      .where("phone", "=", "+5511911110008")
      .execute();
    const before = (await reader.events("message_received")).length;
    await reader.received(incoming("5511911110008", { type: "text", text: { body: "Two" } }));
    expect(await reader.conversation("+5511911110008")).toMatchObject({ unreadCount: 1, lastMessageText: "One" });
    expect(await reader.history("+5511911110008")).toHaveLength(2);
    expect(await reader.events("message_received")).toHaveLength(before);
  });

  it.each([
    ["SAIR", "SAIR"],
    [" stop. ", "STOP"],
    ["Pará!", null],
    ["parar", "PARAR"],
    ["I will stop by tomorrow", null],
  ])("saying %j opts out by %s", async (body, keyword) => {
    const from = `55119${Math.floor(1e7 + Math.random() * 8e7)}`;
    await reader.received(incoming(from, { type: "text", text: { body } }));
    const contact = await reader.contactOf(`+${from}`);
    expect(contact.opted_out_keyword).toBe(keyword);
    expect(contact.opted_out_source).toBe(keyword === null ? null : "whatsapp");
    expect(contact.opted_out_at === null).toBe(keyword === null);
  });

  it("that opted out and comes again, after that was lifted, opts out no more", async () => {
    const payload = incoming("5511911110010", { type: "text", text: { body: "STOP" } });
    await reader.received(payload);
    const { id } = await reader.contactOf("+5511911110010");
    const json = { optedOut: false };
    expect((await api.call("PATCH", `/contacts/${id}`, { json })).body.data.optedOutAt).toBeNull();
    await reader.received(payload);
    expect(await reader.contactOf("+5511911110010")).toMatchObject({ opted_out_at: null });
  });

  it("names its contact once, whom people and searches know by that name", async () => {
    const said = { type: "text", text: { body: "Hi" } };
    const names = async (search: string) =>
      (await api.call("GET", `/contacts?search=${search}`)).body.data.items.map(({ name }: { name: string }) => name);
    const { contactId } = (await api.call("POST", "/deals", { json: { phone: "+5511911110011" } })).body.data;
    await reader.received(incoming("5511911110011", said, "Zuleica"));
    await reader.received(incoming("5511911110011", said, "Zuleide"));
    expect(await reader.contactOf("+5511911110011")).toMatchObject({ id: contactId, name: "Zuleica" });
    expect([await names("zuleica"), await names("zuleide"), await names("91111-0011")]).toEqual([
      ["Zuleica"],
      [],
      ["Zuleica"],
    ]);
  });

  it("of Instagram is of nobody's phone, whatever its sender's id looks like", async () => {
    await reader.received(instagramDelivery("5511911110012", { message: { mid: "mid.phone", text: "Hi" } }));
    expect(await reader.conversation("ig:5511911110012")).toMatchObject({ phone: "", sendTo: "ig:5511911110012" });
  });

  it("is read with everything else in its conversation", async () => {
    await reader.received(incoming("5511911110009", { type: "text", text: { body: "One" } }));
    for (let time = 0; time < 2; time += 1) {
      const answer = await api.call("POST", `${reader.path("+5511911110009")}/read`);
      expect(expectSuccess("markConversationRead", answer)).toMatchObject({ unreadCount: 0 });
    }
    expect(await reader.history("+5511911110009")).toMatchObject([{ read: true }]);
  });
});
