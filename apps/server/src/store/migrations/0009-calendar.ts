import { type Kysely, type Migration, sql } from "kysely";

const id = `text collate "C"`;
const stamps = `
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()`;

const statements = [
  `create table meetings (
    workspace_id ${id} not null references workspaces on delete cascade,
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
    created_by ${id},
    ${stamps},
    primary key (workspace_id, id),
    check (ends_at >= starts_at),
    foreign key (workspace_id, user_id) references members,
    foreign key (workspace_id, deal_id) references deals on delete set null (deal_id),
    foreign key (workspace_id, contact_id) references contacts on delete set null (contact_id)
  )`,
  `create index meetings_by_start on meetings (workspace_id, starts_at, id)`,
  `create index meetings_of_deal on meetings (workspace_id, deal_id)`,
  `create index meetings_of_contact on meetings (workspace_id, contact_id)`,
  // Whose calendars a meeting stands in: its organiser's and those of the members who attend.
  `create table meeting_members (
    workspace_id ${id} not null,
    meeting_id ${id} not null,
    member_id ${id} not null,
    primary key (workspace_id, meeting_id, member_id),
    foreign key (workspace_id, meeting_id) references meetings on delete cascade,
    foreign key (workspace_id, member_id) references members on delete cascade
  )`,
  // Events of members' calendars elsewhere, as they were last read there. Nothing here changes them.
  `create table external_events (
    workspace_id ${id} not null,
    id ${id} not null,
    member_id ${id} not null,
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
    unique (workspace_id, member_id, source, external_id),
    foreign key (workspace_id, member_id) references members on delete cascade
  )`,
  `create index external_events_by_start on external_events (workspace_id, member_id, starts_at, id)`,
];

export const calendar: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    for (const statement of statements) await sql.raw(statement).execute(db);
  },
};
