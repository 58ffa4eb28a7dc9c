import type { JsonObject } from "@trilho/engine/contract";
import type { Kysely } from "kysely";
import type { StoredMessage } from "../model.ts";
import type { NewComment, NewIncoming } from "../port.ts";
import { isTest, type Actor } from "../../activities/history.ts";
import { insertActivities, insertEvents } from "../../activities/history-store.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

/** Contacts and providers act through the server. */
const SYSTEM: Actor = { type: "system", userId: null, automationId: null, apiKeyId: null, chain: null };

/** The contact's most recent open deal, whoever may see it. */
async function activeDealOf(trx: Kysely<Database>, workspaceId: string, contactId: string): Promise<string | null> {
  const row = await trx
    .selectFrom("deals")
    .select("id")
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", contactId)
    .where("status", "=", "open")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A message of a contact, in the history of its deal and for automations. */
export async function recordArrival(
  trx: Kysely<Database>,
  workspaceId: string,
  message: NewIncoming & { id: string; conversationId: string },
): Promise<void> {
  const { contact, channel, typedByUserId } = message;
  const dealId = await activeDealOf(trx, workspaceId, contact.id);
  if (dealId !== null) {
    const activity = {
      dealId,
      type: "MESSAGE_RECEIVED" as const,
      metadata: {
        ...summaryOf({ ...message, channelId: channel.id }),
        ...(typedByUserId !== undefined && { typedByUserId }),
      },
    };
    await insertActivities(trx, workspaceId, SYSTEM, [activity]);
  }
  const payload: JsonObject = {
    messageId: message.id,
    conversationId: message.conversationId,
    channelId: channel.id,
    channelKind: channel.kind,
    messageType: message.type,
    text: message.body,
    buttonId: message.reply?.id ?? null,
    buttonText: message.reply?.title ?? null,
    quotedExternalId: message.quotedExternalId,
    sentAt: message.sentAt,
  };
  await insertEvents(trx, workspaceId, SYSTEM, [{ type: "message_received", dealId, contactId: contact.id, payload }]);
}

/** What was sent, in the history of the contact's deal; of a test event nothing was. */
export async function recordDeparture(
  trx: Kysely<Database>,
  workspaceId: string,
  contactId: string,
  actor: Actor,
  message: StoredMessage & { isKept: boolean },
): Promise<void> {
  const dealId = isTest(actor) ? null : await activeDealOf(trx, workspaceId, contactId);
  if (dealId === null) return;
  // What a test key sends stays here.
  const metadata = {
    ...summaryOf(message),
    ...(message.isKept && { kept: true }),
    ...(actor.isTestKey === true && { test: true }),
  };
  await insertActivities(trx, workspaceId, actor, [{ dealId, type: "MESSAGE_SENT", metadata }]);
}

export async function recordComment(trx: Kysely<Database>, workspaceId: string, comment: NewComment): Promise<void> {
  const { id, channel, contactId, username, mediaId, parentId, text } = comment;
  const payload = { commentId: id, channelId: channel.id, username, mediaId, parentId, text };
  const dealId = await activeDealOf(trx, workspaceId, contactId);
  await insertEvents(trx, workspaceId, SYSTEM, [{ type: "instagram_comment", dealId, contactId, payload }]);
}

const summaryOf = (
  message: Pick<StoredMessage, "id" | "conversationId" | "channelId" | "type" | "previewText">,
): JsonObject => ({
  messageId: message.id,
  conversationId: message.conversationId,
  channelId: message.channelId,
  messageType: message.type,
  text: message.previewText,
});
