import { describe, expect, it } from "vitest";
import type { StoredAsset, StoredConversation, StoredMessage } from "./model.ts";
import type { ListedOutboxEntry } from "./port.ts";
import { presentConversation, presentMessage, presentOutboxEntry } from "./present.ts";

const AT = "2026-03-10T12:00:00.000Z";
const CONTACT: StoredConversation["contact"] = {
  id: "ana",
  seq: 7,
  name: null,
  firstName: "Ana",
  lastName: null,
  phone: "+5511987654321",
  email: null,
  instagramUsername: null,
  avatarUrl: null,
  avatarKey: null,
  isInternal: false,
  blocked: false,
};
const conversation = (change: Partial<StoredConversation>): StoredConversation => ({
  id: "c",
  contact: CONTACT,
  channel: null,
  lastMessageChannel: null,
  whatsappId: null,
  instagramId: null,
  activeDeal: null,
  lastMessageText: "",
  lastMessageAt: null,
  lastMessageDirection: null,
  lastInboundAt: null,
  lastActivityAt: AT,
  unreadCount: 0,
  isReturning: false,
  isClosed: false,
  createdAt: AT,
  updatedAt: AT,
  ...change,
});

const INSTAGRAM = { id: "ig", kind: "instagram", name: "@acme", phoneNumberId: null } as const;
const WHATSAPP = { id: "wa", kind: "whatsapp", name: "Sales", phoneNumberId: "1" } as const;
const SILENT = { ...CONTACT, phone: null };

describe("where a conversation is answered", () => {
  it.each<[string, Partial<StoredConversation>, waId: string, sendTo: string]>([
    ["by phone", {}, "5511987654321", "+5511987654321"],
    ["by phone, and WhatsApp's own id of it", { whatsappId: "551187654321" }, "551187654321", "+5511987654321"],
    ["by phone where both are known", { instagramId: "5", channel: WHATSAPP }, "5511987654321", "+5511987654321"],
    ["on Instagram where that is its channel", { instagramId: "5", channel: INSTAGRAM }, "ig:5", "ig:5"],
    ["by phone where no id of Instagram is known", { channel: INSTAGRAM }, "5511987654321", "+5511987654321"],
    ["on Instagram where there is no phone", { contact: SILENT, instagramId: "5" }, "ig:5", "ig:5"],
    ["nowhere", { contact: SILENT }, "", ""],
  ])("is %s", (_, known, waId, sendTo) => {
    const shown = presentConversation(conversation(known));
    expect(shown).toMatchObject({ waId, sendTo, phone: known.contact === SILENT ? "" : "+5511987654321" });
    expect(shown.contactInstagramId).toBe(known.instagramId === undefined ? null : "ig:5");
  });

  it("and whose it is are null while nothing is known", () => {
    expect(presentConversation(conversation({}))).toMatchObject({
      channelId: null,
      channelName: null,
      provider: null,
      lastMessageChannelId: null,
      lastMessageProvider: null,
      responsibleUserId: null,
      activeDealSeq: null,
    });
    const known = {
      channel: WHATSAPP,
      lastMessageChannel: INSTAGRAM,
      activeDeal: { seq: 3, responsibleUserId: "bia" },
    };
    expect(presentConversation(conversation(known))).toMatchObject({
      channelId: "wa",
      channelName: "Sales",
      provider: "whatsapp",
      lastMessageChannelId: "ig",
      lastMessageProvider: "instagram",
      responsibleUserId: "bia",
      activeDealSeq: 3,
    });
  });
});

const ASSET: StoredAsset = {
  id: "a",
  status: "READY",
  mediaType: "image",
  contentType: "image/webp",
  filename: "roof.webp",
  sizeBytes: 7,
  fileKey: "f",
  durationMs: 5,
  width: 3,
  height: 2,
  createdAt: AT,
};
const MEDIA = {
  mediaType: "image",
  contentType: "image/png",
  caption: "Roof",
  filename: null,
  providerMediaId: "11",
  providerMediaUrl: null,
};
const message = (change: Partial<StoredMessage>): StoredMessage => ({
  id: "m",
  conversationId: "c",
  channelId: "wa",
  externalId: null,
  direction: "outbound",
  type: "text",
  status: "sent",
  statusAt: null,
  errorMessage: null,
  failure: null,
  body: "Hi",
  previewText: "Hi",
  content: null,
  media: null,
  asset: null,
  senderPhone: null,
  recipientPhone: null,
  quoted: null,
  sentByUserId: null,
  origin: null,
  originLabel: null,
  isTest: false,
  isRead: false,
  sentAt: AT,
  editedAt: null,
  deletedAt: null,
  createdAt: AT,
  ...change,
});

describe("a message", () => {
  it.each<[Partial<StoredMessage>, boolean]>([
    [{ direction: "inbound", status: "received", isRead: true }, true],
    [{ direction: "inbound", status: "received", isRead: false }, false],
    [{ direction: "outbound", status: "read" }, true],
    [{ direction: "outbound", status: "delivered", isRead: true }, false],
  ])("of which %j is known is read: %j", (known, read) => {
    expect(presentMessage(message(known)).read).toBe(read);
  });

  it("shows its media by the file that is kept, else by what the provider told", () => {
    const { media } = presentMessage(message({ media: MEDIA, asset: ASSET }));
    expect(media).toEqual({
      mediaAssetId: "a",
      status: "READY",
      mediaType: "image",
      contentType: "image/webp",
      caption: "Roof",
      filename: "roof.webp",
      providerMediaId: "11",
      providerMediaUrl: null,
      contentUrl: "/api/v1/media/a/content",
      sizeBytes: 7,
      durationMs: 5,
      width: 3,
      height: 2,
    });
    const none = { mediaAssetId: null, status: null, contentUrl: null, sizeBytes: null };
    const sizes = { durationMs: null, width: null, height: null };
    expect(presentMessage(message({ media: { ...MEDIA, filename: "a.png" } })).media).toEqual({
      ...MEDIA,
      ...none,
      ...sizes,
      filename: "a.png",
    });
    const waiting = { ...ASSET, status: "PENDING", contentType: null } as const;
    expect(presentMessage(message({ media: { ...MEDIA, filename: "a.png" }, asset: waiting })).media).toMatchObject({
      status: "PENDING",
      contentType: "image/png",
      filename: "a.png",
      contentUrl: null,
    });
  });

  it("shows what it quotes, with its media", () => {
    const quoted = { id: "q", externalId: null, type: "image", direction: "inbound", previewText: "Roof" } as const;
    expect(presentMessage(message({ quoted: { ...quoted, media: MEDIA, asset: ASSET } }))).toMatchObject({
      quotedMessageId: "q",
      quotedText: "Roof",
      quotedType: "image",
      quotedDirection: "inbound",
      quotedMedia: { mediaAssetId: "a", filename: "roof.webp" },
    });
    expect(presentMessage(message({ quoted: { ...quoted, media: null, asset: null } }))).toMatchObject({
      quotedMessageId: "q",
      quotedMedia: null,
    });
    expect(presentMessage(message({}))).toMatchObject({
      quotedMessageId: null,
      quotedText: null,
      quotedType: null,
      quotedDirection: null,
      quotedMedia: null,
    });
  });

  it("says that a test wrote it, and nothing where none did", () => {
    expect(presentMessage(message({ isTest: true }))).toMatchObject({ test: true });
    expect(presentMessage(message({}))).not.toHaveProperty("test");
  });
});

const entry = (change: Partial<ListedOutboxEntry>): ListedOutboxEntry => ({
  id: "o",
  kind: "whatsapp",
  channelId: null,
  contactId: null,
  contactName: null,
  recipient: "+5511987654321",
  content: { text: "Hi" },
  messageId: null,
  source: null,
  createdAt: AT,
  ...change,
});

describe("an entry of the outbox", () => {
  const SECRET = "https://me:secret@hook.example/in";
  it("names its message, where it is one", () => {
    expect(presentOutboxEntry(entry({ messageId: "m" }))).toMatchObject({ messageId: "m" });
    expect(presentOutboxEntry(entry({}))).not.toHaveProperty("messageId");
  });

  it("shows a webhook without what lets its caller in, and all of anything else", () => {
    const hook = presentOutboxEntry(
      entry({ kind: "webhook", recipient: SECRET, content: { url: SECRET, method: "POST" } }),
    );
    expect(JSON.stringify(hook)).not.toContain("secret");
    expect(hook).toMatchObject({ to: expect.stringContaining("hook.example"), content: { method: "POST" } });
    expect(hook.content["url"]).toBe(hook.to);
    expect(presentOutboxEntry(entry({ kind: "webhook", recipient: SECRET, content: { url: 1 } })).content).toEqual({
      url: 1,
    });
    const mail = presentOutboxEntry(entry({ kind: "email", recipient: SECRET, content: { url: SECRET } }));
    expect(mail).toMatchObject({ to: SECRET, content: { url: SECRET } });
  });
});
