import { PAGE_SIZES } from "@trilho/contract";
import type { ConversationService } from "./service.ts";
import type { Handlers } from "../../platform/http/handlers.ts";

type ConversationOperation =
  | "sendConversationMessage"
  | "sendMessage"
  | "listConversations"
  | "getConversation"
  | "updateConversation"
  | "markConversationRead"
  | "listConversationMessages"
  | "uploadMedia"
  | "getMedia"
  | "downloadMedia"
  | "listOutbox"
  | "getOutboxState";

export const conversationHandlers = (service: ConversationService): Pick<Handlers, ConversationOperation> => ({
  sendConversationMessage: ({ principal, body, onceKey }) => service.send(principal, body, onceKey),
  sendMessage: ({ principal, body, onceKey }) => service.send(principal, body, onceKey),
  listConversations: ({ principal, query }) =>
    service.list(principal, { limit: PAGE_SIZES.conversations.default, ...query }),
  getConversation: ({ principal, params }) => service.get(principal, params.conversationKey),
  updateConversation: ({ principal, params, body }) =>
    service.setClosed(principal, params.conversationKey, body.closed),
  markConversationRead: ({ principal, params }) => service.markRead(principal, params.conversationKey),
  listConversationMessages: ({ principal, params, query }) =>
    service.messages(principal, params.conversationKey, { limit: PAGE_SIZES.messages.default, ...query }),
  uploadMedia: ({ principal, body }) => service.upload(principal, body),
  getMedia: ({ principal, params }) => service.media(principal, params.id),
  downloadMedia: ({ principal, params }) => service.download(principal, params.id),
  listOutbox: ({ principal, query }) => service.outbox(principal, { limit: PAGE_SIZES.outbox.default, ...query }),
  getOutboxState: ({ principal }) => Promise.resolve(service.outboxState(principal)),
});
