import { ACTIONS, NODES } from "@trilho/engine";
import type { ConfigProperty, ConfigSchema, GraphNode } from "@trilho/engine";
import { catalogText } from "../i18n/catalog.ts";

/** What the inspector says about a node, and the form of its config. */
export interface FormOf {
  /** The action type, or the node type of what is no action. */
  form: string;
  title: string;
  description: string;
  schema: ConfigSchema | null;
  /** Which part of the node the form edits. */
  part: "config" | "condition";
}

/** The form of a node; an unknown action or node type has none. */
export function formOf({ type, actionType }: GraphNode): FormOf {
  if (type === "action" && actionType && Object.hasOwn(ACTIONS, actionType)) {
    const { label, description, configSchema } = ACTIONS[actionType];
    return {
      form: actionType,
      title: catalogText(label),
      description: catalogText(description),
      schema: configSchema,
      part: "config",
    };
  }
  const info = Object.hasOwn(NODES, type) ? NODES[type] : null;
  return {
    form: type,
    title: info ? catalogText(info.label) : type,
    description: info ? catalogText(info.description) : "",
    schema: info?.configSchema ?? null,
    part: type === "condition" ? "condition" : "config",
  };
}

/** Keys that few automations set; they wait behind "More options" until they hold something. */
const ADVANCED: Readonly<Record<string, readonly string[]>> = {
  send_whatsapp: [
    "templateName",
    "templateLanguageCode",
    "channelId",
    "mediaAssetId",
    "mediaLink",
    "scriptId",
    "onUncertain",
  ],
  send_email: ["to", "replyTo", "onUncertain"],
  reply_instagram_comment: ["onUncertain"],
  send_instagram_private_reply: ["onUncertain"],
  move_stage: ["lostReason"],
  create_lead: ["responsibleUserId", "value", "copyContact"],
  create_calendar_event: ["userId", "inviteContact"],
  webhook: ["headers", "body", "secret", "timeoutSeconds"],
  send_meta_conversion: ["value", "currency", "testEventCode"],
};

/** One key of a form. */
export interface Entry {
  key: string;
  schema: ConfigProperty;
  advanced: boolean;
}

/** The keys of a form in order. */
export function entriesOf({ form, schema }: FormOf): Entry[] {
  const advanced = ADVANCED[form] ?? [];
  return Object.entries(schema?.properties ?? {})
    .toSorted(([, one], [, other]) => one["x-order"] - other["x-order"])
    .map(([key, property]) => ({ key, schema: property, advanced: advanced.includes(key) }));
}

/** A message with buttons always waits for the reply, and only a message that waits has a deadline. */
export function isShown(form: string, key: string, config: Readonly<Record<string, unknown>>): boolean {
  if (form !== "send_whatsapp") return true;
  const hasButtons = Array.isArray(config["buttons"]) && config["buttons"].length > 0;
  if (key === "awaitReply") return !hasButtons;
  return key !== "replyTimeoutSeconds" || hasButtons || config["awaitReply"] === true || config[key] !== undefined;
}
