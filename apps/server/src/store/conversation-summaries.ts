import { type Kysely, sql } from "kysely";
import type { ContactActivity } from "../domain/conversations/model.ts";
import { isoOrNull } from "./columns.ts";
import type { Database } from "./schema.ts";

/**
 * What was last said with each of these contacts, and over which channels; contacts without a conversation are not in
 * the map. Two statements, however many contacts. Who may see the contacts is settled by the caller.
 */
export async function conversationSummaries(
  db: Kysely<Database>,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<Map<string, ContactActivity>> {
  const summaries = new Map<string, ContactActivity>();
  if (contactIds.length === 0) return summaries;
  const rows = await db
    .selectFrom("conversations")
    .where("workspace_id", "=", workspaceId)
    .where("contact_id", "=", sql<string>`any(${[...new Set(contactIds)]}::text[])`)
    .select(["id", "contact_id", "last_message_at", "last_message_text", "last_message_direction", "closed_at"])
    .execute();
  const byConversation = new Map<string, ContactActivity>();
  for (const row of rows) {
    const summary: ContactActivity = {
      conversationId: row.id,
      lastMessageAt: isoOrNull(row.last_message_at),
      lastMessageText: row.last_message_text,
      replyPending: row.closed_at === null && row.last_message_direction === "inbound",
      activeChannels: [],
    };
    summaries.set(row.contact_id, summary);
    byConversation.set(row.id, summary);
  }
  for (const { conversation_id, id, kind, name } of await channelsOf(db, workspaceId, [...byConversation.keys()])) {
    byConversation.get(conversation_id)?.activeChannels.push({ id, kind, name });
  }
  return summaries;
}

/** The one used last comes first. */
async function channelsOf(db: Kysely<Database>, workspaceId: string, conversationIds: readonly string[]) {
  if (conversationIds.length === 0) return [];
  return db
    .selectFrom("conversation_channels as used")
    .innerJoin("channels", (join) =>
      join.onRef("channels.workspace_id", "=", "used.workspace_id").onRef("channels.id", "=", "used.channel_id"),
    )
    .where("used.workspace_id", "=", workspaceId)
    .where("used.conversation_id", "=", sql<string>`any(${conversationIds}::text[])`)
    .select(["used.conversation_id", "channels.id", "channels.kind", "channels.name"])
    .orderBy("used.last_message_at", "desc")
    .orderBy("channels.id")
    .execute();
}
