import { Type } from "typebox";
import { dateTime, looseObject, madeByTest, nullable, oneOf } from "../schema.ts";
import { MessageDirection } from "./conversation.ts";
import { failure } from "./failure.ts";
import { MediaDescriptor } from "./media.ts";

const text = (maxLength: number) => Type.Optional(nullable(Type.String({ maxLength })));
const link = (maxLength: number) => Type.Optional(nullable(Type.String({ format: "uri", maxLength })));

/** Contract, `POST /conversations/messages`. What each type needs is checked beyond the schema. */
export const SendMessageRequest = Type.Object({
  to: Type.String({ minLength: 1, maxLength: 100 }),
  type: Type.Optional(nullable(Type.String({ maxLength: 50, default: "text" }))),
  text: text(4096),
  senderPhoneNumberId: text(255),
  channelId: text(255),
  mediaAssetId: text(255),
  mediaLink: link(2048),
  caption: text(1024),
  filename: text(240),
  mimeType: text(255),
  templateName: text(512),
  templateLanguageCode: text(20),
  templateComponents: Type.Optional(
    Type.Unsafe({ type: ["array", "null"], items: { type: "object", additionalProperties: true }, maxItems: 20 }),
  ),
  quotedMessageId: text(255),
  voice: Type.Optional(nullable(Type.Boolean({ default: true }))),
  content: Type.Optional(nullable(looseObject())),
});

export const ANSWER_TYPES = ["text", "button", "reaction", "delivered", "read", "failed"] as const;

/** What a contact does about a message, or what becomes of it. What each type needs is checked beyond the schema. */
export const AnswerMessageRequest = Type.Object({
  type: oneOf(ANSWER_TYPES),
  text: Type.Optional(Type.String({ maxLength: 4096, description: "Of a `text`" })),
  buttonId: Type.Optional(Type.String({ maxLength: 255, description: "Of a `button`: one of the message's" })),
  emoji: Type.Optional(Type.String({ maxLength: 50, description: "Of a `reaction`; an empty text takes it back" })),
});

/** Contract, "Send-message result". */
export const SendMessageResponse = Type.Object({
  id: Type.String(),
  conversationId: Type.String(),
  channelId: Type.String(),
  externalId: nullable(Type.String()),
});

/** Contract, "Conversation message". */
export const ConversationMessage = Type.Object({
  id: Type.String(),
  conversationId: Type.String(),
  channelId: nullable(Type.String()),
  externalId: nullable(Type.String()),
  senderPhone: nullable(Type.String()),
  recipientPhone: nullable(Type.String()),
  errorMessage: nullable(Type.String()),
  failure: failure(),
  quotedText: nullable(Type.String()),
  quotedMessageId: nullable(Type.String()),
  quotedType: nullable(Type.String()),
  sentByUserId: nullable(Type.String()),
  originLabel: nullable(Type.String()),
  direction: MessageDirection,
  body: Type.String(),
  previewText: Type.String(),
  type: Type.String(),
  status: Type.String({
    description: "`received` of inbound messages; `queued`, `sent`, `delivered`, `read` or `failed` of outbound ones",
  }),
  read: Type.Boolean(),
  timestamp: dateTime(),
  createdAt: dateTime(),
  statusTimestamp: nullable(dateTime()),
  editedAt: nullable(dateTime()),
  deletedAt: nullable(dateTime()),
  quotedDirection: nullable(MessageDirection),
  origin: nullable(Type.String()),
  test: madeByTest(),
  content: nullable(looseObject()),
  media: nullable(MediaDescriptor),
  quotedMedia: nullable(MediaDescriptor),
});
