import { type Kysely, type Selectable, sql } from "kysely";
import type { Direction, StoredMessage } from "../model.ts";
import type { NewIncoming, NewOutgoing } from "../port.ts";
import { findMessage, selectMessages, toMessage } from "./message-rows.ts";
import { insertAsset } from "./media-asset-store.ts";
import { orderedId } from "../../../platform/service/ordered-id.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { recordArrival } from "./conversation-history.ts";

type Db = Kysely<Database>;
const NOW = sql<Date>`now()`;

type OpenConversation = Pick<Selectable<Database["conversations"]>, "id" | "closed_at" | "last_message_at">;

/** The id of the contact's conversation, made when there is none, and locked until the transaction ends. */
export async function openConversation(
  trx: Db,
  workspaceId: string,
  contactId: string,
  channelId: string,
): Promise<OpenConversation> {
  await trx
    .insertInto("conversations")
    .values({ workspace_id: workspaceId, id: orderedId(), contact_id: contactId, channel_id: channelId })
    .onConflict((conflict) => conflict.columns(["workspace_id", "contact_id"]).doNothing())
    .execute();
  return trx
    .selectFrom("conversations")
    .select(["id", "closed_at", "last_message_at"])
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", contactId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Longer than one attempt at a message takes; after it, whoever made it is gone. */
const ATTEMPT_MS = 2 * 60_000;

export const queuedFor = (ms: number) =>
  sql<boolean>`(status = 'queued' and coalesce(status_at, created_at) < now() - make_interval(secs => ${ms / 1000}))`;

/** Saves what is about to be sent: as a new message, or as the one that an earlier attempt left. */
export async function writeOutgoing(
  trx: Db,
  workspaceId: string,
  message: NewOutgoing,
  earlierId: string | null,
): Promise<StoredMessage | null> {
  const { conversationId, contactId, channelId, previewText: text, isTest } = message;
  const at = new Date();
  const row =
    earlierId === null
      ? await insertOutgoing(trx, workspaceId, message, at)
      : await claimOutgoing(trx, workspaceId, earlierId, message, at);
  if (row === undefined) return null;
  // The contact has heard nothing of a test: so the last message stays what it was.
  if (!isTest) {
    const latest = { id: row.id, contactId, channelId, direction: "outbound" as const, text, at };
    await latestMessage(trx, workspaceId, conversationId, latest);
  }
  return written(trx, workspaceId, row.id);
}

const insertOutgoing = (trx: Db, workspaceId: string, message: NewOutgoing, at: Date) =>
  trx
    .insertInto("messages")
    .values({
      workspace_id: workspaceId,
      id: orderedId(),
      idempotency_key: message.idempotencyKey,
      direction: "outbound",
      status: "queued",
      ...outgoingColumns(message, at),
      sender_phone: message.senderPhone,
      sent_by_user_id: message.sentByUserId,
      origin: message.origin,
      origin_label: message.originLabel,
      is_test: message.isTest,
    })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "idempotency_key"]).where("idempotency_key", "is not", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();

/** One that was accepted and did not arrive goes out anew, under another id of its provider. */
const claimOutgoing = (trx: Db, workspaceId: string, id: string, message: NewOutgoing, at: Date) =>
  ofMessage(trx, workspaceId, id)
    .where((eb) => eb.or([eb("status", "=", "failed"), eb.and([eb("external_id", "is", null), queuedFor(ATTEMPT_MS)])]))
    .set({ status: "queued", status_at: NOW, external_id: null, ...outgoingColumns(message, at) })
    .returning("id")
    .executeTakeFirst();

/** What another attempt may say otherwise: where it failed, somebody may have corrected it. */
const outgoingColumns = (message: NewOutgoing, sentAt: Date) => ({
  ...contentColumns(message),
  conversation_id: message.conversationId,
  contact_id: message.contactId,
  channel_id: message.channelId,
  media_asset_id: message.assetId,
  recipient_phone: message.recipientPhone,
  quoted_message_id: message.quotedMessageId,
  sent_at: sentAt,
});

/**
 * Saves what came in unless its id at the provider is known: providers deliver twice, and a message sent from here comes
 * back as an echo.
 */
export async function insertIncoming(
  trx: Db,
  workspaceId: string,
  message: NewIncoming,
): Promise<{ messageId: string } | null> {
  const { contact, channel, isEcho } = message;
  const conversation = await openConversation(trx, workspaceId, contact.id, channel.id);
  const at = inOrder(new Date(message.sentAt), conversation.last_message_at);
  const id = await insertOnce(trx, workspaceId, conversation.id, message, at);
  if (id === null) return null;
  const shown = { id, contactId: contact.id, channelId: channel.id, text: message.previewText, at };
  // A reaction is a mark on another message, not a message to answer; in a test, the contact has said nothing.
  const isSilent = message.type === "reaction" || contact.blocked || message.isTest;
  if (isEcho) await latestMessage(trx, workspaceId, conversation.id, { ...shown, direction: "outbound" });
  else if (!isSilent) {
    await latestMessage(trx, workspaceId, conversation.id, { ...shown, direction: "inbound" });
    await awaken(trx, workspaceId, conversation);
    await recordArrival(trx, workspaceId, { ...message, id, conversationId: conversation.id });
  }
  return { messageId: id };
}

/** WhatsApp sends whole seconds: within one, messages are in the order in which they arrive. */
function inOrder(at: Date, latest: Date | null): Date {
  if (latest === null || at.getTime() % 1000 !== 0) return at;
  const isSameSecond = latest >= at && latest.getTime() < at.getTime() + 999;
  return isSameSecond ? new Date(latest.getTime() + 1) : at;
}

async function insertOnce(
  trx: Db,
  workspaceId: string,
  conversationId: string,
  message: NewIncoming,
  sentAt: Date,
): Promise<string | null> {
  const { isEcho } = message;
  const quoted =
    message.quotedExternalId === null
      ? null
      : await findMessage(trx, workspaceId, "external_id", message.quotedExternalId);
  const inserted = await trx
    .insertInto("messages")
    .values({
      workspace_id: workspaceId,
      id: orderedId(),
      conversation_id: conversationId,
      contact_id: message.contact.id,
      channel_id: message.channel.id,
      external_id: message.externalId,
      direction: isEcho ? "outbound" : "inbound",
      status: isEcho ? "sent" : "received",
      ...contentColumns(message),
      sender_phone: message.senderPhone,
      recipient_phone: message.recipientPhone,
      quoted_message_id: quoted?.id ?? null,
      origin: isEcho ? "app" : null,
      is_test: message.isTest,
      sent_at: sentAt,
    })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "external_id"]).where("external_id", "is not", null).doNothing(),
    )
    .returning("id")
    .executeTakeFirst();
  if (inserted === undefined) return null;
  if (message.asset !== null) {
    const { id } = await insertAsset(trx, workspaceId, message.asset);
    await ofMessage(trx, workspaceId, inserted.id).set({ media_asset_id: id }).execute();
  }
  return inserted.id;
}

export const ofMessage = (trx: Db, workspaceId: string, id: string) =>
  trx.updateTable("messages").where("workspace_id", "=", workspaceId).where("id", "=", id);

/** A message that this transaction has just written. */
export async function written(trx: Db, workspaceId: string, id: string): Promise<StoredMessage> {
  return toMessage(await selectMessages(trx, workspaceId).where("messages.id", "=", id).executeTakeFirstOrThrow());
}

function contentColumns({ type, body, previewText, content, media }: NewOutgoing | NewIncoming) {
  return {
    type,
    body,
    preview_text: previewText,
    content: content === null ? null : JSON.stringify(content),
    media: media === null ? null : JSON.stringify(media),
  };
}

interface Latest {
  id: string;
  contactId: string;
  channelId: string;
  direction: Direction;
  text: string;
  at: Date;
}

/** What a conversation shows of its newest message. Messages that arrive late do not push newer ones aside. */
async function latestMessage(trx: Db, workspaceId: string, conversationId: string, latest: Latest): Promise<void> {
  const { id, contactId, channelId, direction, text, at } = latest;
  const isInbound = direction === "inbound";
  await trx
    .updateTable("conversations")
    .set({
      last_message_id: id,
      last_message_text: text,
      last_message_direction: direction,
      last_message_channel_id: channelId,
      last_message_at: at,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", conversationId)
    .where((eb) => eb.or([eb("last_message_at", "is", null), eb("last_message_at", "<=", at)]))
    .execute();
  await trx
    .updateTable("conversations")
    .set({
      last_activity_at: sql<Date>`greatest(last_activity_at, ${at}::timestamptz)`,
      updated_at: NOW,
      // Who is answered through which channel: the one they wrote to last.
      ...(isInbound && {
        channel_id: channelId,
        last_inbound_at: sql<Date>`greatest(last_inbound_at, ${at}::timestamptz)`,
      }),
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", conversationId)
    .execute();
  await trx
    .insertInto("conversation_channels")
    .values({
      workspace_id: workspaceId,
      conversation_id: conversationId,
      channel_id: channelId,
      last_message_at: at,
      last_inbound_at: isInbound ? at : null,
    })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "conversation_id", "channel_id"]).doUpdateSet({
        last_message_at: sql<Date>`greatest(conversation_channels.last_message_at, excluded.last_message_at)`,
        last_inbound_at: sql<Date>`greatest(conversation_channels.last_inbound_at, excluded.last_inbound_at)`,
      }),
    )
    .execute();
  await trx
    .updateTable("contacts")
    .set({
      last_message_at: sql<Date>`greatest(last_message_at, ${at}::timestamptz)`,
      last_activity_at: sql<Date>`greatest(last_activity_at, ${at}::timestamptz)`,
    })
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", contactId)
    .execute();
}

/** Something to read; a closed conversation is open again, and marked as reopened by its contact. */
async function awaken(trx: Db, workspaceId: string, { id, closed_at }: OpenConversation): Promise<void> {
  await trx
    .updateTable("conversations")
    .set((eb) => ({
      unread_count: eb("unread_count", "+", 1),
      ...(closed_at !== null && { closed_at: null, is_returning: true }),
    }))
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .execute();
}
