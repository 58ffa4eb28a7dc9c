import { randomUUID } from "node:crypto";
import { failureMessage } from "@trilho/engine/failures";
import { type Kysely, sql } from "kysely";
import type { CopyResult, DueCopy, MediaAssetStore, NewAsset } from "../port.ts";
import type { StoredAsset } from "../model.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { toChannel } from "./channel-store.ts";
import { toAsset } from "./message-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { contactIsVisible } from "../../../platform/database/visibility.ts";

export function createMediaAssetStore(db: Kysely<Database>): MediaAssetStore {
  return {
    add: (workspaceId, asset) => insertAsset(db, workspaceId, asset),
    find: (viewer, id) => findAsset(db, viewer, id),
    claimCopies: (limit, leaseMs) => claimCopies(db, limit, leaseMs),
    finishCopy: (workspaceId, id, result) => finishCopy(db, workspaceId, id, result),
  };
}

export async function insertAsset(db: Kysely<Database>, workspaceId: string, asset: NewAsset): Promise<StoredAsset> {
  const { source } = asset;
  const isStored = "fileKey" in source;
  const row = await db
    .insertInto("media_assets")
    .values({
      workspace_id: workspaceId,
      id: randomUUID(),
      status: isStored ? "READY" : "PENDING",
      media_type: asset.mediaType,
      content_type: asset.contentType,
      filename: asset.filename,
      size_bytes: isStored ? source.sizeBytes : null,
      file_key: isStored ? source.fileKey : null,
      channel_id: isStored ? null : source.channelId,
      provider_media_id: isStored ? null : source.providerMediaId,
      provider_media_url: isStored ? null : source.url,
      due_at: isStored ? null : sql<Date>`now()`,
      created_by: asset.createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAsset(row);
}

async function findAsset(db: Kysely<Database>, viewer: Viewer, id: string): Promise<StoredAsset | null> {
  const { workspaceId, memberId } = viewer;
  let query = db
    .selectFrom("media_assets")
    .selectAll()
    .where("media_assets.workspace_id", "=", workspaceId)
    .where("media_assets.id", "=", id);
  if (viewer.visibility === "own") {
    query = query.where((eb) =>
      eb.or([
        eb("media_assets.created_by", "=", memberId),
        eb.exists(
          eb
            .selectFrom("messages")
            .innerJoin("contacts", (join) =>
              join
                .onRef("contacts.workspace_id", "=", "messages.workspace_id")
                .onRef("contacts.id", "=", "messages.contact_id"),
            )
            .select("messages.id")
            .where("messages.workspace_id", "=", workspaceId)
            .whereRef("messages.media_asset_id", "=", "media_assets.id")
            .where(contactIsVisible(viewer)),
        ),
      ]),
    );
  }
  const row = await query.executeTakeFirst();
  return row === undefined ? null : toAsset(row);
}

/** A worker that dies leaves its copies due again when its lease is over. */
async function claimCopies(db: Kysely<Database>, limit: number, leaseMs: number): Promise<DueCopy[]> {
  const due = sql`select workspace_id, id from media_assets
    where status = 'PENDING' and due_at <= now() order by due_at limit ${limit} for update skip locked`;
  const rows = await db
    .updateTable("media_assets")
    .set((eb) => ({
      due_at: sql<Date>`now() + make_interval(secs => ${leaseMs / 1000})`,
      attempts: eb("attempts", "+", 1),
    }))
    .where(sql<boolean>`(workspace_id, id) in (${due})`)
    .returningAll()
    .execute();
  if (rows.length === 0) return [];
  const channels = await db
    .selectFrom("channels")
    .selectAll()
    .where("workspace_id", "in", [...new Set(rows.map((row) => row.workspace_id))])
    .execute();
  return rows.map((row) => {
    const channel = channels.find(({ workspace_id, id }) => workspace_id === row.workspace_id && id === row.channel_id);
    return {
      workspaceId: row.workspace_id,
      id: row.id,
      mediaType: row.media_type,
      filename: row.filename,
      contentType: row.content_type,
      channel: channel === undefined ? null : toChannel(channel),
      providerMediaId: row.provider_media_id,
      providerMediaUrl: row.provider_media_url,
      attempts: row.attempts,
    };
  });
}

async function finishCopy(db: Kysely<Database>, workspaceId: string, id: string, result: CopyResult): Promise<void> {
  const change = result.ok
    ? {
        status: "READY",
        file_key: result.fileKey,
        size_bytes: result.sizeBytes,
        content_type: result.contentType,
        due_at: null,
        error_message: null,
      }
    : {
        status: result.retryAt === null ? "FAILED" : "PENDING",
        due_at: result.retryAt === null ? null : new Date(result.retryAt),
        error_message: failureMessage(result.failure),
      };
  await db
    .updateTable("media_assets")
    .set(change)
    .where("workspace_id", "=", workspaceId)
    .where("id", "=", id)
    .where("status", "=", "PENDING")
    .execute();
}
