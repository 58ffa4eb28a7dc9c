import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import { CONVERSATION_FILTERS, ConversationSummary, UpdateConversationRequest } from "../resources/conversation.ts";
import { MediaAsset } from "../resources/media.ts";
import { ConversationMessage, SendMessageRequest, SendMessageResponse } from "../resources/message.ts";
import { OutboxItem, OutboxState } from "../resources/outbox.ts";
import type { Route } from "../route.ts";
import { dateTime, listOf, oneOf } from "../schema.ts";
import { cursor, limit, PAGE_SIZES } from "./parameters.ts";

const group = {
  group: "Conversations",
  features: ["API_ACCESS", "ADVANCED_API"],
  permission: "whatsapp.view_conversations",
  unknownQuery: "ignore",
} as const;

const byKey = Type.Object({
  conversationKey: Type.String({ description: "A conversation's id, a phone, or `ig:` and an Instagram id" }),
});
const byId = Type.Object({ id: Type.String() });
const text = () => Type.Optional(Type.String({ maxLength: 255 }));

const sending = {
  ...group,
  method: "POST",
  body: SendMessageRequest,
  success: { status: 201, schema: envelope(SendMessageResponse) },
  errors: [400, 401, 403, 404, 409, 429],
} as const;

export const CONVERSATION_ROUTES = {
  sendConversationMessage: {
    ...sending,
    client: "conversations.sendMessage",
    path: "/conversations/messages",
    summary: "Send a message by WhatsApp; a refusal by the provider is told in the saved message's status",
  },
  sendMessage: {
    ...sending,
    client: "messages.send",
    path: "/messages",
    summary: "The same at its old address: send a message by WhatsApp",
  },
  listConversations: {
    ...group,
    client: "conversations.list",
    method: "GET",
    path: "/conversations",
    summary: "Conversations, most recent activity first",
    query: Type.Object({
      search: text(),
      filter: Type.Optional(oneOf(CONVERSATION_FILTERS)),
      responsibleId: text(),
      pipelineId: text(),
      stageId: text(),
      source: text(),
      channelIds: Type.Optional(listOf(Type.String({ maxLength: 255 }))),
      sort: Type.Optional(oneOf(["desc", "asc"])),
      limit: limit(PAGE_SIZES.conversations),
      cursor: cursor(),
    }),
    unknownValues: { filter: "reject", source: "reject", sort: "reject" },
    success: { status: 200, schema: envelope(page(ConversationSummary)) },
    errors: [400, 401, 403, 429],
  },
  getConversation: {
    ...group,
    client: "conversations.get",
    method: "GET",
    path: "/conversations/{conversationKey}",
    summary: "One conversation",
    params: byKey,
    success: { status: 200, schema: envelope(ConversationSummary) },
    errors: [401, 403, 404, 429],
  },
  updateConversation: {
    ...group,
    client: "conversations.update",
    method: "PATCH",
    path: "/conversations/{conversationKey}",
    summary: "Close a conversation, or open it again",
    params: byKey,
    body: UpdateConversationRequest,
    success: { status: 200, schema: envelope(ConversationSummary) },
    errors: [400, 401, 403, 404, 429],
  },
  markConversationRead: {
    ...group,
    client: "conversations.markRead",
    method: "POST",
    path: "/conversations/{conversationKey}/read",
    summary: "Mark everything in a conversation as read; idempotent",
    params: byKey,
    success: { status: 200, schema: envelope(ConversationSummary) },
    errors: [401, 403, 404, 429],
  },
  listConversationMessages: {
    ...group,
    client: "conversations.listMessages",
    method: "GET",
    path: "/conversations/{conversationKey}/messages",
    summary: "History: backwards from the newest messages, or forward from `since`; chronological within a page",
    params: byKey,
    query: Type.Object({
      channelId: text(),
      since: Type.Optional(dateTime()),
      limit: limit(PAGE_SIZES.messages),
      cursor: cursor(),
    }),
    success: { status: 200, schema: envelope(page(ConversationMessage)) },
    errors: [400, 401, 403, 404, 429],
  },
  uploadMedia: {
    ...group,
    client: "media.upload",
    method: "POST",
    path: "/media",
    summary: "Store a file for `mediaAssetId` of a message",
    upload: { field: "file", maxBytes: 16 * 1024 * 1024 },
    success: { status: 201, schema: envelope(MediaAsset) },
    errors: [400, 401, 403, 429],
  },
  getMedia: {
    ...group,
    client: "media.get",
    method: "GET",
    path: "/media/{id}",
    summary: "What is known of stored media",
    params: byId,
    success: { status: 200, schema: envelope(MediaAsset) },
    errors: [401, 403, 404, 429],
  },
  downloadMedia: {
    ...group,
    client: "media.download",
    method: "GET",
    path: "/media/{id}/content",
    summary: "The content of media that is READY",
    params: byId,
    success: { status: 200, schema: null, binary: true },
    errors: [401, 403, 404, 429],
  },
  listOutbox: {
    ...group,
    client: "outbox.list",
    method: "GET",
    path: "/outbox",
    summary: "What was kept here instead of being sent, newest first",
    query: Type.Object({ limit: limit(PAGE_SIZES.outbox), cursor: cursor() }),
    success: { status: 200, schema: envelope(page(OutboxItem)) },
    errors: [400, 401, 403, 429],
  },
  getOutboxState: {
    ...group,
    client: "outbox.state",
    method: "GET",
    path: "/outbox/state",
    summary: "Whether messages of each channel are sent, or kept here",
    success: { status: 200, schema: envelope(OutboxState) },
    errors: [401, 403, 429],
  },
} as const satisfies Record<string, Route>;
