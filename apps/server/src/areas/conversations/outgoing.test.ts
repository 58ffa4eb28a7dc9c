import type { SendMessageRequest } from "@trilho/contract";
import { describe, expect, it } from "vitest";
import { problemsOfKind, toOutgoing, type OutgoingParts } from "./outgoing.ts";
import type { Channel } from "./sender.ts";

type Said = Omit<SendMessageRequest, "to">;
const asked = (said: Said): SendMessageRequest => ({ to: "x", ...said });
const LINK = "https://files.example/a";
const CHANNEL: Channel = { id: "c", kind: "whatsapp", name: "Sales", phoneNumberId: "1" };
const PHONE = { kind: "whatsapp", phone: "+5511987654321" } as const;
const USER = { kind: "instagram", instagramId: "5269001" } as const;
const outgoing = (said: Said, more: Partial<OutgoingParts> = {}) =>
  toOutgoing({
    request: asked(said),
    channel: CHANNEL,
    recipient: PHONE,
    quoted: null,
    target: null,
    file: null,
    ...more,
  });

describe("a message on WhatsApp", () => {
  it.each<[string, Said, Partial<OutgoingParts>, object]>([
    [
      "a text, whatever media it names",
      { text: "Hi", mediaLink: LINK },
      {},
      { text: { body: "Hi", preview_url: true } },
    ],
    ["media by their address", { type: "image", mediaLink: LINK }, {}, { image: { link: LINK } }],
    ["media whose file goes up first", { type: "image", mediaAssetId: "a" }, {}, { image: {} }],
    [
      "contact cards, a list of its own",
      { type: "contacts", content: { contacts: [{ name: {} }] } },
      {},
      { contacts: [{ name: {} }] },
    ],
    ["no cards", { type: "contacts" }, {}, { contacts: [] }],
    [
      "a reaction",
      { type: "reaction", content: { messageId: "m", emoji: "👍" } },
      { target: { externalId: "wamid.1" } },
      { reaction: { message_id: "wamid.1", emoji: "👍" } },
    ],
    [
      "a reaction to what never went out",
      { type: "reaction" },
      { target: { externalId: null } },
      { reaction: { message_id: "", emoji: "" } },
    ],
    ["a reaction to nothing", { type: "reaction" }, {}, { reaction: { message_id: "", emoji: "" } }],
    [
      "an answer",
      { type: "sticker" },
      { quoted: { externalId: "wamid.1" } },
      { sticker: {}, context: { message_id: "wamid.1" } },
    ],
    ["an answer to what never went out", { type: "sticker" }, { quoted: { externalId: null } }, { sticker: {} }],
  ])("is %s", (_, said, parts, message) => {
    const expected = { kind: "whatsapp", channel: CHANNEL, to: "5511987654321" };
    expect(outgoing(said, parts)).toEqual({ ...expected, message: { type: said.type ?? "text", ...message } });
  });

  it("takes its file along", () => {
    const file = { name: "a.png", mimeType: "image/png", content: new Uint8Array([1]) };
    expect(outgoing({ type: "image", mediaAssetId: "a" }, { file })).toMatchObject({ file });
  });

  it("may be anything", () => {
    expect(problemsOfKind("whatsapp", asked({ type: "sticker", caption: "x", quotedMessageId: "m" }))).toEqual([]);
  });
});

describe("a message on Instagram", () => {
  it.each<[Said, object]>([
    [{ text: "Hi" }, { text: "Hi" }],
    [{}, { text: "" }],
    [{ type: "image", mediaLink: LINK }, { attachment: { type: "image", payload: { url: LINK } } }],
    [{ type: "video" }, { attachment: { type: "video", payload: { url: "" } } }],
  ])("of %j is %j", (said, message) => {
    expect(outgoing(said, { recipient: USER })).toEqual({
      kind: "instagram",
      channel: CHANNEL,
      to: "5269001",
      message,
    });
  });

  it.each<[Said, string[]]>([
    [{ text: "Hi" }, []],
    [{ type: "audio", mediaLink: LINK }, []],
    [{ type: "template", caption: "x" }, ["type"]],
    [{ type: "image", mediaAssetId: "a" }, ["mediaAssetId"]],
    [{ type: "image", mediaLink: LINK, caption: "x" }, ["caption"]],
    [{ text: "Hi", quotedMessageId: "m" }, ["quotedMessageId"]],
  ])("of %j is refused for %j", (said, fields) => {
    expect(problemsOfKind("instagram", asked(said)).map(({ field }) => field)).toEqual(fields);
  });
});
