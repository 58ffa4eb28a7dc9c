import { buttonsOf, MAX_REPLY_BUTTONS } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import { templateOf, type Button, type Content } from "./whatsapp-template.ts";
import type { Store } from "../model/stores.ts";
import { refusal, type ActionCall } from "../action.ts";
import type { ActionOutcome } from "../model/run.ts";
import { textIn } from "./context.ts";
import { languageOf } from "../../platform/service/language.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

/** WhatsApp's limit of a list. */
const MAX_ROWS = 10;

/** What a config's message says: a template, else buttons, else a file, else a text. */
export async function contentOf(store: Store, { run, config }: ActionCall): Promise<Content | ActionOutcome> {
  const text = textIn(config, "text");
  const template = textIn(config, "templateName");
  const assetId = textIn(config, "mediaAssetId");
  const link = textIn(config, "mediaLink");
  const buttons = buttonsOf(config);
  if (link !== null && !/^https?:\/\//i.test(link)) return refusal("media-not-web");
  if (link !== null && !isShown(link) && (template !== null || buttons.length > 0)) return refusal("media-not-shown");
  if (template !== null)
    return assetId === null
      ? templateOf(store, { run, config }, { name: template, text, header: headerOf(link).header, buttons })
      : refusal("template-with-file");
  if (buttons.length > 0) return interactiveOf(languageOf(run.workspace.locale), text, link, assetId, buttons);
  if (link !== null) return { type: typeOfLink(link), mediaLink: link, ...captionOf(typeOfLink(link), text) };
  if (assetId !== null) {
    const asset = await store.conversations.assets.find(automationPrincipal(run), assetId);
    if (asset === null) return refusal("file-gone");
    return { type: asset.mediaType, mediaAssetId: assetId, ...captionOf(asset.mediaType, text) };
  }
  if (text !== null) return { type: "text", text };
  return refusal(textIn(config, "scriptId") === null ? "message-empty" : "script-unknown");
}

function interactiveOf(
  language: keyof typeof LIST_BUTTON,
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
    ? { type: "list", body: { text }, action: listOf(language, buttons) }
    : { type: "button", ...headerOf(link), body: { text }, action: { buttons: buttons.map(replyButton) } };
  return { type: "interactive", content };
}

const replyButton = ({ id, label }: Button): JsonObject => ({
  type: "reply",
  reply: { id, title: label },
});

const LIST_BUTTON = { en: "Options", pt: "Opções" };

const listOf = (language: keyof typeof LIST_BUTTON, buttons: readonly Button[]): JsonObject => ({
  button: LIST_BUTTON[language],
  sections: [{ rows: buttons.map(({ id, label }) => ({ id, title: label })) }],
});

const SHOWN: ReadonlySet<string> = new Set(["image", "video", "document"]);

/** Whether WhatsApp takes it above a message with buttons, or in a template. */
const isShown = (link: string): boolean => SHOWN.has(typeOfLink(link));

function headerOf(link: string | null): { header?: JsonObject } {
  if (link === null) return {};
  const type = typeOfLink(link);
  return { header: { type, [type]: { link } } };
}

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
