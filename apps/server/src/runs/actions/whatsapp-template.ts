import type { SendMessageRequest } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import {
  DEFAULT_TEMPLATE_LANGUAGE,
  isNumbered,
  parametersOf,
  readTemplate,
  templateText,
  type TemplateParameters,
} from "@trilho/engine/whatsapp";
import type { Store } from "../model/stores.ts";
import type { ActionCall } from "../action.ts";
import { textIn } from "./context.ts";

/** A message without its recipient. */
export type Content = Omit<SendMessageRequest, "to">;

export interface Button {
  id: string;
  label: string;
}

interface Template {
  name: string;
  text: string | null;
  /** Media that stand in its header. */
  header: JsonObject | undefined;
  buttons: readonly Button[];
}

/** A template's own buttons answer with the ids that the graph knows them by. */
export async function templateOf(
  store: Pick<Store, "templates">,
  { run, config }: Pick<ActionCall, "run" | "config">,
  { name, text, header, buttons }: Template,
): Promise<Content> {
  const language = textIn(config, "templateLanguageCode");
  const values = parametersOf(config["templateParameters"]);
  const components = [
    ...partOf("header", [...(header === undefined ? [] : [header]), ...textsOf(values.header)]),
    ...partOf("body", textsOf(values.body)),
    ...buttons.map(({ id }, index) => buttonOf("quick_reply", index, { type: "payload", payload: id })),
    ...Object.entries(values.buttons).map(([place, address]) =>
      buttonOf("url", place, { type: "text", text: address }),
    ),
  ];
  const said = (await saidBy(store, { run, config }, { name, language, values })) ?? text;
  return {
    type: "template",
    templateName: name,
    ...(said !== null && { text: said }),
    ...(language !== null && { templateLanguageCode: language }),
    ...(components.length > 0 && { templateComponents: components }),
  };
}

/** What people will read, where the template is known here: conversations and the outbox show it. */
async function saidBy(
  store: Pick<Store, "templates">,
  { run, config }: Pick<ActionCall, "run" | "config">,
  { name, language, values }: { name: string; language: string | null; values: TemplateParameters },
): Promise<string | null> {
  const channelId = textIn(config, "channelId") ?? run.definition.outboundChannelId;
  const of = { channelId, name, language: language ?? DEFAULT_TEMPLATE_LANGUAGE };
  const components = await store.templates.components(run.workspaceId, of);
  if (components === null) return null;
  return templateText(readTemplate(components), values) || null;
}

const partOf = (type: string, parameters: readonly JsonObject[]): JsonObject[] =>
  parameters.length === 0 ? [] : [{ type, parameters: [...parameters] }];

/** Numbered gaps are filled in their order, others by their name. */
function textsOf(values: Readonly<Record<string, string>>): JsonObject[] {
  const named = Object.entries(values);
  if (named.every(([name]) => isNumbered(name))) named.sort(([a], [b]) => Number(a) - Number(b));
  return named.map(([name, text]) => ({ type: "text", ...(!isNumbered(name) && { parameter_name: name }), text }));
}

const buttonOf = (sub_type: string, index: string | number, parameter: JsonObject): JsonObject => ({
  type: "button",
  sub_type,
  index: String(index),
  parameters: [parameter],
});
