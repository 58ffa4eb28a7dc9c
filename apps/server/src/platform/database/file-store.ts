import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { FileStore } from "../service/files.ts";
import type { Database } from "./schema/database.ts";

export function createFileStore(db: Kysely<Database>): FileStore {
  const rowsOf = (workspaceId: string, key: string) =>
    db.selectFrom("files").where("workspace_id", "=", workspaceId).where("key", "=", key);
  return {
    async put(workspaceId, { name, mimeType, content, createdBy }) {
      const key = randomUUID();
      const size = content.byteLength;
      await db
        .insertInto("files")
        .values({ workspace_id: workspaceId, key, name, mime_type: mimeType, size, content, created_by: createdBy })
        .execute();
      return { key, name, mimeType, size };
    },

    async find(workspaceId, key) {
      const row = await rowsOf(workspaceId, key)
        .select(["key", "name", "mime_type as mimeType", "size"])
        .executeTakeFirst();
      return row ?? null;
    },

    async read(workspaceId, key) {
      const row = await rowsOf(workspaceId, key)
        .select(["key", "name", "mime_type as mimeType", "size", "content"])
        .executeTakeFirst();
      return row ?? null;
    },

    async delete(workspaceId, key) {
      await db.deleteFrom("files").where("workspace_id", "=", workspaceId).where("key", "=", key).execute();
    },
  };
}
