import { failureReason } from "@trilho/engine/failures";
import { type Kysely, sql } from "kysely";
import type { ConversationStore } from "../port.ts";
import { failureColumns } from "../../../platform/database/columns.ts";
import { createConversationContacts } from "./conversation-contacts.ts";
import { recordComment } from "./conversation-history.ts";
import { findConversation, listConversations } from "./conversation-list.ts";
import { createMediaAssetStore } from "./media-asset-store.ts";
import { findMessage, listMessages } from "./message-rows.ts";
import { applyStatus, recordSent } from "./message-status.ts";
import { insertIncoming, ofMessage, openConversation, queuedFor, writeOutgoing } from "./message-writes.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";

const ABANDONED = failureColumns([failureReason("sending-lost")]);
const NOW = sql<Date>`now()`;

export function createConversationStore(db: Kysely<Database>): ConversationStore {
  return {
    list: (viewer, filter, limit, after) => listConversations(db, viewer, filter, limit, after),
    find: (viewer, key) => findConversation(db, viewer, key),

    async idOfContact(workspaceId, contactId) {
      const row = await db
        .selectFrom("conversations")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("contact_id", "=", contactId)
        .executeTakeFirst();
      return row?.id ?? null;
    },

    async dealSources(workspaceId) {
      const rows = await db
        .selectFrom("deals")
        .select("source")
        .distinct()
        .where("workspace_id", "=", workspaceId)
        .execute();
      return rows.map(({ source }) => source);
    },

    messages: (workspaceId, conversationId, page) => listMessages(db, workspaceId, conversationId, page),
    message: (workspaceId, id) => findMessage(db, workspaceId, "id", id),
    messageByKey: (workspaceId, key) => findMessage(db, workspaceId, "idempotency_key", key),

    markRead: (workspaceId, conversationId) =>
      inTransaction(db, async (trx) => {
        await ofConversation(trx, workspaceId, conversationId)
          .where("unread_count", ">", 0)
          .set({ unread_count: 0, updated_at: NOW })
          .execute();
        await trx
          .updateTable("messages")
          .set({ is_read: true })
          .where("workspace_id", "=", workspaceId)
          .where("conversation_id", "=", conversationId)
          .where("direction", "=", "inbound")
          .where("is_read", "=", false)
          .execute();
      }),

    async setClosed(workspaceId, conversationId, closed) {
      const changed = await ofConversation(db, workspaceId, conversationId)
        .where("closed_at", closed ? "is" : "is not", null)
        .set({ closed_at: closed ? NOW : null, is_returning: false, updated_at: NOW })
        .executeTakeFirst();
      return changed.numUpdatedRows > 0n;
    },

    open: (workspaceId, contactId, channelId) =>
      inTransaction(db, async (trx) => (await openConversation(trx, workspaceId, contactId, channelId)).id),

    addOutgoing: (workspaceId, message, earlierId) =>
      inTransaction(db, (trx) => writeOutgoing(trx, workspaceId, message, earlierId)),
    recordSent: (workspaceId, messageId, actor, result) => recordSent(db, workspaceId, messageId, actor, result),
    async abandon(workspaceId, messageId) {
      await ofMessage(db, workspaceId, messageId)
        .where("status", "=", "queued")
        .set({ status: "failed", status_at: NOW, ...ABANDONED })
        .execute();
    },

    async failAbandoned(olderThanMs) {
      await db
        .updateTable("messages")
        .set({ status: "failed", status_at: NOW, ...ABANDONED })
        .where(queuedFor(olderThanMs))
        .execute();
    },
    addIncoming: (workspaceId, message) => inTransaction(db, (trx) => insertIncoming(trx, workspaceId, message)),

    addComment: (workspaceId, comment) =>
      inTransaction(db, async (trx) => {
        const inserted = await trx
          .insertInto("instagram_comments")
          .values({
            workspace_id: workspaceId,
            id: comment.id,
            channel_id: comment.channel.id,
            contact_id: comment.contactId,
            media_id: comment.mediaId,
            parent_id: comment.parentId,
            text: comment.text,
          })
          .onConflict((conflict) => conflict.doNothing())
          .returning("id")
          .executeTakeFirst();
        if (inserted !== undefined) await recordComment(trx, workspaceId, comment);
        return inserted !== undefined;
      }),

    applyStatus: (workspaceId, update) => applyStatus(db, workspaceId, update),

    async edit(workspaceId, externalId, { body, at }) {
      const message = await findMessage(db, workspaceId, "external_id", externalId);
      if (message === null) return;
      const change =
        body === null ? { deleted_at: new Date(at) } : { body, preview_text: body, edited_at: new Date(at) };
      await ofMessage(db, workspaceId, message.id).set(change).execute();
    },

    contacts: createConversationContacts(db),
    assets: createMediaAssetStore(db),
  };
}

const ofConversation = (trx: Kysely<Database>, workspaceId: string, id: string) =>
  trx.updateTable("conversations").where("workspace_id", "=", workspaceId).where("id", "=", id);
