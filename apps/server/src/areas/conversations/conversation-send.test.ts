import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { metaError, PHONE_NUMBER_ID } from "../../channels/testing/meta-server.ts";
import { expectSuccess, fieldsOf } from "../../app/testing/api.ts";
import {
  addChannel,
  addDeal,
  addKey,
  incoming,
  instagramDelivery,
  type MetaApi,
  startMetaApi,
} from "../../app/testing/conversations.ts";
import type { Answer } from "../../app/testing/test-app.ts";

let api: MetaApi;
beforeAll(async () => {
  api = await startMetaApi();
});
afterEach(() => {
  api.meta.requests.length = 0;
});
afterAll(() => api.close());

const TO = "+5511987654321";
const send = (json: object, key = api.key, path = "/conversations/messages") => api.call("POST", path, { json, key });
const sent = async (json: object) => expectSuccess("sendConversationMessage", await send({ to: TO, ...json }));
const history = async (key = TO): Promise<Answer["body"]> =>
  expectSuccess(
    "listConversationMessages",
    await api.call("GET", `/conversations/${encodeURIComponent(key)}/messages?limit=200`),
  ).items;
const newest = async (key = TO) => (await history(key)).at(-1);
const upload = async (name: string, type: string): Promise<Answer["body"]> => {
  const form = new FormData();
  form.set("file", new Blob(["content"], { type }), name);
  const response = await fetch(`${api.app.url}/api/v1/media`, {
    method: "POST",
    headers: { authorization: `Bearer ${api.key}` },
    body: form,
  });
  const answer = { status: response.status, headers: response.headers, body: await response.json() };
  return expectSuccess("uploadMedia", answer);
};

describe("sending a message", () => {
  it.each([
    ["/conversations/messages", (answer: Answer) => expectSuccess("sendConversationMessage", answer)],
    ["/messages", (answer: Answer) => expectSuccess("sendMessage", answer)],
  ])("by POST %s reaches the contact and is saved", async (path, dataOf) => {
    const answer = dataOf(await send({ to: "(11) 98765-4321", text: "Hi" }, api.key, path));
    expect(answer).toMatchObject({ channelId: api.whatsappId, externalId: expect.stringMatching(/^wamid\./) });
    expect(api.meta.requests[0]?.body).toMatchObject({ to: "5511987654321", type: "text", text: { body: "Hi" } });
    expect(await newest()).toMatchObject({
      id: answer.id,
      externalId: answer.externalId,
      direction: "outbound",
      type: "text",
      status: "sent",
      body: "Hi",
      origin: "api",
      sentByUserId: api.memberId,
      recipientPhone: TO,
      errorMessage: null,
      read: false,
    });
  });

  const LINK = "https://files.example.com/a";
  it.each<[string, object, object]>([
    ["text of a null type", { type: null, text: "Hi" }, { type: "text", text: { body: "Hi", preview_url: true } }],
    ["an image", { type: "image", mediaLink: LINK, caption: "Roof" }, { image: { link: LINK, caption: "Roof" } }],
    ["a voice message", { type: "audio", mediaLink: LINK }, { audio: { link: LINK, voice: true } }],
    ["an audio file", { type: "audio", mediaLink: LINK, voice: false }, { audio: { link: LINK, voice: false } }],
    ["a video", { type: "video", mediaLink: LINK }, { video: { link: LINK } }],
    ["a sticker", { type: "sticker", mediaLink: LINK }, { sticker: { link: LINK } }],
    [
      "a document",
      { type: "document", mediaLink: LINK, filename: "quote.pdf", caption: "Quote" },
      { document: { link: LINK, filename: "quote.pdf", caption: "Quote" } },
    ],
    [
      "a template",
      {
        type: "template",
        templateName: "welcome",
        templateComponents: [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }],
      },
      {
        template: {
          name: "welcome",
          language: { code: "pt_BR" },
          components: [{ type: "body", parameters: [{ type: "text", text: "Ana" }] }],
        },
      },
    ],
    [
      "a template in another language",
      { type: "template", templateName: "welcome", templateLanguageCode: "en_US" },
      { template: { name: "welcome", language: { code: "en_US" } } },
    ],
    [
      "a location",
      { type: "location", content: { latitude: -23.5, longitude: -46.6, name: "Office" } },
      { location: { latitude: -23.5, longitude: -46.6, name: "Office" } },
    ],
    [
      "contact cards",
      { type: "contacts", content: { contacts: [{ name: { formatted_name: "Rui", first_name: "Rui" } }] } },
      { contacts: [{ name: { formatted_name: "Rui", first_name: "Rui" } }] },
    ],
    [
      "buttons",
      {
        type: "interactive",
        content: {
          type: "button",
          body: { text: "Shall we?" },
          action: { buttons: [{ type: "reply", reply: { id: "yes", title: "Yes" } }] },
        },
      },
      { interactive: { type: "button" } },
    ],
    [
      "a list",
      {
        type: "interactive",
        content: {
          type: "list",
          body: { text: "Which?" },
          action: { button: "Choose", sections: [{ rows: [{ id: "a", title: "A" }] }] },
        },
      },
      { interactive: { type: "list" } },
    ],
  ])("sends %s as Meta wants it", async (_, json, expected) => {
    expect((await sent(json)).externalId).toMatch(/^wamid\./);
    expect(api.meta.requests[0]?.body).toMatchObject(expected);
    const content = "content" in json ? { content: json.content } : {};
    expect(await newest()).toMatchObject({ status: "sent", errorMessage: null, ...content });
  });

  it("uploads stored media to Meta, and tells of it in the history", async () => {
    const { id } = await upload("roof.png", "image/png");
    await sent({ type: "image", mediaAssetId: id, caption: "The roof" });
    expect(api.meta.requests.map(({ path }) => path)).toEqual([
      `/v23.0/${PHONE_NUMBER_ID}/media`,
      `/v23.0/${PHONE_NUMBER_ID}/messages`,
    ]);
    const { media, body, previewText } = await newest();
    expect({ body, previewText }).toEqual({ body: "The roof", previewText: "The roof" });
    expect(media).toMatchObject({
      mediaAssetId: id,
      status: "READY",
      mediaType: "image",
      contentType: "image/png",
      filename: "roof.png",
      caption: "The roof",
      sizeBytes: 7,
    });
    expect((await api.call("GET", media.contentUrl.replace("/api/v1", ""))).body).toBe("content");
  });

  it.each(["PENDING", "FAILED"])("takes no stored media that is %s", async (status) => {
    const { id } = await upload("roof.png", "image/png");
    await api.app.opened.db.updateTable("media_assets").set({ status }).where("id", "=", id).execute();
    expect(fieldsOf(await send({ to: TO, type: "image", mediaAssetId: id }))).toEqual(["mediaAssetId"]);
  });

  it("is a text, though it names media besides", async () => {
    const { id } = await upload("roof.png", "image/png");
    await sent({ text: "No picture", mediaAssetId: id });
    expect(api.meta.requests.map(({ body }) => body?.["type"])).toEqual(["text"]);
    expect(await newest()).toMatchObject({ body: "No picture", media: null });
    const row = api.app.opened.db.selectFrom("messages").select("media_asset_id").where("body", "=", "No picture");
    expect(await row.execute()).toEqual([{ media_asset_id: null }]);
  });

  it.each([
    ["image/png", "image"],
    ["audio/ogg", "audio"],
    ["video/mp4", "video"],
    ["application/pdf", "document"],
    ["constructor/x", "document"],
  ])("keeps a file of %s as %s", async (type, mediaType) => {
    expect(await upload("a", type)).toMatchObject({ mediaType, contentType: type, filename: "a", status: "READY" });
  });

  it("quotes and reacts to messages of the same conversation only", async () => {
    const { id, externalId } = await sent({ text: "First" });
    const other = (await send({ to: "+5511900001111", text: "Elsewhere" })).body.data;
    api.meta.requests.length = 0;
    await sent({ text: "Second", quotedMessageId: id });
    await sent({ type: "reaction", content: { messageId: id, emoji: "👍" } });
    expect(api.meta.requests.map(({ body }) => body)).toMatchObject([
      { context: { message_id: externalId } },
      { type: "reaction", reaction: { message_id: externalId, emoji: "👍" } },
    ]);
    expect((await history()).at(-2)).toMatchObject({
      quotedMessageId: id,
      quotedText: "First",
      quotedType: "text",
      quotedDirection: "outbound",
    });
    for (const quotedMessageId of [other.id, "nothing", "\0"]) {
      const answer = await send({ to: TO, text: "x", quotedMessageId });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ["quotedMessageId"]]);
    }
    const reaction = await send({ to: TO, type: "reaction", content: { messageId: other.id, emoji: "👍" } });
    expect(fieldsOf(reaction)).toEqual(["content.messageId"]);
  });

  it("is told in the history of the contact's open deal", async () => {
    const { db } = api.app.opened;
    const { workspace, memberId } = api;
    const contact = await db
      .selectFrom("contacts")
      .selectAll()
      .where("workspace_id", "=", workspace.id)
      .where("phone", "=", TO)
      .executeTakeFirstOrThrow();
    expect(contact).toMatchObject({ created_by: memberId, last_message_at: expect.any(Date) });
    await addDeal(api, contact.id, memberId);
    const { id, conversationId } = await sent({ text: "About your deal" });
    const activities = await db
      .selectFrom("activities")
      .selectAll()
      .where("workspace_id", "=", workspace.id)
      .where("type", "=", "MESSAGE_SENT")
      .execute();
    expect(activities).toMatchObject([
      { actor_user_id: memberId, actor_type: "api_key", metadata: { messageId: id, text: "About your deal" } },
    ]);
    // Nothing says that it was a test, or that nobody got it.
    const told = { messageId: id, conversationId, channelId: api.whatsappId, messageType: "text" };
    expect(activities[0]?.metadata).toEqual({ ...told, text: "About your deal" });
  });
});

describe("the channel", () => {
  it("is the one by id before the one by sender, else the default", async () => {
    const second = await addChannel(api, { name: "Support", phoneNumberId: "555", isDefault: false });
    expect(
      (await send({ to: TO, text: "a", channelId: second, senderPhoneNumberId: PHONE_NUMBER_ID })).body.data,
    ).toMatchObject({
      channelId: second,
    });
    expect((await sent({ text: "b", senderPhoneNumberId: "555" })).channelId).toBe(second);
    expect((await sent({ text: "c" })).channelId).toBe(api.whatsappId);
    for (const [field, value] of [
      ["channelId", "none"],
      ["channelId", "\0"],
      ["channelId", api.instagramId],
      ["senderPhoneNumberId", "none"],
    ] as const) {
      const answer = await send({ to: TO, text: "x", [field]: value });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
    }
  });

  it("of another workspace is none, and a workspace without any is told so", async () => {
    const workspace = await api.app.workspace();
    const { key } = await addKey({ app: api.app, workspace });
    expect(fieldsOf(await send({ to: TO, text: "x", channelId: api.whatsappId }, key))).toEqual(["channelId"]);
    const answer = await send({ to: TO, text: "x" }, key);
    expect([answer.status, answer.body.code]).toEqual([409, "CONFLICT"]);
  });
});

describe("a message that cannot be sent as it is", () => {
  it.each<[string, object, string[]]>([
    ["no recipient", { to: null, text: "x" }, ["to"]],
    ["no phone", { to: "somebody", text: "x" }, ["to"]],
    ["no text", {}, ["text"]],
    ["a blank text", { text: "  " }, ["text"]],
    ["a text that is too long", { text: "x".repeat(4097) }, ["text"]],
    ["a type that nobody knows", { type: "hologram", text: "x" }, ["type"]],
    ["a type of every object", { type: "constructor" }, ["type"]],
    ["no media", { type: "image" }, ["mediaAssetId"]],
    ["media twice", { type: "image", mediaAssetId: "a", mediaLink: "https://a.example/b" }, ["mediaAssetId"]],
    ["a link that is none", { type: "image", mediaLink: "a b" }, ["mediaLink"]],
    ["a link to this machine's files", { type: "image", mediaLink: "file:///etc/passwd" }, ["mediaLink"]],
    ["unknown media", { type: "image", mediaAssetId: "none" }, ["mediaAssetId"]],
    ["a caption of audio", { type: "audio", mediaLink: "https://a.example/b", caption: "x" }, ["caption"]],
    ["no template", { type: "template" }, ["templateName"]],
    [
      "components that are no objects",
      { type: "template", templateName: "a", templateComponents: ["x"] },
      ["templateComponents[0]"],
    ],
    ["no place", { type: "location", content: { latitude: 91 } }, ["content.latitude", "content.longitude"]],
    ["no cards", { type: "contacts", content: {} }, ["content.contacts"]],
    ["no buttons", { type: "interactive" }, ["content"]],
    ["a half character", { text: "\ud800" }, ["text"]],
  ])("(%s) is a 400 that names the field, and leaves nothing", async (_, json, fields) => {
    const to = `+55119${Math.floor(1e7 + Math.random() * 8e7)}`;
    const answer = await send({ to, ...json });
    expect([answer.status, answer.body.code, fieldsOf(answer)]).toEqual([400, "VALIDATION_ERROR", fields]);
    expect((await api.call("GET", `/conversations/${encodeURIComponent(to)}`)).status).toBe(404);
    expect(api.meta.requests).toEqual([]);
  });
});

describe("a message that the provider refuses", () => {
  it.each([
    [131047, 400, "meta-window-closed", /24 hours.*template/],
    [131026, 400, "meta-not-on-whatsapp", /may not be on WhatsApp/],
    [130429, 429, "meta-rate", /Rate limit/],
  ])("for %d is saved as failed, with the reason", async (code, status, advice, reason) => {
    api.meta.next(metaError(status, code, "Rate limit hit"));
    const answer = await sent({ text: "Too late" });
    expect(answer.externalId).toBeNull();
    expect(await newest()).toMatchObject({
      id: answer.id,
      status: "failed",
      externalId: null,
      errorMessage: expect.stringMatching(reason),
      failure: [
        { code: advice, params: {} },
        { code: "meta-words", params: { words: expect.stringContaining("Rate limit hit"), code } },
      ],
    });
  });
});

describe("sending with a test key", () => {
  it("keeps every kind of message in the outbox and out of the world, newest first", async () => {
    const { key } = await addKey(api, { mode: "test" });
    const [first, second] = [await send({ to: TO, text: "One" }, key), await send({ to: TO, text: "Two" }, key)];
    expect(first.body.data.externalId).toMatch(/^outbox_/);
    expect(second.status).toBe(201);
    expect(api.meta.requests).toEqual([]);
    const list = async (query: string) => expectSuccess("listOutbox", await api.call("GET", `/outbox${query}`));
    const page = await list("?limit=1");
    expect(page.items).toMatchObject([
      { kind: "whatsapp", to: TO, channelId: api.whatsappId, content: { type: "text", text: { body: "Two" } } },
    ]);
    const rest = await list(`?limit=1&cursor=${encodeURIComponent(page.nextCursor)}`);
    expect(rest).toMatchObject({ items: [{ content: { text: { body: "One" } } }], hasMore: false });
  });

  it("is told in the history of the contact's deal as a test that nobody got", async () => {
    const { db } = api.app.opened;
    const to = "+5511987659901";
    await sent({ to, text: "For real" });
    const { id } = await db.selectFrom("contacts").select("id").where("phone", "=", to).executeTakeFirstOrThrow();
    const deal = await addDeal(api, id, api.memberId);
    await send({ to, text: "A try" }, (await addKey(api, { mode: "test" })).key);
    const told = db.selectFrom("activities").select("metadata").where("deal_id", "=", deal);
    const metadata = { text: "A try", kept: true, test: true };
    expect(await told.where("type", "=", "MESSAGE_SENT").execute()).toMatchObject([{ metadata }]);
  });
});

it("the outbox keeps e-mail alone where Meta is connected, unless the key is a test's", async () => {
  const state = { testKey: false, whatsapp: "sent", instagram: "sent", email: "kept" };
  expect(expectSuccess("getOutboxState", await api.call("GET", "/outbox/state"))).toEqual(state);
});

describe("Instagram", () => {
  it("is answered by `ig:` and the id of who wrote first", async () => {
    await api.deliver(instagramDelivery("5269001", { message: { mid: "mid.1", text: "Hello" } }));
    const answer = expectSuccess("sendConversationMessage", await send({ to: "ig:5269001", text: "Hi!" }));
    expect(answer).toMatchObject({ channelId: api.instagramId, externalId: expect.stringMatching(/^mid\./) });
    expect(api.meta.requests.at(-1)?.body).toEqual({ recipient: { id: "5269001" }, message: { text: "Hi!" } });
    await send({ to: "ig:5269001", type: "image", mediaLink: "https://a.example/b.png" });
    expect(api.meta.requests.at(-1)?.body?.["message"]).toEqual({
      attachment: { type: "image", payload: { url: "https://a.example/b.png" } },
    });
    const told = { status: "sent", type: "image", recipientPhone: null, senderPhone: null };
    expect(await newest("ig:5269001")).toMatchObject(told);
  });

  it("takes no templates, and no message to somebody who never wrote", async () => {
    expect(fieldsOf(await send({ to: "ig:5269001", type: "template", templateName: "a" }))).toEqual(["type"]);
    expect((await send({ to: "ig:111111", text: "Hi" })).status).toBe(404);
    // Wrong as any message, and as one for Instagram: said once.
    expect(fieldsOf(await send({ to: "ig:5269001", type: "hologram" }))).toEqual(["type"]);
  });
});

describe("a member who sees their own records only", () => {
  it("writes to new phones, and not to other members' contacts", async () => {
    const { key } = await addKey(api, { visibility: "own" });
    const mine = await send({ to: "+5511933334444", text: "Hi" }, key);
    expect(mine.status).toBe(201);
    await api.deliver(incoming("5511955556666", { type: "text", text: { body: "Hi" } }));
    expect((await send({ to: "+5511955556666", text: "Hi" }, key)).status).toBe(404);
    const list = await api.call("GET", "/conversations", { key });
    expect(list.body.data.items.map(({ phone }: { phone: string }) => phone)).toEqual(["+5511933334444"]);
    expect((await api.call("GET", "/conversations/%2B5511955556666", { key })).status).toBe(404);
    expect((await api.call("GET", "/conversations/%2B5511955556666/messages", { key })).status).toBe(404);
    const { id } = await upload("a.png", "image/png");
    expect((await api.call("GET", `/media/${id}`, { key })).status).toBe(404);
    expect(fieldsOf(await send({ to: "+5511933334444", type: "image", mediaAssetId: id }, key))).toEqual([
      "mediaAssetId",
    ]);
    expect((await api.call("GET", "/outbox", { key })).body.data.items).toEqual([]);
  });
});
