import type { OutboxSource } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";
import type { Channel, ChannelKind, Sent } from "./sender.ts";
import type { StoredContact } from "../contacts/model.ts";
import type { Actor } from "../activities/history.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import type {
  MessageContent,
  MessageStatus,
  ReceivingChannel,
  StoredAsset,
  StoredConversation,
  StoredMessage,
} from "./model.ts";
import type { Position } from "../../platform/security/cursors.ts";

export interface ConversationFilter {
  filter: "all" | "unread" | "returned" | "internal" | "closed";
  search: string;
  responsibleId?: string | undefined;
  pipelineId?: string | undefined;
  stageId?: string | undefined;
  source?: string | undefined;
  channelIds: readonly string[];
  sort: "asc" | "desc";
}

/** How a conversation is found: its own id, or a contact's phone (E.164) or Instagram id. */
export interface ConversationKey {
  id: string;
  phone: string | null;
  instagramId: string | null;
}

export interface ConversationStore {
  /** By activity, newest or oldest first. */
  list(
    viewer: Viewer,
    filter: ConversationFilter,
    limit: number,
    after: Position | null,
  ): Promise<StoredConversation[]>;
  find(viewer: Viewer, key: ConversationKey): Promise<StoredConversation | null>;
  /** The id of a contact's conversation; null where there is none. */
  idOfContact(workspaceId: string, contactId: string): Promise<string | null>;
  /** Sources of the workspace's deals. */
  dealSources(workspaceId: string): Promise<string[]>;
  /** Chronological when `direction` is forward, else newest first. `since` (ISO 8601) is inclusive. */
  messages(
    workspaceId: string,
    conversationId: string,
    page: {
      channelId?: string | undefined;
      since?: string | undefined;
      direction: "forward" | "backward";
      limit: number;
      after: Position | null;
    },
  ): Promise<StoredMessage[]>;
  message(workspaceId: string, id: string): Promise<StoredMessage | null>;
  messageByKey(workspaceId: string, idempotencyKey: string): Promise<StoredMessage | null>;
  markRead(workspaceId: string, conversationId: string): Promise<void>;
  /** Whether anything changed. */
  setClosed(workspaceId: string, conversationId: string, closed: boolean): Promise<boolean>;
  /** The id of the contact's conversation, which is made when there is none. */
  open(workspaceId: string, contactId: string, channelId: string): Promise<string>;
  /**
   * Saves a message that is about to be sent, where `earlierId` is given in the place of one that was not accepted; null
   * when another one has its key already, or another attempt is under way.
   */
  addOutgoing(workspaceId: string, message: NewOutgoing, earlierId: string | null): Promise<StoredMessage | null>;
  /**
   * What became of sending; null when the message was deleted meanwhile. What the provider reported of it before its id was
   * known here is taken in.
   */
  recordSent(workspaceId: string, messageId: string, actor: Actor, result: SendResult): Promise<StoredMessage | null>;
  /** A message whose sender is gone: it has failed, unless its provider reports otherwise. */
  abandon(workspaceId: string, messageId: string): Promise<void>;
  /** Messages that have been queued for longer: whoever was sending them is gone. */
  failAbandoned(olderThanMs: number): Promise<void>;
  /** Saves what a contact sent, once; answers null for a message that is known already. */
  addIncoming(workspaceId: string, message: NewIncoming): Promise<{ messageId: string } | null>;
  addComment(workspaceId: string, comment: NewComment): Promise<boolean>;
  /** Answers of a message that failed by it. */
  applyStatus(workspaceId: string, update: StatusUpdate): Promise<Undelivered | null>;
  edit(workspaceId: string, externalId: string, change: MessageEdit): Promise<void>;
  contacts: ConversationContacts;
  assets: MediaAssetStore;
}

/** Contacts as messages name them. */
export interface ConversationContacts {
  isVisible(viewer: Viewer, contactId: string): Promise<boolean>;
  findByPhone(workspaceId: string, phone: string): Promise<StoredContact | null>;
  findByIdentity(workspaceId: string, kind: ChannelKind, externalId: string): Promise<StoredContact | null>;
  /** Finds the contact by its phone or else makes it. */
  byPhone(workspaceId: string, phone: string, name: string | null, createdBy: string | null): Promise<StoredContact>;
  /** Finds the contact by its identity at the provider, else makes it. */
  byIdentity(
    workspaceId: string,
    kind: ChannelKind,
    externalId: string,
    known: { phone?: string; name?: string | null; instagramUsername?: string | null },
  ): Promise<StoredContact>;
  /** Keeps the first refusal. */
  optOut(workspaceId: string, contactId: string, keyword: string, source: string): Promise<void>;
}

export interface NewOutgoing extends MessageContent {
  conversationId: string;
  contactId: string;
  channelId: string;
  idempotencyKey: string | null;
  assetId: string | null;
  senderPhone: string | null;
  recipientPhone: string | null;
  quotedMessageId: string | null;
  origin: string;
  originLabel: string | null;
  isTest: boolean;
  sentByUserId: string | null;
}

/** A provider took it, or the outbox keeps it. */
export type Accepted = Extract<Sent, { ok: true }>;
export type SendResult = Accepted | { ok: false; failure: FailureReason[] };

export interface NewIncoming extends MessageContent {
  contact: Pick<StoredContact, "id" | "blocked">;
  channel: Channel;
  externalId: string;
  /** ISO 8601. */
  sentAt: string;
  senderPhone: string | null;
  recipientPhone: string | null;
  quotedExternalId: string | null;
  /** An answer in a test: it is in the history, and otherwise the contact wrote nothing. */
  isTest: boolean;
  /** Sent by the workspace itself, in the provider's own program. */
  isEcho: boolean;
  /** The member who gave it for the contact. */
  typedByUserId?: string;
  /** Of an answer by button or list. */
  reply: { id: string; title: string } | null;
  asset: NewAsset | null;
}

export interface NewComment {
  id: string;
  channel: Channel;
  contactId: string;
  username: string | null;
  mediaId: string | null;
  parentId: string | null;
  text: string;
}

export interface StatusUpdate {
  externalId: string;
  /** The id we gave the message when it was sent; providers may hand it back. */
  messageId: string | null;
  status: Exclude<MessageStatus, "received" | "queued">;
  failure: FailureReason[] | null;
  at: string;
}

/** A message that its provider had taken and could not deliver, by the key under which it was sent. */
export interface Undelivered {
  key: string;
  failure: FailureReason[];
}

/** `body` is the new text; null where the message was taken back. */
export interface MessageEdit {
  body: string | null;
  at: string;
}

export interface NewAsset {
  mediaType: string;
  contentType: string | null;
  filename: string | null;
  createdBy: string | null;
  /** Stored already, or to be copied. */
  source:
    | { fileKey: string; sizeBytes: number }
    | { channelId: string; providerMediaId: string | null; url: string | null };
}

export interface DueCopy {
  workspaceId: string;
  id: string;
  mediaType: string;
  filename: string | null;
  contentType: string | null;
  channel: Channel | null;
  providerMediaId: string | null;
  providerMediaUrl: string | null;
  attempts: number;
}

export type CopyResult =
  | { ok: true; fileKey: string; sizeBytes: number; contentType: string }
  | { ok: false; failure: FailureReason[]; retryAt: string | null };

export interface MediaAssetStore {
  add(workspaceId: string, asset: NewAsset): Promise<StoredAsset>;
  /** Those the viewer brought, and those of messages that the viewer may read. */
  find(viewer: Viewer, id: string): Promise<StoredAsset | null>;
  /** Takes due copies for one worker for `leaseMs`, oldest first. */
  claimCopies(limit: number, leaseMs: number): Promise<DueCopy[]>;
  finishCopy(workspaceId: string, id: string, result: CopyResult): Promise<void>;
}

export interface ListedChannel extends Channel {
  isDefault: boolean;
  /** The provider's id of the account that has its templates. */
  businessAccountId: string | null;
}

/** Channels as the workspace set them up. */
export interface ChannelStore {
  list(workspaceId: string): Promise<ListedChannel[]>;
  /** Every workspace's channels with this sender at the provider. */
  receiving(kind: ChannelKind, phoneNumberId: string): Promise<ReceivingChannel[]>;
}

export interface OutboxEntry {
  id: string;
  kind: string;
  channelId: string | null;
  contactId: string | null;
  recipient: string;
  content: JsonObject;
  createdAt: string;
}

/** An entry as the outbox lists it. */
export interface ListedOutboxEntry extends OutboxEntry {
  contactName: string | null;
  messageId: string | null;
  source: OutboxSource | null;
}

export interface OutboxStore {
  /** Keeps one entry a key, and answers the id of the one that is kept. */
  add(
    workspaceId: string,
    idempotencyKey: string,
    entry: Omit<OutboxEntry, "id" | "createdAt">,
  ): Promise<{ id: string }>;
  /** The entry that was kept under this key; of a message of a conversation that is its id. */
  find(workspaceId: string, idempotencyKey: string): Promise<OutboxEntry | null>;
  /** Newest first: those of contacts the viewer may see, and for viewers of everything those of nobody. */
  list(viewer: Viewer, limit: number, after: Position | null): Promise<ListedOutboxEntry[]>;
}
