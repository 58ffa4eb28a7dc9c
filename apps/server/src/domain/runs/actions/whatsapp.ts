import type { SendMessageRequest } from "@trilho/contract";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import type { Messenger } from "../../conversations/messenger.ts";
import { sayRefusedMessage } from "../../conversations/refused-message.ts";
import { isObject } from "../../json.ts";
import type { Store } from "../../ports.ts";
import { modeOf, permanent, refusal, type Action, type ActionCall } from "../action.ts";
import { automationPrincipal } from "../facts.ts";
import type { ActionOutcome } from "../model.ts";
import { actorOfRun, textIn } from "./context.ts";
import { channelNamed, contactOf, NO_CONTACT, objectionOf, outcomeOfSent } from "./sending.ts";

/** WhatsApp's limits of interactive messages. */
const MAX_REPLY_BUTTONS = 3;
const MAX_BUTTON_TITLE = 20;
const MAX_ROWS = 10;
const MAX_ROW_TITLE = 24;

/** Sends through the conversation with the run's contact, where it can be read. */
export const sendWhatsapp = (store: Store, messenger: Messenger): Action => ({
  where: "outside",
  async perform(call) {
    const { run, config } = call;
    const contact = await contactOf(store, run);
    if (contact === null) return NO_CONTACT;
    const objection = objectionOf(contact);
    if (objection !== null) return objection;
    if (contact.phone === null) return refusal("contact-without-phone");
    const channelId = textIn(config, "channelId") ?? run.definition.outboundChannelId;
    if (channelId !== null && (await channelNamed(store, run, channelId)) === null) return refusal("channel-gone");
    const content = await contentOf(store, call);
    if ("ok" in content) return content;
    const viewer = automationPrincipal(run);
    const author = {
      viewer,
      mode: modeOf(run),
      locale: run.workspace.locale,
      actor: actorOfRun(run),
      sentByUserId: null,
      origin: "automation" as const,
      originLabel: run.automationName,
    };
    const request = { to: contact.phone, ...(channelId !== null && { channelId }), ...content };
    const answer = await messenger.send(author, request, call.key);
    if (!answer.ok) return permanent(sayRefusedMessage(answer.failure));
    const { message, sent } = answer.value;
    return outcomeOfSent(sent, { conversationId: message.conversationId, text: message.previewText });
  },
});

type Content = Omit<SendMessageRequest, "to">;

async function contentOf(store: Store, { run, config }: ActionCall): Promise<Content | ActionOutcome> {
  const text = textIn(config, "text");
  const template = textIn(config, "templateName");
  const assetId = textIn(config, "mediaAssetId");
  const link = textIn(config, "mediaLink");
  const buttons = buttonsIn(config["buttons"]);
  if (template !== null) return templateOf(template, text, config, buttons);
  if (buttons.length > 0) return interactiveOf(run.workspace.locale, text, link, assetId, buttons);
  if (link !== null) return { type: typeOfLink(link), mediaLink: link, ...captionOf(typeOfLink(link), text) };
  if (assetId !== null) {
    const asset = await store.conversations.assets.find(automationPrincipal(run), assetId);
    if (asset === null) return refusal("file-gone");
    return { type: asset.mediaType, mediaAssetId: assetId, ...captionOf(asset.mediaType, text) };
  }
  return text === null ? refusal("message-empty") : { type: "text", text };
}

interface Button {
  id: string;
  label: string;
}

function buttonsIn(value: JsonValue | undefined): Button[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item) => {
    const id = isObject(item) ? textIn(item as JsonObject, "id") : null;
    return id === null ? [] : [{ id, label: textIn(item as JsonObject, "label") ?? id }];
  });
}

/** A template's own buttons answer with the ids that the graph knows them by. */
function templateOf(name: string, text: string | null, config: JsonObject, buttons: readonly Button[]): Content {
  const language = textIn(config, "templateLanguageCode");
  const components = buttons.map(({ id }, index) => ({
    type: "button",
    sub_type: "quick_reply",
    index: String(index),
    parameters: [{ type: "payload", payload: id }],
  }));
  return {
    type: "template",
    templateName: name,
    ...(text !== null && { text }),
    ...(language !== null && { templateLanguageCode: language }),
    ...(components.length > 0 && { templateComponents: components }),
  };
}

function interactiveOf(
  locale: string,
  text: string | null,
  link: string | null,
  assetId: string | null,
  buttons: readonly Button[],
): Content | ActionOutcome {
  if (text === null) return refusal("buttons-without-text");
  if (buttons.length > MAX_ROWS) return refusal("buttons-too-many", { count: MAX_ROWS });
  if (assetId !== null) return refusal("buttons-with-file");
  const isList = buttons.length > MAX_REPLY_BUTTONS;
  if (isList && link !== null) return refusal("buttons-with-media", { count: MAX_REPLY_BUTTONS });
  const content = isList
    ? { type: "list", body: { text }, action: listOf(locale, buttons) }
    : { type: "button", ...headerOf(link), body: { text }, action: { buttons: buttons.map(replyButton) } };
  return { type: "interactive", content };
}

const replyButton = ({ id, label }: Button): JsonObject => ({
  type: "reply",
  reply: { id, title: cut(label, MAX_BUTTON_TITLE) },
});

const listOf = (locale: string, buttons: readonly Button[]): JsonObject => ({
  button: locale.toLowerCase().startsWith("pt") ? "Opções" : "Options",
  sections: [{ rows: buttons.map(({ id, label }) => ({ id, title: cut(label, MAX_ROW_TITLE) })) }],
});

const HEADERS: ReadonlySet<string> = new Set(["image", "video", "document"]);

function headerOf(link: string | null): { header?: JsonObject } {
  const type = link === null ? "" : typeOfLink(link);
  return link !== null && HEADERS.has(type) ? { header: { type, [type]: { link } } } : {};
}

/** By character, so that none is cut in half. */
const cut = (text: string, characters: number): string => Array.from(text).slice(0, characters).join("");

const captionOf = (type: string, text: string | null): { caption?: string } =>
  text === null || type === "audio" || type === "sticker" ? {} : { caption: text };

const TYPES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(["jpg", "jpeg", "png"].map((ending) => [ending, "image"])),
  ...Object.fromEntries(["mp4", "3gp"].map((ending) => [ending, "video"])),
  ...Object.fromEntries(["mp3", "ogg", "oga", "opus", "aac", "m4a", "amr"].map((ending) => [ending, "audio"])),
  webp: "sticker",
};

/** What a file at an address is, by its ending; a document where that tells nothing. */
function typeOfLink(link: string): string {
  const path = URL.canParse(link) ? new URL(link).pathname : link;
  const ending = /\.(\w{2,4})$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return TYPES[ending] ?? "document";
}
