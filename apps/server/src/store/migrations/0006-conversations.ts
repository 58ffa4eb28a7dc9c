import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const conversations = [
  // Who a provider's user is. One user of WhatsApp may be named with and without Brazil's ninth digit.
  `create table contact_identities (
    workspace_id ${id} not null,
    kind text not null check (kind in ('whatsapp', 'instagram')),
    external_id ${id} not null,
    contact_id ${id} not null,
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, kind, external_id),
    foreign key (workspace_id, contact_id) references contacts on delete cascade
  )`,
  `create index contact_identities_of_contact on contact_identities (workspace_id, contact_id, kind)`,
  // One conversation a contact, over all channels.
  `create table conversations (
    workspace_id ${id} not null,
    id ${id} not null,
    contact_id ${id} not null,
    channel_id ${id},
    closed_at timestamptz(3),
    is_returning boolean not null default false,
    unread_count integer not null default 0,
    last_message_id ${id},
    last_message_text text not null default '',
    last_message_direction text check (last_message_direction in ('inbound', 'outbound')),
    last_message_channel_id ${id},
    last_message_at timestamptz(3),
    last_inbound_at timestamptz(3),
    last_activity_at timestamptz(3) not null default now(),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, contact_id),
    foreign key (workspace_id, contact_id) references contacts on delete cascade
  )`,
  `create index conversations_open on conversations (workspace_id, last_activity_at desc, id desc) where closed_at is null`,
  `create index conversations_closed on conversations (workspace_id, last_activity_at desc, id desc) where closed_at is not null`,
  `create index conversations_unread on conversations (workspace_id, last_activity_at desc, id desc)
    where closed_at is null and unread_count > 0`,
  // Which channels a conversation has used, and since when the contact has been silent on each.
  `create table conversation_channels (
    workspace_id ${id} not null,
    conversation_id ${id} not null,
    channel_id ${id} not null,
    last_message_at timestamptz(3) not null,
    last_inbound_at timestamptz(3),
    primary key (workspace_id, conversation_id, channel_id),
    foreign key (workspace_id, conversation_id) references conversations on delete cascade
  )`,
  `create index conversation_channels_of_channel on conversation_channels (workspace_id, channel_id)`,
  `create index channels_of_provider on channels (phone_number_id, kind)`,
];

const messages = [
  // Files sent and received. What comes from a provider is copied in its own time: a due PENDING row is the work to do.
  `create table media_assets (
    workspace_id ${id} not null references workspaces on delete cascade,
    id ${id} not null,
    status text not null check (status in ('PENDING', 'READY', 'FAILED')),
    media_type text not null,
    content_type text,
    filename text,
    size_bytes integer,
    file_key ${id},
    duration_ms integer,
    width integer,
    height integer,
    channel_id ${id},
    provider_media_id text,
    provider_media_url text,
    attempts integer not null default 0,
    due_at timestamptz(3),
    error_message text,
    created_by ${id},
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, id)
  )`,
  `create index media_assets_due on media_assets (due_at) where status = 'PENDING'`,
  `create table messages (
    workspace_id ${id} not null,
    id ${id} not null,
    conversation_id ${id} not null,
    contact_id ${id} not null,
    channel_id ${id},
    external_id ${id},
    idempotency_key ${id},
    direction text not null check (direction in ('inbound', 'outbound')),
    type text not null,
    status text not null check (status in ('received', 'queued', 'sent', 'delivered', 'read', 'failed')),
    status_at timestamptz(3),
    error_message text,
    body text not null,
    preview_text text not null,
    content json,
    media json,
    media_asset_id ${id},
    sender_phone text,
    recipient_phone text,
    quoted_message_id ${id},
    sent_by_user_id ${id},
    origin text,
    origin_label text,
    is_read boolean not null default false,
    sent_at timestamptz(3) not null,
    edited_at timestamptz(3),
    deleted_at timestamptz(3),
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, id),
    foreign key (workspace_id, conversation_id) references conversations on delete cascade
  )`,
  `create index messages_in_time on messages (workspace_id, conversation_id, sent_at, id)`,
  `create index messages_unread on messages (workspace_id, conversation_id) where direction = 'inbound' and not is_read`,
  `create index messages_of_media on messages (workspace_id, media_asset_id) where media_asset_id is not null`,
  // A provider delivers the same message several times: the first one stays.
  `create unique index messages_external on messages (workspace_id, external_id) where external_id is not null`,
  `create unique index messages_once on messages (workspace_id, idempotency_key) where idempotency_key is not null`,
  `create index messages_queued on messages (created_at) where status = 'queued'`,
  // What a provider told of a message before its id was known here.
  `create table early_statuses (
    workspace_id ${id} not null references workspaces on delete cascade,
    external_id ${id} not null,
    status text not null,
    error_message text,
    status_at timestamptz(3) not null,
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, external_id, status)
  )`,
  `create index early_statuses_oldest on early_statuses (workspace_id, created_at)`,
  `create table instagram_comments (
    workspace_id ${id} not null references workspaces on delete cascade,
    id ${id} not null,
    channel_id ${id} not null,
    contact_id ${id} not null,
    media_id text,
    parent_id text,
    text text not null,
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, id)
  )`,
  // What would have been sent to the world.
  `create table outbox (
    workspace_id ${id} not null references workspaces on delete cascade,
    id ${id} not null,
    idempotency_key ${id} not null,
    kind text not null,
    channel_id ${id},
    contact_id ${id},
    recipient text not null,
    content json not null,
    created_at timestamptz(3) not null default now(),
    primary key (workspace_id, id),
    unique (workspace_id, idempotency_key)
  )`,
  `create index outbox_newest on outbox (workspace_id, created_at desc, id desc)`,
];

export const conversationsAndMessages: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of [...conversations, ...messages]) await sql.raw(statement).execute(db);
  },
};
