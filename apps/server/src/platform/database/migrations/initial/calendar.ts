import { id, ofWorkspace, stamps, workspaceId } from "./columns.ts";

export const calendarTables = [
  `create table meetings (
    ${ofWorkspace},
    id ${id} not null,
    user_id ${id} not null,
    title text not null,
    description text,
    starts_at timestamptz(3) not null,
    ends_at timestamptz(3) not null,
    all_day boolean not null,
    deal_id ${id},
    contact_id ${id},
    attendees json not null,
    conference_url text,
    location text,
    status text not null check (status in ('scheduled', 'completed', 'no_show', 'canceled')),
    is_test boolean not null default false,
    created_by ${id},
    ${stamps},
    primary key (workspace_id, id),
    check (ends_at >= starts_at),
    foreign key (workspace_id, user_id) references members,
    foreign key (workspace_id, deal_id) references deals on delete set null (deal_id),
    foreign key (workspace_id, contact_id) references contacts on delete set null (contact_id),
    foreign key (workspace_id, created_by) references members
  )`,
  `create index meetings_by_start on meetings (workspace_id, starts_at, id)`,
  `create index meetings_of_deal on meetings (workspace_id, deal_id)`,
  `create index meetings_of_contact on meetings (workspace_id, contact_id)`,
  // Whose calendars a meeting stands in: its organiser's and those of the members who attend.
  `create table meeting_members (
    ${workspaceId},
    meeting_id ${id} not null,
    member_id ${id} not null,
    primary key (workspace_id, meeting_id, member_id),
    foreign key (workspace_id, meeting_id) references meetings on delete cascade,
    foreign key (workspace_id, member_id) references members on delete cascade
  )`,
  // Addresses at which members' calendars elsewhere are read. `url` is sealed.
  `create table calendar_feeds (
    ${workspaceId},
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
  // Events of members' calendars elsewhere, as they were last read there. Nothing here changes them. The id of an event of
  // a feed is made of both: two calendars of a member may hold the same event.
  `create table external_events (
    ${workspaceId},
    id ${id} not null,
    member_id ${id} not null,
    feed_id ${id},
    source text not null,
    external_id text not null,
    title text not null,
    description text,
    starts_at timestamptz(3) not null,
    ends_at timestamptz(3) not null,
    all_day boolean not null,
    attendees json not null,
    conference_url text,
    location text,
    status text not null,
    ${stamps},
    primary key (workspace_id, id),
    foreign key (workspace_id, member_id) references members on delete cascade,
    foreign key (workspace_id, feed_id) references calendar_feeds on delete cascade
  )`,
  `create index external_events_by_start on external_events (workspace_id, member_id, starts_at, id)`,
  `create index external_events_of_feed on external_events (workspace_id, feed_id)`,
];
