import { Type } from "typebox";
import { dateTime, nullable, oneOf } from "../schema.ts";

export const MessageDirection = oneOf(["inbound", "outbound"]);

/** What the list of conversations can be narrowed to. All but `closed` look at open conversations. */
export const CONVERSATION_FILTERS = ["all", "unread", "returned", "internal", "closed"] as const;

/** Contract, "Conversation summary": everything exchanged with one contact, over every channel. */
export const ConversationSummary = Type.Object({
  id: Type.String(),
  waId: Type.String({ description: "The contact's id at the provider: a WhatsApp id, or `ig:` and an Instagram one" }),
  sendTo: Type.String({ description: "What `to` of a message to this contact holds" }),
  displayName: Type.String(),
  phone: Type.String(),
  lastMessageText: Type.String(),
  contactId: nullable(Type.String()),
  channelId: nullable(Type.String({ description: "The channel the contact is answered through" })),
  channelName: nullable(Type.String()),
  contactInstagramId: nullable(Type.String({ description: "`ig:<IGSID>`" })),
  avatarUrl: nullable(Type.String()),
  provider: nullable(Type.String({ description: "`whatsapp` or `instagram`, of the channel" })),
  lastMessageChannelId: nullable(Type.String()),
  lastMessageProvider: nullable(Type.String()),
  responsibleUserId: nullable(Type.String({ description: "Responsible of the active deal" })),
  lastMessageAt: nullable(dateTime()),
  lastInboundAt: nullable(dateTime()),
  lastMessageDirection: nullable(MessageDirection),
  unreadCount: Type.Integer(),
  returning: Type.Boolean({ description: "The contact wrote again after the conversation had been closed" }),
  internal: Type.Boolean(),
  closed: Type.Boolean(),
  activeDealSeq: nullable(Type.Integer({ description: "The contact's most recent open deal" })),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});

export const UpdateConversationRequest = Type.Object({
  closed: Type.Boolean({ description: "True closes the conversation, false opens it again" }),
});
