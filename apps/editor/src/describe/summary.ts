import type { ActionType, GraphNode, JsonObject, JsonValue, NodeKind } from "@trilho/engine/contract";
import { formatDuration } from "../i18n/duration.ts";
import type { Lookup } from "../document/lookup.ts";
import type { Params } from "./form-text.ts";
import { formText } from "./form-text.ts";
import { readableNode } from "./readable.ts";

type Summary = (config: JsonObject, lookup: Lookup) => string;

const t = (key: string, params?: Params): string => formText(`summary.${key}`, params);

const MAX_TEXT = 80;

const textOf = (value: JsonValue | undefined): string => {
  const text = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_TEXT ? `${line.slice(0, MAX_TEXT - 1).trimEnd()}…` : line;
};

const firstText = (config: JsonObject, keys: readonly string[]): string => {
  for (const key of keys) {
    const text = textOf(config[key]);
    if (text) return text;
  }
  return "";
};

const listOf = (value: JsonValue | undefined): JsonValue[] => (Array.isArray(value) ? value : []);

const named = (names: readonly string[]): string =>
  names.length > 3
    ? t("moreNames", { names: names.slice(0, 2).join(", "), count: names.length - 2 })
    : names.join(", ");

/** "what: text" from the first key that holds text, or the sentence for an empty form. */
const quoting =
  (key: string, ...keys: string[]): Summary =>
  (config) => {
    const text = firstText(config, keys);
    return text ? t(key, { text }) : t(`${key}Unset`);
  };

const tags =
  (what: string): Summary =>
  (config, lookup) => {
    const ids = listOf(config["tagIds"]).filter((id) => typeof id === "string" && id !== "");
    const names = ids.map((id) => lookup.tagName(textOf(id)) ?? t("unknownTag"));
    return t("named", { what: t(what), names: named(names) || t("unset") });
  };

const person =
  (key: string): Summary =>
  (config, lookup) => {
    const id = textOf(config["userId"]);
    return id ? t(key, { user: lookup.userName(id) ?? t("unknownUser") }) : t(`${key}Unset`);
  };

const wait: Summary = ({ delaySeconds }) =>
  typeof delaySeconds === "number" && delaySeconds > 0
    ? t("wait", { duration: formatDuration(delaySeconds) })
    : t("waitUnset");

const webhook: Summary = ({ url }) => {
  const address = textOf(url).replace(/^https?:\/\//i, "");
  return address ? t("webhook", { address }) : t("webhookUnset");
};

const whatsapp: Summary = (config) => {
  const text = firstText(config, ["text", "message", "body", "caption"]);
  if (text) return t("whatsapp", { text });
  const template = firstText(config, ["templateName", "scriptId", "mediaAssetId"]);
  return template ? t("whatsappTemplate", { text: template }) : t("whatsappUnset");
};

const moveStage: Summary = ({ targetStageId }, lookup) => {
  const id = textOf(targetStageId);
  return id ? t("moveStage", { stage: lookup.stageName(id) ?? t("unknownStage") }) : t("moveStageUnset");
};

const valueInWords = (value: JsonValue | undefined, nameOf: (value: string) => string | null): string => {
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  const words = (each: JsonValue | undefined): string => nameOf(textOf(each)) ?? textOf(each);
  return Array.isArray(value) ? named(value.map(words)) : words(value);
};

const setField: Summary = (config, lookup) => {
  const id = firstText(config, ["fieldId", "fieldSlug"]);
  if (!id) return t("setFieldUnset");
  const field = lookup.fieldName(id) ?? t("unknownField");
  if (config["value"] === undefined) return t("setFieldNoValue", { field });
  const value = valueInWords(config["value"], (each) => lookup.optionName?.(id, each) ?? null);
  return value ? t("setField", { field, value }) : t("clearField", { field });
};

const always = (key: string) => (): string => t(key);

const ACTION_SUMMARIES: Record<ActionType, Summary> = {
  webhook,
  send_whatsapp: whatsapp,
  move_stage: moveStage,
  add_tag: tags("addTags"),
  remove_tag: tags("removeTags"),
  set_custom_field: setField,
  wait,
  create_task: quoting("task", "title", "name", "description"),
  assign_responsible: person("assign"),
  add_co_owner: person("coOwner"),
  send_meta_conversion: quoting("meta", "eventName", "event"),
  create_lead: quoting("lead", "name", "contactName", "title"),
  send_email: quoting("email", "subject", "text", "body"),
  reply_instagram_comment: quoting("instagramComment", "text", "message"),
  send_instagram_private_reply: quoting("instagramMessage", "text", "message"),
  hide_instagram_comment: always("hideComment"),
  cia_deal_analysis: always("analysis"),
  create_calendar_event: quoting("calendar", "title", "name"),
  close_conversation: always("closeConversation"),
  stop_automations: always("stopAutomations"),
};

const isActionType = (type: string): type is ActionType => Object.hasOwn(ACTION_SUMMARIES, type);

const actionWords = (type: string, config: JsonObject, lookup: Lookup): string =>
  isActionType(type) ? ACTION_SUMMARIES[type](config, lookup) : t("unknownAction", { type: textOf(type) });

const partsOf = (value: JsonValue | undefined): number => listOf(value).length;

const KIND_SUMMARIES: Record<NodeKind, (node: GraphNode, lookup: Lookup) => string> = {
  trigger: () => t("trigger"),
  action: ({ actionType, config }, lookup) =>
    actionType ? actionWords(actionType, config ?? {}, lookup) : t("noAction"),
  condition: ({ condition }) => t("branches", { count: partsOf(condition?.["branches"]) }),
  wait: ({ config }, lookup) => wait(config ?? {}, lookup),
  round_robin: ({ config }) => t("exits", { count: partsOf(config?.["exits"]) }),
  end: always("end"),
};

/**
 * What a node does, in one line of the current language: "Wait 2 days", "Add tags: VIP", "Move to Proposta".
 * Variables are called as people read them. Never throws, whatever the config holds.
 */
export function summarize(given: GraphNode, lookup: Lookup): string {
  const node = readableNode(given, lookup);
  return Object.hasOwn(KIND_SUMMARIES, node.type)
    ? KIND_SUMMARIES[node.type](node, lookup)
    : t("unknownStep", { type: textOf(node.type) });
}
