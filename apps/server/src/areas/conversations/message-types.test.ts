import type { SendMessageRequest } from "@trilho/contract";
import { describe, expect, it } from "vitest";
import { contentOf, isMedia, partOf, previewOf, problemsOfType } from "./message-types.ts";

type Said = Omit<SendMessageRequest, "to">;
const asked = (said: Said): SendMessageRequest => ({ to: "+5511987654321", ...said });
const LINK = "https://files.example/a";
const CARD = { name: { formatted_name: "Rui" } };
const BUTTONS = { type: "button", body: { text: "Shall we?" }, action: { buttons: [] } };
const typed = (type: string) => (content: object) => ({ type, content: content as Said["content"] });
const [location, contacts, interactive, reaction] = ["location", "contacts", "interactive", "reaction"].map(typed) as [
  ReturnType<typeof typed>,
  ReturnType<typeof typed>,
  ReturnType<typeof typed>,
  ReturnType<typeof typed>,
];

describe("a message", () => {
  it.each<[said: Said, fields: string[]]>([
    [{ text: "Hi" }, []],
    [{ type: "", text: "Hi" }, []],
    [{ text: " " }, ["text"]],
    [{ type: "hologram", text: "Hi" }, ["type"]],
    [{ type: "image", mediaAssetId: "a" }, []],
    [{ type: "image", mediaLink: LINK }, []],
    [{ type: "image", mediaLink: "HTTP://files.example/a", caption: "Roof" }, []],
    [{ type: "image" }, ["mediaAssetId"]],
    [{ type: "image", mediaAssetId: "a", mediaLink: LINK }, ["mediaAssetId"]],
    [{ type: "image", mediaLink: "ftp://files.example/http://a" }, ["mediaLink"]],
    [{ type: "image", mediaLink: "https:files" }, ["mediaLink"]],
    [{ type: "audio", mediaLink: LINK }, []],
    [{ type: "audio", mediaLink: LINK, caption: "Roof" }, ["caption"]],
    [{ type: "sticker", mediaLink: LINK, caption: "Roof" }, ["caption"]],
    [{ type: "document", mediaLink: LINK, caption: "Roof" }, []],
    [{ type: "template", templateName: "welcome" }, []],
    [{ type: "template", templateName: " " }, ["templateName"]],
    [{ type: "location" }, ["content"]],
    [location({ latitude: 90, longitude: -180 }), []],
    [location({ latitude: -90, longitude: 180 }), []],
    [location({ latitude: 90.1, longitude: -180.1 }), ["content.latitude", "content.longitude"]],
    [location({ latitude: -90.1, longitude: 180.1 }), ["content.latitude", "content.longitude"]],
    [location({ latitude: "1", longitude: 0 }), ["content.latitude"]],
    [contacts({ contacts: [CARD] }), []],
    [contacts({ contacts: [] }), ["content.contacts"]],
    [contacts({ contacts: [CARD, "Rui"] }), ["content.contacts"]],
    [contacts({ contacts: CARD }), ["content.contacts"]],
    [interactive(BUTTONS), []],
    [interactive({}), ["content.type", "content.body.text", "content.action"]],
    [interactive({ ...BUTTONS, body: { text: " " } }), ["content.body.text"]],
    [interactive({ ...BUTTONS, body: "Shall we?", action: "yes" }), ["content.body.text", "content.action"]],
    [reaction({ messageId: "m", emoji: "" }), []],
    [reaction({ messageId: " " }), ["content.messageId", "content.emoji"]],
  ])("of %j lacks %j", (said, fields) => {
    expect(problemsOfType(asked(said)).map(({ field }) => field)).toEqual(fields);
  });

  it.each<[said: Said, part: unknown]>([
    [{ text: "Hi" }, { body: "Hi", preview_url: true }],
    [{ type: "image", caption: "Roof", filename: "a.png" }, { caption: "Roof" }],
    [{ type: "video", caption: "" }, {}],
    [
      { type: "document", caption: "Quote", filename: "a.pdf" },
      { caption: "Quote", filename: "a.pdf" },
    ],
    [{ type: "document", filename: "" }, {}],
    [{ type: "audio" }, { voice: true }],
    [{ type: "audio", voice: false }, { voice: false }],
    [{ type: "sticker", filename: "a.webp" }, {}],
    [
      { type: "template", templateName: "welcome" },
      { name: "welcome", language: { code: "pt_BR" } },
    ],
    [
      { type: "template", templateName: "welcome", templateLanguageCode: "en", templateComponents: [] },
      { name: "welcome", language: { code: "en" }, components: [] },
    ],
    [location({ latitude: 1 }), { latitude: 1 }],
    [{ type: "hologram" }, {}],
  ])("of %j has the provider's part %j", (said, part) => {
    expect(partOf(asked(said))).toEqual(part);
  });

  it.each<[said: Said, body: string, previewText: string]>([
    [{ text: "Hi" }, "Hi", "Hi"],
    [{ type: "image", caption: "Roof", filename: "a.png" }, "Roof", "Roof"],
    [{ type: "image", filename: "a.png" }, "", "a.png"],
    [{ type: "image" }, "", "[image]"],
    [{ type: "template", templateName: "welcome" }, "", "welcome"],
    [{ type: "template", templateName: "welcome", text: "Hi, Ana" }, "Hi, Ana", "Hi, Ana"],
    [location({ name: "Office", address: "Main St." }), "Office, Main St.", "Office, Main St."],
    [location({ name: " ", address: "Main St." }), "Main St.", "Main St."],
    [location({}), "", "[location]"],
    [contacts({ contacts: [CARD, { name: { formatted_name: "Zoe" } }] }), "Rui, Zoe", "Rui, Zoe"],
    [contacts({ contacts: [{}, { name: "Zoe" }, "Rui", CARD] }), "Rui", "Rui"],
    [contacts({}), "", "[contacts]"],
    [interactive(BUTTONS), "Shall we?", "Shall we?"],
    [interactive({ body: { text: 1 } }), "", "[interactive]"],
    [interactive({ body: "Hi" }), "", "[interactive]"],
    [reaction({ emoji: "👍" }), "👍", "👍"],
    [reaction({ emoji: "" }), "", "[reaction]"],
    [{ type: "hologram" }, "", "[hologram]"],
  ])("of %j is read as %j, and on one line as %j", (said, body, previewText) => {
    expect(contentOf(asked(said), null)).toMatchObject({ body, previewText });
  });

  it.each<[said: Said, asset: { contentType: string | null; filename: string | null } | null, media: object | null]>([
    [{ text: "Hi", mediaLink: LINK }, null, null],
    [{ type: "hologram", mediaLink: LINK }, null, null],
    [
      { type: "image", mediaLink: LINK, mimeType: "image/png", caption: "Roof", filename: "a.png" },
      null,
      { contentType: "image/png", caption: "Roof", filename: "a.png", providerMediaUrl: LINK },
    ],
    [
      { type: "image", mediaAssetId: "a", mimeType: "image/png", caption: "" },
      { contentType: "image/webp", filename: "b.webp" },
      { contentType: "image/webp", caption: null, filename: "b.webp", providerMediaUrl: null },
    ],
    [
      { type: "image", mediaAssetId: "a", filename: "a.png" },
      { contentType: null, filename: "b.webp" },
      { contentType: null, caption: null, filename: "a.png", providerMediaUrl: null },
    ],
    [
      { type: "image", mediaLink: LINK },
      null,
      { contentType: null, caption: null, filename: null, providerMediaUrl: LINK },
    ],
  ])("of %j with the file %j has the media %j", (said, asset, media) => {
    const kept = media && { mediaType: "image", providerMediaId: null, ...media };
    expect(contentOf(asked(said), asset).media).toEqual(kept);
    expect(isMedia(asked(said))).toBe(media !== null);
  });

  it.each<[said: Said, content: object | null]>([
    [{ text: "Hi", content: { a: 1 } }, null],
    [{ type: "image", content: { a: 1 } }, null],
    [location({ latitude: 1 }), { latitude: 1 }],
    [{ type: "location" }, null],
    [
      { type: "template", templateName: "welcome", content: { a: 1 } },
      { template: { name: "welcome", language: { code: "pt_BR" } } },
    ],
  ])("of %j is kept with the structure %j", (said, content) => {
    expect(contentOf(asked(said), null).content).toEqual(content);
  });
});

describe("the line that is shown of a message", () => {
  it.each<[body: string, label: string | null | undefined, line: string]>([
    [" Hi \n\t there ", "a.png", "Hi there"],
    [" ", " a  b.png ", "a b.png"],
    ["", " ", "[text]"],
    ["", null, "[text]"],
    ["", undefined, "[text]"],
    ["x".repeat(255), null, "x".repeat(255)],
    ["x".repeat(256), null, "x".repeat(255)],
    ["🚀".repeat(256), null, "🚀".repeat(255)],
  ])("of %j, labelled %j, is %j", (body, label, line) => {
    expect(previewOf("text", body, label)).toBe(line);
  });
});
