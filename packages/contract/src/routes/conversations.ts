import { Type } from "typebox";
import { EXAMPLE_IDS, EXAMPLE_PHONE } from "../examples/ids.ts";
import { envelope, page } from "../envelopes.ts";
import { CONVERSATION_FILTERS, ConversationSummary, UpdateConversationRequest } from "../resources/conversation.ts";
import { MediaAsset } from "../resources/media.ts";
import {
  AnswerMessageRequest,
  ConversationMessage,
  SendMessageRequest,
  SendMessageResponse,
} from "../resources/message.ts";
import { OutboxItem, OutboxState } from "../resources/outbox.ts";
import type { Route } from "../route.ts";
import { dateTime, described, listOf, oneOf } from "../schema.ts";
import { cursor, idOf, limit, PAGE_SIZES } from "./parameters.ts";

const group = {
  group: "Conversations",
  features: ["API_ACCESS", "ADVANCED_API"],
  permission: "whatsapp.view_conversations",
  unknownQuery: "ignore",
} as const;

const byKey = Type.Object({
  conversationKey: Type.String({
    description: "The conversation's id, or the contact's phone, or `ig:` and the contact's Instagram id.",
    examples: [EXAMPLE_PHONE],
  }),
});
const byId = Type.Object({ id: idOf("the media", EXAMPLE_IDS.media) });
const text = (description: string) => Type.Optional(Type.String({ maxLength: 255, description }));

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
    summary: "Send a message by WhatsApp; a refusal by the provider is given in the saved message's status",
    description:
      "Reaches a real person with a live key and a channel with credentials; else it is kept in the outbox. " +
      "`channelId` comes before `senderPhoneNumberId`; with neither, the workspace's default channel is used. What " +
      "`type` needs is named by a 400: a text its `text`, media its `mediaAssetId` or `mediaLink`, a template its " +
      "`templateName` and `templateLanguageCode`.",
  },
  sendMessage: {
    ...sending,
    client: "messages.send",
    deprecated: true,
    path: "/messages",
    summary: "The same at its old address: send a message by WhatsApp",
    description:
      "Kept for clients that have it: use `POST /conversations/messages`, which takes and answers the same. Both " +
      "share their idempotency keys.",
  },
  answerMessage: {
    ...group,
    client: "conversations.answer",
    method: "POST",
    path: "/conversations/messages/{id}/answers",
    summary: "Answer a message that was kept here, as its contact would, or say what became of it",
    description:
      "Taken in like a delivery of the provider, so that runs which wait for the reply go on. Only for a message in the " +
      "outbox, of a test or of a channel without credentials; else 409. An answer to a test is heard by tests alone.",
    params: Type.Object({ id: idOf("the message", EXAMPLE_IDS.message) }),
    body: AnswerMessageRequest,
    success: { status: 200, schema: envelope(ConversationMessage) },
    errors: [400, 401, 403, 404, 409, 429],
  },
  listConversations: {
    ...group,
    client: "conversations.list",
    method: "GET",
    path: "/conversations",
    summary: "Conversations, most recent activity first",
    description:
      "One conversation is everything exchanged with one contact, over every channel. Members limited to own data " +
      "see their own. Keep filters and `sort` from page to page.",
    query: Type.Object({
      search: text("Part of the contact's names or phone, in any case, accents or not."),
      filter: Type.Optional(
        Type.Unsafe({
          ...oneOf(CONVERSATION_FILTERS),
          default: "all",
          description: "`closed` looks at closed conversations, all others at open ones.",
        }),
      ),
      responsibleId: text("The responsible of the contact's active deal."),
      pipelineId: text("The pipeline of the contact's active deal."),
      stageId: text("The stage of the contact's active deal."),
      source: text("Where the contact's active deal came from."),
      channelIds: Type.Optional(
        described(listOf(Type.String({ maxLength: 255 })), "Conversations over one of these channels."),
      ),
      sort: Type.Optional(
        Type.Unsafe({
          ...oneOf(["desc", "asc"]),
          default: "desc",
          description: "By the latest activity. Keep it from page to page.",
        }),
      ),
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
    description: "Found by its id, or by the contact's phone or Instagram id.",
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
    description: "A contact who writes again opens a closed one by itself.",
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
    description: "Its `unreadCount` becomes 0.",
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
    description:
      "To follow a conversation, pass `since` and go forward; the instant is inclusive, so drop doubles by id, and " +
      "keep `since` beside `cursor`. A cursor without it reads backwards.",
    params: byKey,
    query: Type.Object({
      channelId: text("Messages over this channel alone."),
      since: Type.Optional(
        described(dateTime(), "Reads forward from this instant, which is included. Keep it beside `cursor`."),
      ),
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
    description:
      "Images, audio, video, documents and stickers, in the part `file` of a form. The answer's `id` is what a " +
      "message names.",
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
    description:
      "Media that came from a provider is copied in its own time: `status` shows whether its content can be " +
      "downloaded.",
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
    description: "The bytes as they were stored, under their content type. 404 until `status` is `READY`.",
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
    description:
      "By a test key, by an automation that is tried, or because a channel has no credentials. `source` names the " +
      "run that wrote it.",
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
    description: "`kept` where a channel has no credentials. `testKey` means that what this key sends is kept anyway.",
    success: { status: 200, schema: envelope(OutboxState) },
    errors: [401, 403, 429],
  },
} as const satisfies Record<string, Route>;
