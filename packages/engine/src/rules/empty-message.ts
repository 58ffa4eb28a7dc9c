import type { ActionType } from "../contract/definition.ts";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { configOf } from "./finding/rule.ts";
import type { Rule } from "./finding/rule.ts";

interface Message {
  /** The key that most messages are written under. */
  readonly text: string;
  /** Keys that say how, where or to whom it is sent. Any other key may be what is sent: services differ. */
  readonly about: ReadonlySet<string>;
}

const MESSAGES: ReadonlyMap<ActionType, Message> = new Map([
  message("send_whatsapp", "text", [
    "buttons",
    "awaitReply",
    "replyTimeoutSeconds",
    "templateLanguageCode",
    "templateParameters",
    "channelId",
    "senderPhoneNumberId",
    "to",
    "type",
  ]),
  message("send_email", "body", ["to", "cc", "bcc", "from", "replyTo", "channelId", "previewText"]),
  message("reply_instagram_comment", "text", ["channelId"]),
  message("send_instagram_private_reply", "text", ["channelId"]),
]);

/** Warns of messages in which there is nothing to send. */
export const emptyMessage: Rule = function* ({ graph, nodesOf }) {
  for (const [kind, { text }] of MESSAGES) {
    for (const { node, index } of nodesOf(kind)) {
      const config = configOf(node);
      if (!config || !sendsNothing(kind, config)) continue;
      yield atNode(graph, index, "message-without-content", () => ({
        params: { node: refOf(node) },
        below: ["config", text],
      }));
    }
  }
};

/** Whether there is nothing to send in the config of a message. */
export function sendsNothing(kind: ActionType, config: JsonObject): boolean {
  const about = MESSAGES.get(kind)?.about;
  return about !== undefined && !hasContent(config, about);
}

function message(kind: ActionType, text: string, about: readonly string[]): [ActionType, Message] {
  return [kind, { text, about: new Set(["ui", "respectBusinessHours", "onUncertain", ...about]) }];
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
