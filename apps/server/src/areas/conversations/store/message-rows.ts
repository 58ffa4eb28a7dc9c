import type { JsonObject } from "@trilho/engine/contract";
import { type Kysely, sql } from "kysely";
import type {
  Direction,
  MediaStatus,
  MessageMedia,
  MessageStatus,
  QuotedMessage,
  StoredAsset,
  StoredMessage,
} from "../model.ts";
import { before, behind, iso, isoOrNull, joined } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import type { Position } from "../../../platform/security/cursors.ts";

/** Messages with their media and with what they quote. */
export const selectMessages = (db: Kysely<Database>, workspaceId: string) =>
  db
    .selectFrom("messages")
    .leftJoin("media_assets as asset", (join) =>
      join.onRef("asset.workspace_id", "=", "messages.workspace_id").onRef("asset.id", "=", "messages.media_asset_id"),
    )
    .leftJoin("messages as quoted", (join) =>
      join
        .onRef("quoted.workspace_id", "=", "messages.workspace_id")
        .onRef("quoted.id", "=", "messages.quoted_message_id"),
    )
    .leftJoin("media_assets as quoted_asset", (join) =>
      join
        .onRef("quoted_asset.workspace_id", "=", "quoted.workspace_id")
        .onRef("quoted_asset.id", "=", "quoted.media_asset_id"),
    )
    .where("messages.workspace_id", "=", workspaceId)
    .selectAll("messages")
    .select([
      "quoted.external_id as quoted_external_id",
      "quoted.type as quoted_type",
      "quoted.direction as quoted_direction",
      "quoted.preview_text as quoted_preview_text",
      "quoted.media as quoted_media",
      // As JSON, so that two joins of one table do not need two names for each of their columns.
      sql<AssetJson | null>`case when asset.id is null then null else row_to_json(asset) end`.as("asset"),
      sql<AssetJson | null>`case when quoted_asset.id is null then null else row_to_json(quoted_asset) end`.as(
        "quoted_asset",
      ),
    ]);

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>["execute"]>>[number];

/** A row of `media_assets`; its instants are texts when it came as JSON. */
interface AssetJson {
  id: string;
  status: string;
  media_type: string;
  content_type: string | null;
  filename: string | null;
  size_bytes: number | null;
  file_key: string | null;
  duration_ms: number | null;
  width: number | null;
  height: number | null;
  created_at: string | Date;
}

export const toAsset = (row: AssetJson): StoredAsset => ({
  id: row.id,
  status: row.status as MediaStatus,
  mediaType: row.media_type,
  contentType: row.content_type,
  filename: row.filename,
  sizeBytes: row.size_bytes,
  fileKey: row.file_key,
  durationMs: row.duration_ms,
  width: row.width,
  height: row.height,
  createdAt: iso(new Date(row.created_at)),
});

export const toMessage = (row: MessageRow): StoredMessage => ({
  id: row.id,
  conversationId: row.conversation_id,
  channelId: row.channel_id,
  externalId: row.external_id,
  direction: row.direction as Direction,
  type: row.type,
  status: row.status as MessageStatus,
  statusAt: isoOrNull(row.status_at),
  errorMessage: row.error_message,
  failure: row.failure,
  body: row.body,
  previewText: row.preview_text,
  content: row.content as JsonObject | null,
  media: row.media as MessageMedia | null,
  asset: row.asset && toAsset(row.asset),
  senderPhone: row.sender_phone,
  recipientPhone: row.recipient_phone,
  quoted: toQuoted(row),
  sentByUserId: row.sent_by_user_id,
  origin: row.origin,
  originLabel: row.origin_label,
  isTest: row.is_test,
  isRead: row.is_read,
  sentAt: iso(row.sent_at),
  editedAt: isoOrNull(row.edited_at),
  deletedAt: isoOrNull(row.deleted_at),
  createdAt: iso(row.created_at),
});

function toQuoted(row: MessageRow): QuotedMessage | null {
  const { quoted_message_id: id, quoted_type: type, quoted_preview_text: previewText } = row;
  const quoted = joined({ id, type, previewText, direction: row.quoted_direction as Direction | null });
  return (
    quoted && {
      ...quoted,
      externalId: row.quoted_external_id,
      media: row.quoted_media as MessageMedia | null,
      asset: row.quoted_asset && toAsset(row.quoted_asset),
    }
  );
}

export interface MessagePage {
  channelId?: string | undefined;
  since?: string | undefined;
  direction: "forward" | "backward";
  limit: number;
  after: Position | null;
}

export async function listMessages(
  db: Kysely<Database>,
  workspaceId: string,
  conversationId: string,
  { channelId, since, direction, limit, after }: MessagePage,
): Promise<StoredMessage[]> {
  const isForward = direction === "forward";
  let query = selectMessages(db, workspaceId).where("messages.conversation_id", "=", conversationId);
  if (channelId !== undefined) query = query.where("messages.channel_id", "=", channelId);
  if (since !== undefined) query = query.where("messages.sent_at", ">=", new Date(since));
  if (after !== null) query = query.where((isForward ? behind : before)("messages.sent_at", "messages.id", after));
  const order = isForward ? "asc" : "desc";
  const rows = await query.orderBy("messages.sent_at", order).orderBy("messages.id", order).limit(limit).execute();
  return rows.map(toMessage);
}

export async function findMessage(
  db: Kysely<Database>,
  workspaceId: string,
  column: "id" | "external_id" | "idempotency_key",
  value: string,
): Promise<StoredMessage | null> {
  const row = await selectMessages(db, workspaceId).where(`messages.${column}`, "=", value).executeTakeFirst();
  return row === undefined ? null : toMessage(row);
}
