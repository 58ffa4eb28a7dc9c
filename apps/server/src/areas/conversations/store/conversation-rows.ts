import { type Kysely, type RawBuilder, type Selectable, type SqlBool, sql } from "kysely";
import type { ChannelKind } from "../sender.ts";
import type { Direction, StoredConversation } from "../model.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { toChannel } from "./channel-store.ts";
import { iso, isoOrNull, joined } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { contactIsVisible, dealIsVisible } from "../../../platform/database/visibility.ts";

/**
 * Conversations that the viewer may see, with contact, channels, and as `active` the contact's most recent open deal; a
 * deal that the viewer may not see is not there.
 */
export const selectConversations = (
  db: Kysely<Database>,
  viewer: Viewer,
  isVisible: RawBuilder<SqlBool> = contactIsVisible(viewer),
) =>
  db
    .selectFrom("conversations")
    .innerJoin("contacts", (join) =>
      join
        .onRef("contacts.workspace_id", "=", "conversations.workspace_id")
        .onRef("contacts.id", "=", "conversations.contact_id"),
    )
    .leftJoin("channels as own", (join) =>
      join
        .onRef("own.workspace_id", "=", "conversations.workspace_id")
        .onRef("own.id", "=", "conversations.channel_id"),
    )
    .leftJoin("channels as latest", (join) =>
      join
        .onRef("latest.workspace_id", "=", "conversations.workspace_id")
        .onRef("latest.id", "=", "conversations.last_message_channel_id"),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("deals")
          .whereRef("deals.workspace_id", "=", "conversations.workspace_id")
          .whereRef("deals.contact_id", "=", "conversations.contact_id")
          .where("deals.status", "=", "open")
          .where(dealIsVisible(viewer))
          .orderBy("deals.created_at", "desc")
          .orderBy("deals.id", "desc")
          .limit(1)
          .select(["deals.seq", "deals.responsible_user_id", "deals.pipeline_id", "deals.stage_id", "deals.source"])
          .as("active"),
      (join) => join.onTrue(),
    )
    .where("conversations.workspace_id", "=", viewer.workspaceId)
    .where(isVisible)
    .selectAll("conversations")
    .select([
      "contacts.seq as contact_seq",
      "contacts.name as contact_name",
      "contacts.first_name",
      "contacts.last_name",
      "contacts.phone",
      "contacts.email",
      "contacts.instagram_username",
      "contacts.avatar_url",
      "contacts.avatar_key",
      "contacts.is_internal",
      "contacts.blocked",
      "own.kind as channel_kind",
      "own.name as channel_name",
      "own.phone_number_id",
      "latest.kind as latest_kind",
      "active.seq as deal_seq",
      "active.responsible_user_id as deal_responsible",
      identity("whatsapp").as("whatsapp_id"),
      identity("instagram").as("instagram_id"),
    ]);

/** The newest one: who changes accounts is reached by the new one. */
const identity = (kind: "whatsapp" | "instagram") => sql<string | null>`(
  select external_id from contact_identities as known
  where known.workspace_id = conversations.workspace_id and known.contact_id = conversations.contact_id
    and known.kind = ${kind}
  order by known.created_at desc, known.external_id limit 1
)`;

type ConversationRow = Awaited<ReturnType<ReturnType<typeof selectConversations>["execute"]>>[number];

export const toConversation = (row: ConversationRow): StoredConversation => ({
  id: row.id,
  contact: {
    id: row.contact_id,
    seq: row.contact_seq,
    name: row.contact_name,
    firstName: row.first_name,
    lastName: row.last_name,
    phone: row.phone,
    email: row.email,
    instagramUsername: row.instagram_username,
    avatarUrl: row.avatar_url,
    avatarKey: row.avatar_key,
    isInternal: row.is_internal,
    blocked: row.blocked,
  },
  channel: channelOf(row),
  lastMessageChannel: joined({ id: row.last_message_channel_id, kind: row.latest_kind as ChannelKind | null }),
  whatsappId: row.whatsapp_id,
  instagramId: row.instagram_id,
  activeDeal: joined({ seq: row.deal_seq, responsibleUserId: row.deal_responsible }),
  lastMessageText: row.last_message_text,
  lastMessageAt: isoOrNull(row.last_message_at),
  lastMessageDirection: row.last_message_direction as Direction | null,
  lastInboundAt: isoOrNull(row.last_inbound_at),
  lastActivityAt: iso(row.last_activity_at),
  unreadCount: row.unread_count,
  isReturning: row.is_returning,
  isClosed: row.closed_at !== null,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

function channelOf({ channel_id: id, channel_kind: kind, channel_name: name, phone_number_id }: ConversationRow) {
  const channel = joined({ id, kind, name });
  return channel && toChannel({ ...channel, phone_number_id });
}

export type ConversationState = Selectable<Database["conversations"]>;
