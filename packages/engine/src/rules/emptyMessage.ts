import type { ActionType } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { isObject } from "../graph/parts.ts";
import { atNode } from "./findings.ts";
import { refOf } from "./names.ts";
import { configOf } from "./rule.ts";
import type { Rule } from "./rule.ts";

interface Message {
  /** The key that most messages are written under. */
  readonly text: string;
  /** Keys that say how, where or to whom it is sent. Any other key may be what is sent: services differ. */
  readonly about: ReadonlySet<string>;
}

const MESSAGES: Partial<Record<ActionType, Message>> = {
  send_whatsapp: message("text", [
    "buttons",
    "awaitReply",
    "replyTimeoutSeconds",
    "templateLanguageCode",
    "channelId",
    "senderPhoneNumberId",
    "to",
    "type",
  ]),
  send_email: message("body", ["to", "cc", "bcc", "from", "replyTo", "channelId"]),
  reply_instagram_comment: message("text", ["channelId"]),
  send_instagram_private_reply: message("text", ["channelId"]),
};

/** Warns of messages in which there is nothing to send. */
export const emptyMessage: Rule = function* ({ graph }) {
  for (let index = 0; index < graph.nodes.length; index += 1) {
    const node = graph.nodes[index];
    if (!isObject(node) || node.type !== "action" || typeof node.actionType !== "string") continue;
    const sent = Object.hasOwn(MESSAGES, node.actionType) ? MESSAGES[node.actionType] : undefined;
    const config = sent && configOf(node);
    if (!sent || !config) continue;
    if (hasContent(config, sent.about)) continue;
    yield atNode(graph, index, {
      code: "message-without-content",
      params: { node: refOf(node) },
      below: ["config", sent.text],
    });
  }
};

function message(text: string, about: readonly string[]): Message {
  return { text, about: new Set(["ui", "respectBusinessHours", ...about]) };
}

function hasContent(config: JsonObject, about: ReadonlySet<string>): boolean {
  for (const key of Object.keys(config)) if (!about.has(key) && holdsSomething(config[key] ?? null)) return true;
  return false;
}

function holdsSomething(value: JsonValue): boolean {
  if (typeof value === "string") return value.trim() !== "";
  if (typeof value !== "object") return value !== false;
  return value !== null && Object.keys(value).length > 0;
}
