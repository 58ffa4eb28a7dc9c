import { ACTION_TYPES, isObject } from "@trilho/engine";
import type { ActionType, GraphNode, JsonObject, JsonValue, NodeKind } from "@trilho/engine";
import type { Lookup } from "../../document/lookup.ts";
import { formatDuration } from "../../i18n/duration.ts";
import { currentLocale, text } from "../../i18n/use-text.ts";
import type { TextParams } from "../../i18n/use-text.ts";
import type { TextKey } from "../../i18n/resources.ts";
import { readableNode } from "../readable.ts";
import { labelOf } from "../../document/document.ts";

type Phrase = (config: JsonObject, names: Lookup) => string;
type Key = TextKey<"sentences">;

const say = (key: string, params?: TextParams): string => text("sentences", `do.${key}` as Key, params);

const LONGEST = 140;

/** A text of a config on one line, cut where it would swamp the sentence. */
export function excerpt(value: JsonValue | undefined): string {
  const words = typeof value === "string" || typeof value === "number" ? String(value) : "";
  const line = words.replace(/\s+/g, " ").trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}

const firstOf = (config: JsonObject, keys: readonly string[]): string =>
  keys.map((key) => excerpt(config[key])).find((found) => found !== "") ?? "";

/** "create the task “…”" from the first key that holds text, or the phrase for an empty form. */
const quoting =
  (type: ActionType, ...keys: string[]): Phrase =>
  (config) => {
    const found = firstOf(config, keys);
    return found ? say(type, { text: found }) : say(`${type}_unset`);
  };

/** "move the deal to Proposta" from the id under a key. */
const naming =
  (type: ActionType, key: string, nameOf: (id: string, names: Lookup) => string | null, unknown: string): Phrase =>
  (config, names) => {
    const id = excerpt(config[key]);
    return id ? say(type, { name: nameOf(id, names) ?? say(unknown) }) : say(`${type}_unset`);
  };

/** "A, B and C". */
const list = (items: readonly string[]): string =>
  new Intl.ListFormat(currentLocale(), { type: "conjunction" }).format(items);

const tagging =
  (type: "add_tag" | "remove_tag"): Phrase =>
  ({ tagIds }, names) => {
    const ids = Array.isArray(tagIds) ? tagIds.filter((id) => typeof id === "string" && id !== "") : [];
    const found = ids.map((id) => names.tagName(excerpt(id)) ?? say("unknownTag"));
    return found.length > 0 ? say(type, { names: list(found), count: found.length }) : say(`${type}_unset`);
  };

const wait: Phrase = ({ delaySeconds }) =>
  typeof delaySeconds === "number" && delaySeconds > 0
    ? say("wait", { duration: formatDuration(delaySeconds) })
    : say("waitUnset");

const whatsapp: Phrase = (config) => {
  const message = firstOf(config, ["text", "message", "body", "caption"]);
  const template = firstOf(config, ["templateName", "scriptId", "mediaAssetId", "mediaLink"]);
  const sent = message
    ? say("send_whatsapp", { text: message })
    : template
      ? say("send_whatsapp_template", { text: template })
      : say("send_whatsapp_unset");
  const { awaitReply, buttons } = config;
  const awaits = awaitReply === true || (Array.isArray(buttons) && buttons.length > 0);
  return awaits ? say("awaiting", { text: sent }) : sent;
};

const setField: Phrase = (config, names) => {
  const id = firstOf(config, ["fieldId", "fieldSlug"]);
  if (!id) return say("set_custom_field_unset");
  const name = names.fieldName(id) ?? say("unknownField");
  const { value } = config;
  const items = Array.isArray(value) ? value : [value];
  const words = items.map((each) =>
    typeof each === "boolean"
      ? text("forms", each ? "summary.yes" : "summary.no")
      : (names.optionName?.(id, excerpt(each)) ?? excerpt(each)),
  );
  const written = list(words.filter(Boolean));
  return written ? say("set_custom_field", { name, value: written }) : say("set_custom_field_empty", { name });
};

const webhook: Phrase = ({ url }) => {
  const address = excerpt(url).replace(/^https?:\/\//i, "");
  return address ? say("webhook", { text: address }) : say("webhook_unset");
};

const always =
  (type: ActionType): Phrase =>
  () =>
    say(type);

const person = (id: string, names: Lookup): string | null => names.userName(id);

const ACTIONS: Record<ActionType, Phrase> = {
  webhook,
  send_whatsapp: whatsapp,
  move_stage: naming("move_stage", "targetStageId", (id, names) => names.stageName(id), "unknownStage"),
  add_tag: tagging("add_tag"),
  remove_tag: tagging("remove_tag"),
  set_custom_field: setField,
  wait,
  create_task: quoting("create_task", "title", "name", "description"),
  assign_responsible: naming("assign_responsible", "userId", person, "unknownUser"),
  add_co_owner: naming("add_co_owner", "userId", person, "unknownUser"),
  send_meta_conversion: quoting("send_meta_conversion", "eventName", "event"),
  create_lead: quoting("create_lead", "name", "contactName", "title"),
  send_email: quoting("send_email", "subject", "text", "body"),
  reply_instagram_comment: quoting("reply_instagram_comment", "text", "message"),
  send_instagram_private_reply: quoting("send_instagram_private_reply", "text", "message"),
  hide_instagram_comment: always("hide_instagram_comment"),
  cia_deal_analysis: always("cia_deal_analysis"),
  create_calendar_event: quoting("create_calendar_event", "title", "name"),
  close_conversation: always("close_conversation"),
  stop_automations: always("stop_automations"),
};

function action({ actionType, config }: GraphNode, names: Lookup): string {
  const known = ACTION_TYPES.find((type) => type === actionType);
  if (known) return ACTIONS[known](isObject(config) ? config : {}, names);
  return actionType ? say("unknown", { type: excerpt(actionType) }) : say("noAction");
}

const exitsOf = ({ config }: GraphNode): number => {
  const exits = isObject(config) ? config["exits"] : undefined;
  return Array.isArray(exits) ? exits.length : 0;
};

const KINDS: Record<Exclude<NodeKind, "trigger">, (node: GraphNode, names: Lookup) => string> = {
  action,
  condition: () => say("condition"),
  wait: ({ config }, names) => wait(isObject(config) ? config : {}, names),
  round_robin: (node) => say("round_robin", { count: exitsOf(node) }),
  end: () => say("end"),
};

const isKind = (type: string): type is keyof typeof KINDS => Object.hasOwn(KINDS, type);

/**
 * What a step does, as it reads in the middle of a sentence of the current language: "wait 2 days", "send the e-mail
 * “Hello”". A name that a person gave the step follows in brackets. Never throws, whatever the config holds.
 */
export function stepPhrase(given: GraphNode, names: Lookup): string {
  const node = readableNode(given, names);
  const { type } = node;
  const phrase = isKind(type) ? KINDS[type](node, names) : say("unknown", { type: excerpt(type) });
  const name = labelOf(node).trim();
  // "Wait 2 days" says nothing that the phrase does not say.
  const isNews = !phrase.toLowerCase().includes(name.toLowerCase());
  return isNews ? text("sentences", "join.named", { text: phrase, name }) : phrase;
}
