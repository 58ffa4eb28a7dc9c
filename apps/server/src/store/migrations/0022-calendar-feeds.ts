import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;

const statements = [
  // Addresses at which members' calendars elsewhere are read. `url` is sealed.
  `create table calendar_feeds (
    workspace_id ${id} not null,
    id ${id} not null,
    member_id ${id} not null,
    source text not null,
    url text not null,
    etag text,
    last_modified text,
    next_at timestamptz(3) not null default now(),
    confirmed_at timestamptz(3),
    read_at timestamptz(3),
    problem text,
    primary key (workspace_id, id),
    foreign key (workspace_id, member_id) references members on delete cascade
  )`,
  `create index calendar_feeds_of_member on calendar_feeds (workspace_id, member_id)`,
  `create index calendar_feeds_by_time on calendar_feeds (next_at)`,
  // The id of an event of a feed is made of both: two calendars of a member may hold the same event.
  `alter table external_events
    drop constraint external_events_workspace_id_member_id_source_external_id_key,
    add column feed_id ${id},
    add foreign key (workspace_id, feed_id) references calendar_feeds on delete cascade`,
  `create index external_events_of_feed on external_events (workspace_id, feed_id)`,
];

export const calendarFeeds: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
