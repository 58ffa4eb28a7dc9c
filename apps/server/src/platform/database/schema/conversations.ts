import type { FailureReason } from "@trilho/engine/contract";
import type { ColumnType, Generated } from "kysely";
import type { Json, MaybeJson, MaybeStamp, Stamp } from "./column-types.ts";

type Instant = ColumnType<Date, Date, Date>;

export interface ConversationTables {
  /** Who a provider's user is. */
  contact_identities: {
    workspace_id: string;
    kind: string;
    external_id: string;
    contact_id: string;
    created_at: Stamp;
  };
  /** One a contact, over all channels. */
  conversations: {
    workspace_id: string;
    id: string;
    contact_id: string;
    channel_id: string | null;
    closed_at: MaybeStamp;
    is_returning: Generated<boolean>;
    unread_count: Generated<number>;
    last_message_id: string | null;
    last_message_text: Generated<string>;
    last_message_direction: string | null;
    last_message_channel_id: string | null;
    last_message_at: MaybeStamp;
    last_inbound_at: MaybeStamp;
    last_activity_at: Stamp;
    created_at: Stamp;
    updated_at: Stamp;
  };
  conversation_channels: {
    workspace_id: string;
    conversation_id: string;
    channel_id: string;
    last_message_at: Instant;
    last_inbound_at: MaybeStamp;
  };
  media_assets: {
    workspace_id: string;
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
    channel_id: string | null;
    provider_media_id: string | null;
    provider_media_url: string | null;
    attempts: Generated<number>;
    due_at: MaybeStamp;
    error_message: string | null;
    created_by: string | null;
    created_at: Stamp;
  };
  messages: {
    workspace_id: string;
    id: string;
    conversation_id: string;
    contact_id: string;
    channel_id: string | null;
    external_id: string | null;
    /** The same for every attempt of an automation at one message. */
    idempotency_key: string | null;
    direction: string;
    type: string;
    status: string;
    status_at: MaybeStamp;
    error_message: string | null;
    failure: MaybeJson<FailureReason[]>;
    body: string;
    preview_text: string;
    content: MaybeJson<unknown>;
    media: MaybeJson<unknown>;
    media_asset_id: string | null;
    sender_phone: string | null;
    recipient_phone: string | null;
    quoted_message_id: string | null;
    sent_by_user_id: string | null;
    origin: string | null;
    origin_label: string | null;
    /** A test event's run wrote it, and nobody got it. */
    is_test: Generated<boolean>;
    is_read: Generated<boolean>;
    sent_at: Instant;
    edited_at: MaybeStamp;
    deleted_at: MaybeStamp;
    created_at: Stamp;
  };
  /** What a provider reported of a message before its id was known here. */
  early_statuses: {
    workspace_id: string;
    external_id: string;
    status: string;
    error_message: string | null;
    failure: MaybeJson<FailureReason[]>;
    status_at: Instant;
    created_at: Stamp;
  };
  instagram_comments: {
    workspace_id: string;
    id: string;
    channel_id: string;
    contact_id: string;
    media_id: string | null;
    parent_id: string | null;
    text: string;
    created_at: Stamp;
  };
  /** What would have been sent to the world. */
  outbox: {
    workspace_id: string;
    id: string;
    idempotency_key: string;
    kind: string;
    channel_id: string | null;
    contact_id: string | null;
    recipient: string;
    content: Json<Record<string, unknown>>;
    created_at: Stamp;
  };
}
