import type { SendMessageRequest } from "@trilho/contract";
import { LOST, notSent, type Sender, type Sent } from "../conversations/sender.ts";
import { recallMessage, type Messenger } from "../conversations/messenger.ts";
import { chooseChannel, noChannel } from "../conversations/recipient.ts";
import { actorOf } from "../activities/history.ts";
import type { Principal } from "../../platform/security/principal.ts";
import type { Failure } from "../../platform/service/outcome.ts";
import { reasonsOf } from "../../platform/service/refusals.ts";
import type { TaskContent } from "./content.ts";
import type { CadenceContact } from "./model.ts";
import type { ChannelStore, ConversationStore } from "../conversations/port.ts";

export interface Delivery {
  principal: Principal;
  contact: CadenceContact;
  content: Exclude<TaskContent, { kind: "none" }>;
  cadenceName: string;
  /** The same however often one execution is tried. */
  idempotencyKey: string;
}

/** Brings a task's content to the contact. */
export interface TaskDelivery {
  /** Why nothing of this kind can be sent in the workspace, found out before an execution is recorded. */
  obstacle(workspaceId: string, content: TaskContent): Promise<Failure | null>;
  /**
   * What is known of a delivery that a process which is gone was at: without a provider's word it may have gone out, and
   * a person is not to get it twice.
   */
  recall(delivery: Delivery): Promise<Sent | "not-begun">;
  /** Never rejects. */
  deliver(delivery: Delivery): Promise<Sent>;
}

export interface TaskDeliveryParts {
  store: { channels: ChannelStore; conversations: ConversationStore };
  sender: Sender;
  messenger: Messenger;
}

/** WhatsApp goes through the conversation with the contact, where it can be read; e-mail straight out. */
export const createTaskDelivery = ({ store, sender, messenger }: TaskDeliveryParts): TaskDelivery => ({
  async obstacle(workspaceId, { kind }) {
    if (kind !== "text" && kind !== "template") return null;
    const channels = await store.channels.list(workspaceId);
    return chooseChannel(channels, { kind: "whatsapp", channelId: null, senderPhoneNumberId: null }).ok
      ? null
      : noChannel("whatsapp");
  },

  async recall({ principal: { workspaceId, mode }, content, idempotencyKey }) {
    // The outbox keeps one under a key.
    if (mode === "test") return "not-begun";
    if (content.kind === "email") return LOST;
    const recalled = await recallMessage(store, workspaceId, idempotencyKey);
    return recalled === "not-begun" ? recalled : recalled.sent;
  },

  async deliver({ principal, contact, content, cadenceName, idempotencyKey }) {
    const { workspaceId, memberId, mode, locale } = principal;
    if (content.kind === "email") {
      const { subject, html, text } = content;
      const context = { workspaceId, mode, idempotencyKey, contactId: contact.id };
      return sender.send(context, { kind: "email", to: [contact.email ?? ""], cc: [], subject, html, text });
    }
    const author = {
      viewer: principal,
      mode,
      locale,
      actor: actorOf(principal),
      sentByUserId: memberId,
      origin: "cadence",
      originLabel: cadenceName,
    } as const;
    const answer = await messenger.send(author, requestOf(contact.phone ?? "", content), idempotencyKey);
    if (answer.ok) return answer.value.sent;
    return notSent(true, reasonsOf(answer.failure, "message-refused"));
  },
});

function requestOf(to: string, content: Extract<TaskContent, { kind: "text" | "template" }>): SendMessageRequest {
  if (content.kind === "text") return { to, type: "text", text: content.text };
  const { name, language, parameters } = content;
  const body = { type: "body", parameters: parameters.map((text) => ({ type: "text", text })) };
  return {
    to,
    type: "template",
    templateName: name,
    templateLanguageCode: language,
    templateComponents: parameters.length > 0 ? [body] : null,
  };
}
