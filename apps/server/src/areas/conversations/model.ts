import type { FailureReason, JsonObject } from "@trilho/engine/contract";
import type { Channel } from "./sender.ts";
import type { StoredContact } from "../contacts/model.ts";

/** What conversations show of a contact. */
export type ConversationContact = Pick<
  StoredContact,
  | "id"
  | "seq"
  | "name"
  | "firstName"
  | "lastName"
  | "phone"
  | "email"
  | "instagramUsername"
  | "avatarUrl"
  | "avatarKey"
  | "isInternal"
  | "blocked"
>;

/** What others need to know of the talk with a contact (deals: `lastMessageAt`, `replyPending`, `activeChannels`). */
export interface ContactActivity {
  conversationId: string;
  lastMessageAt: string | null;
  lastMessageText: string;
  /** The contact had the last word, and the conversation is open. */
  replyPending: boolean;
  /** The one used last comes first. */
  activeChannels: { id: string; kind: string; name: string }[];
}

export type Direction = "inbound" | "outbound";
export type MessageStatus = "received" | "queued" | "sent" | "delivered" | "read" | "failed";
export type MediaStatus = "PENDING" | "READY" | "FAILED";

/** A conversation as stored, with what its summary shows of contact, channels and deal. Instants are ISO 8601. */
export interface StoredConversation {
  id: string;
  contact: ConversationContact;
  channel: Channel | null;
  lastMessageChannel: Pick<Channel, "id" | "kind"> | null;
  whatsappId: string | null;
  instagramId: string | null;
  activeDeal: { seq: number; responsibleUserId: string } | null;
  lastMessageText: string;
  lastMessageAt: string | null;
  lastMessageDirection: Direction | null;
  lastInboundAt: string | null;
  lastActivityAt: string;
  unreadCount: number;
  isReturning: boolean;
  isClosed: boolean;
  createdAt: string;
  updatedAt: string;
}

/** The media of a message; the asset has what of it is stored, and how far. */
export interface MessageMedia {
  mediaType: string;
  contentType: string | null;
  caption: string | null;
  filename: string | null;
  providerMediaId: string | null;
  providerMediaUrl: string | null;
}

export interface StoredAsset {
  id: string;
  status: MediaStatus;
  mediaType: string;
  contentType: string | null;
  filename: string | null;
  sizeBytes: number | null;
  /** The file, once READY. */
  fileKey: string | null;
  durationMs: number | null;
  width: number | null;
  height: number | null;
  createdAt: string;
}

/** The content of a message, whoever sent it. */
export interface MessageContent {
  type: string;
  body: string;
  previewText: string;
  content: JsonObject | null;
  media: MessageMedia | null;
}

export interface StoredMessage extends MessageContent {
  id: string;
  conversationId: string;
  channelId: string | null;
  externalId: string | null;
  direction: Direction;
  status: MessageStatus;
  statusAt: string | null;
  errorMessage: string | null;
  failure: FailureReason[] | null;
  asset: StoredAsset | null;
  senderPhone: string | null;
  recipientPhone: string | null;
  quoted: QuotedMessage | null;
  sentByUserId: string | null;
  origin: string | null;
  originLabel: string | null;
  /** A test event's run wrote it, and nobody got it. */
  isTest: boolean;
  isRead: boolean;
  sentAt: string;
  editedAt: string | null;
  deletedAt: string | null;
  createdAt: string;
}

export interface QuotedMessage {
  id: string;
  externalId: string | null;
  type: string;
  direction: Direction;
  previewText: string;
  media: MessageMedia | null;
  asset: StoredAsset | null;
}

/** A channel of a workspace, with what inbound messages need to know of the workspace. */
export interface ReceivingChannel {
  workspaceId: string;
  /** For phones without a country code. */
  locale: string;
  channel: Channel;
  /** What comes in is somebody's answer in a test, which the contact did not write: only tests hear of it. */
  isTest?: true;
  /** The member who gave what comes in for the contact. */
  typedByUserId?: string;
}
