import { type RawBuilder, sql } from "kysely";
import type { CardMessages } from "../card.ts";
import { many, one } from "../../../platform/database/columns.ts";

/**
 * What was last said with the contact of each row of `deals`, and over which channels, the one used last first; null
 * where nothing was.
 */
export const CONVERSATION: RawBuilder<CardMessages | null> = one(sql`
  select last_message_at as "lastMessageAt", last_message_text as "lastMessageText",
    closed_at is null and last_message_direction is not distinct from 'inbound' as "replyPending",
    ${many(sql`
      select channels.id, channels.kind, channels.name
      from conversation_channels as used
      join channels on channels.workspace_id = used.workspace_id and channels.id = used.channel_id
      where used.workspace_id = conversations.workspace_id and used.conversation_id = conversations.id
      order by used.last_message_at desc, channels.id`)} as "activeChannels"
  from conversations
  where conversations.workspace_id = deals.workspace_id and conversations.contact_id = deals.contact_id`);
