import type { CalendarAttendee } from "@trilho/contract";
import type { ColumnType, Generated } from "kysely";
import type { Json, MaybeStamp, Stamp } from "./column-types.ts";

type MaybeText = ColumnType<string | null, string | null | undefined, string | null>;

type Appointment = {
  title: string;
  description: string | null;
  starts_at: Stamp;
  ends_at: Stamp;
  all_day: boolean;
  attendees: Json<CalendarAttendee[]>;
  conference_url: string | null;
  location: string | null;
  status: string;
  created_at: Stamp;
  updated_at: Stamp;
};

export interface CalendarTables {
  meetings: Appointment & {
    workspace_id: string;
    id: string;
    /** The organiser. */
    user_id: string;
    deal_id: string | null;
    contact_id: string | null;
    created_by: string | null;
    /** The run of a test event made it. */
    is_test: Generated<boolean>;
  };
  /** Whose calendars a meeting stands in: its organiser's and those of the members who attend. */
  meeting_members: { workspace_id: string; meeting_id: string; member_id: string };
  /** Events of members' calendars elsewhere, as they were last read there. */
  external_events: Appointment & {
    workspace_id: string;
    id: string;
    member_id: string;
    source: string;
    external_id: string;
    /** Null for those that were put there without one. */
    feed_id: MaybeText;
  };
  /** Addresses at which members' calendars elsewhere are read. */
  calendar_feeds: {
    workspace_id: string;
    id: string;
    member_id: string;
    source: string;
    /** Sealed. */
    url: string;
    etag: MaybeText;
    last_modified: MaybeText;
    /** When it is to be read again. */
    next_at: Stamp;
    /** When it last answered well, with content or that nothing had changed. */
    confirmed_at: MaybeStamp;
    /** When its content was last taken. */
    read_at: MaybeStamp;
    problem: MaybeText;
  };
}
