import type { SendMessageRequest } from "@trilho/contract";
import { isObject } from "@trilho/engine";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import {
  DEFAULT_TEMPLATE_LANGUAGE,
  emptiedParameter,
  gapsIn,
  isNumbered,
  PARAMETER_PLACES,
  parametersOf,
  readTemplate,
  templateText,
  type TemplateParts,
} from "@trilho/engine/whatsapp";
import type { Store } from "../model/stores.ts";
import { refusal, type ActionCall } from "../action.ts";
import type { ActionOutcome } from "../model/run.ts";
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
  { run, nodeId, config }: Pick<ActionCall, "run" | "nodeId" | "config">,
  { name, text, header, buttons }: Template,
): Promise<Content | ActionOutcome> {
  const language = textIn(config, "templateLanguageCode");
  const values = parametersOf(config["templateParameters"]);
  const parts = await knownParts(store, { run, config }, { name, language });
  const asked = run.definition.graphDefinition.nodes.find(({ id }) => id === nodeId)?.config ?? {};
  const emptied = (parts && emptiedGap(parts, config["templateParameters"])) ?? emptiedParameter(asked, config);
  if (emptied !== null) return refusal("template-value-empty", { words: emptied });
  const components = [
    ...partOf("header", [...(header === undefined ? [] : [header]), ...textsOf(values.header)]),
    ...partOf("body", textsOf(values.body)),
    ...buttons.map(({ id }, index) => buttonOf("quick_reply", index, { type: "payload", payload: id })),
    ...Object.entries(values.buttons).map(([place, address]) =>
      buttonOf("url", place, { type: "text", text: address }),
    ),
  ];
  const said = (parts && templateText(parts, values)) || text;
  return {
    type: "template",
    templateName: name,
    ...(said !== null && { text: said }),
    ...(language !== null && { templateLanguageCode: language }),
    ...(components.length > 0 && { templateComponents: components }),
  };
}

/** The template, where it is known here: conversations and the outbox show what people will read. */
async function knownParts(
  store: Pick<Store, "templates">,
  { run, config }: Pick<ActionCall, "run" | "config">,
  { name, language }: { name: string; language: string | null },
): Promise<TemplateParts | null> {
  const channelId = textIn(config, "channelId") ?? run.definition.outboundChannelId;
  const of = { channelId, name, language: language ?? DEFAULT_TEMPLATE_LANGUAGE };
  const components = await store.templates.components(run.workspaceId, of);
  return components === null ? null : readTemplate(components);
}

/** A gap of a template that is known here whose value is empty: WhatsApp takes no message that leaves one open. */
function emptiedGap(parts: TemplateParts, given: JsonValue | undefined): string | null {
  const places = isObject(given) ? given : {};
  for (const place of PARAMETER_PLACES) {
    const values = places[place];
    const gap = gapsIn(parts, place).find(({ name }) => {
      const value = isObject(values) && Object.hasOwn(values, name) ? values[name] : null;
      return typeof value === "string" && value.trim() === "";
    });
    if (gap !== undefined) return gap.name;
  }
  return null;
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
