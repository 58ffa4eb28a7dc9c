import type { ConversationMessage, ConversationSummary, MediaAsset, OutboxItem } from "@trilho/contract";
import { avatarUrlOf, displayNameOf } from "../contacts/model.ts";
import type { MessageMedia, StoredAsset, StoredConversation, StoredMessage } from "./model.ts";
import type { ListedOutboxEntry } from "./port.ts";
import { writeInstagramId } from "./recipient.ts";
import { shownAddress } from "../../platform/network/address-secret.ts";

export function presentConversation(stored: StoredConversation): ConversationSummary {
  const { contact, channel, lastMessageChannel, activeDeal } = stored;
  const instagramId = stored.instagramId === null ? null : writeInstagramId(stored.instagramId);
  const phone = contact.phone ?? "";
  const prefersInstagram = channel?.kind === "instagram" && instagramId !== null;
  const whatsappId = stored.whatsappId ?? phone.replace("+", "");
  return {
    id: stored.id,
    waId: prefersInstagram || whatsappId === "" ? (instagramId ?? "") : whatsappId,
    sendTo: prefersInstagram || phone === "" ? (instagramId ?? "") : phone,
    displayName: displayNameOf(contact),
    phone,
    lastMessageText: stored.lastMessageText,
    contactId: contact.id,
    channelId: channel?.id ?? null,
    channelName: channel?.name ?? null,
    contactInstagramId: instagramId,
    avatarUrl: avatarUrlOf(contact),
    provider: channel?.kind ?? null,
    lastMessageChannelId: lastMessageChannel?.id ?? null,
    lastMessageProvider: lastMessageChannel?.kind ?? null,
    responsibleUserId: activeDeal?.responsibleUserId ?? null,
    lastMessageAt: stored.lastMessageAt,
    lastInboundAt: stored.lastInboundAt,
    lastMessageDirection: stored.lastMessageDirection,
    unreadCount: stored.unreadCount,
    returning: stored.isReturning,
    internal: contact.isInternal,
    closed: stored.isClosed,
    activeDealSeq: activeDeal?.seq ?? null,
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
  };
}

export const presentMessage = (stored: StoredMessage): ConversationMessage => ({
  id: stored.id,
  conversationId: stored.conversationId,
  channelId: stored.channelId,
  externalId: stored.externalId,
  senderPhone: stored.senderPhone,
  recipientPhone: stored.recipientPhone,
  errorMessage: stored.errorMessage,
  failure: stored.failure,
  quotedText: stored.quoted?.previewText ?? null,
  quotedMessageId: stored.quoted?.id ?? null,
  quotedType: stored.quoted?.type ?? null,
  sentByUserId: stored.sentByUserId,
  originLabel: stored.originLabel,
  direction: stored.direction,
  body: stored.body,
  previewText: stored.previewText,
  type: stored.type,
  status: stored.status,
  read: stored.direction === "inbound" ? stored.isRead : stored.status === "read",
  timestamp: stored.sentAt,
  createdAt: stored.createdAt,
  statusTimestamp: stored.statusAt,
  editedAt: stored.editedAt,
  deletedAt: stored.deletedAt,
  quotedDirection: stored.quoted?.direction ?? null,
  origin: stored.origin,
  ...(stored.isTest && { test: true }),
  content: stored.content,
  media: stored.media && presentMedia(stored.media, stored.asset),
  quotedMedia: stored.quoted?.media ? presentMedia(stored.quoted.media, stored.quoted.asset) : null,
});

const contentUrlOf = (asset: StoredAsset): string | null =>
  asset.status === "READY" ? `/api/v1/media/${asset.id}/content` : null;

const presentMedia = (media: MessageMedia, asset: StoredAsset | null): ConversationMessage["media"] => ({
  mediaAssetId: asset?.id ?? null,
  status: asset?.status ?? null,
  mediaType: media.mediaType,
  contentType: asset?.contentType ?? media.contentType,
  caption: media.caption,
  filename: media.filename ?? asset?.filename ?? null,
  providerMediaId: media.providerMediaId,
  providerMediaUrl: media.providerMediaUrl,
  contentUrl: asset === null ? null : contentUrlOf(asset),
  sizeBytes: asset?.sizeBytes ?? null,
  durationMs: asset?.durationMs ?? null,
  width: asset?.width ?? null,
  height: asset?.height ?? null,
});

export const presentAsset = (asset: StoredAsset): MediaAsset => ({
  id: asset.id,
  status: asset.status,
  mediaType: asset.mediaType,
  contentType: asset.contentType,
  filename: asset.filename,
  sizeBytes: asset.sizeBytes,
  contentUrl: contentUrlOf(asset),
  createdAt: asset.createdAt,
});

/** Of a webhook, without what lets its caller in. */
function readable({ kind, recipient, content }: ListedOutboxEntry): Pick<OutboxItem, "to" | "content"> {
  if (kind !== "webhook") return { to: recipient, content };
  const { url } = content;
  return {
    to: shownAddress(recipient),
    content: { ...content, ...(typeof url === "string" && { url: shownAddress(url) }) },
  };
}

export const presentOutboxEntry = (entry: ListedOutboxEntry): OutboxItem => ({
  id: entry.id,
  kind: entry.kind as OutboxItem["kind"],
  channelId: entry.channelId,
  contactId: entry.contactId,
  contactName: entry.contactName,
  ...readable(entry),
  ...(entry.messageId !== null && { messageId: entry.messageId }),
  source: entry.source,
  createdAt: entry.createdAt,
});
