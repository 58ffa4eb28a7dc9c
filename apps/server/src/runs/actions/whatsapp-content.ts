import { buttonsOf, MAX_REPLY_BUTTONS } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine/contract";
import { partsProblem, typeOfLink } from "@trilho/engine/whatsapp";
import { templateOf, type Button, type Content } from "./whatsapp-template.ts";
import type { Store } from "../model/stores.ts";
import { permanent, refusal, type ActionCall } from "../action.ts";
import type { ActionOutcome } from "../model/run.ts";
import { textIn } from "./context.ts";
import { languageOf } from "../../platform/service/language.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

/** What a config's message says: a template, else buttons, else a file, else a text. */
export async function contentOf(store: Store, call: ActionCall): Promise<Content | ActionOutcome> {
  const { run, config } = call;
  const text = textIn(config, "text");
  const template = textIn(config, "templateName");
  const assetId = textIn(config, "mediaAssetId");
  const link = textIn(config, "mediaLink")?.trim() ?? null;
  const buttons = buttonsOf(config);
  if (link !== null && !/^https?:\/\//i.test(link)) return refusal("media-not-web");
  const wrong = partsProblem({ text, template, link, assetId, buttons: buttons.length });
  if (wrong !== null) return permanent([wrong.reason]);
  if (template !== null)
    return templateOf(store, call, { name: template, text, header: headerOf(link).header, buttons });
  if (buttons.length > 0 && text !== null) return interactiveOf(languageOf(run.workspace.locale), text, link, buttons);
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
  text: string,
  link: string | null,
  buttons: readonly Button[],
): Content {
  const content =
    buttons.length > MAX_REPLY_BUTTONS
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

function headerOf(link: string | null): { header?: JsonObject } {
  if (link === null) return {};
  const type = typeOfLink(link);
  return { header: { type, [type]: { link } } };
}

const captionOf = (type: string, text: string | null): { caption?: string } =>
  text === null || type === "audio" || type === "sticker" ? {} : { caption: text };
