import type { Kysely } from "kysely";
import type { AttachmentStore } from "./port.ts";
import { before, iso } from "../../../platform/database/columns.ts";
import { createFileStore } from "../../../platform/database/file-store.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";

export function createAttachmentStore(db: Kysely<Database>): AttachmentStore {
  return {
    add: (workspaceId, dealId, file) =>
      inTransaction(db, async (trx) => {
        const stored = await createFileStore(trx).put(workspaceId, file);
        await trx
          .insertInto("deal_attachments")
          .values({ workspace_id: workspaceId, id: stored.key, deal_id: dealId, note_id: null })
          .execute();
        return stored;
      }),

    async hold(workspaceId, dealId, keys) {
      if (keys.length === 0) return [];
      return selectFiles(db, workspaceId, dealId)
        .where("deal_attachments.id", "in", keys)
        .select([
          "files.key",
          "files.name",
          "files.size",
          "files.mime_type as mimeType",
          "deal_attachments.note_id as noteId",
        ])
        .orderBy("deal_attachments.id")
        .forUpdate("deal_attachments")
        .execute();
    },

    async list(workspaceId, dealId, limit, after) {
      let query = selectFiles(db, workspaceId, dealId).select([
        "files.key as id",
        "files.name",
        "files.mime_type as contentType",
        "files.size",
        "deal_attachments.note_id as noteId",
        "files.created_by as uploadedByMemberId",
        "deal_attachments.created_at as createdAt",
      ]);
      if (after !== null) query = query.where(before("deal_attachments.created_at", "deal_attachments.id", after));
      const rows = await query
        .orderBy("deal_attachments.created_at", "desc")
        .orderBy("deal_attachments.id", "desc")
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, createdAt: iso(row.createdAt) }));
    },

    async read(workspaceId, dealId, id) {
      const row = await selectFiles(db, workspaceId, dealId)
        .where("deal_attachments.id", "=", id)
        .select(["files.key", "files.name", "files.mime_type as mimeType", "files.size", "files.content"])
        .executeTakeFirst();
      return row ?? null;
    },

    removeUnused: (workspaceId, instant) =>
      inTransaction(db, async (trx) => {
        const unused = await trx
          .deleteFrom("deal_attachments")
          .where("workspace_id", "=", workspaceId)
          .where("note_id", "is", null)
          .where("created_at", "<", new Date(instant))
          .returning("id")
          .execute();
        if (unused.length === 0) return;
        const keys = unused.map(({ id }) => id);
        await trx.deleteFrom("files").where("workspace_id", "=", workspaceId).where("key", "in", keys).execute();
      }),
  };
}

const selectFiles = (db: Kysely<Database>, workspaceId: string, dealId: string) =>
  db
    .selectFrom("deal_attachments")
    .innerJoin("files", (join) =>
      join
        .onRef("files.workspace_id", "=", "deal_attachments.workspace_id")
        .onRef("files.key", "=", "deal_attachments.id"),
    )
    .where("deal_attachments.workspace_id", "=", workspaceId)
    .where("deal_attachments.deal_id", "=", dealId);
