import type { Kysely, Selectable } from "kysely";
import type { MeetingDraft, MeetingStatus } from "../port.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { meetingIsVisible } from "./calendar-visibility.ts";
import { iso } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

/** The meetings that the viewer may see, each with its deal. */
export const selectMeetings = (db: Kysely<Database>, viewer: Viewer) =>
  db
    .selectFrom("meetings")
    .leftJoin("deals", (join) =>
      join.onRef("deals.workspace_id", "=", "meetings.workspace_id").onRef("deals.id", "=", "meetings.deal_id"),
    )
    .where("meetings.workspace_id", "=", viewer.workspaceId)
    .where(meetingIsVisible(viewer));

export const toDraft = (row: Selectable<Database["meetings"]>): MeetingDraft => ({
  userId: row.user_id,
  title: row.title,
  description: row.description,
  startsAt: iso(row.starts_at),
  endsAt: iso(row.ends_at),
  allDay: row.all_day,
  dealId: row.deal_id,
  contactId: row.contact_id,
  attendees: row.attendees,
  conferenceUrl: row.conference_url,
  location: row.location,
  // The table's check allows no others.
  status: row.status as MeetingStatus,
});

export const meetingColumns = (draft: MeetingDraft) => ({
  user_id: draft.userId,
  title: draft.title,
  description: draft.description,
  starts_at: new Date(draft.startsAt),
  ends_at: new Date(draft.endsAt),
  all_day: draft.allDay,
  deal_id: draft.dealId,
  contact_id: draft.contactId,
  attendees: JSON.stringify(draft.attendees),
  conference_url: draft.conferenceUrl,
  location: draft.location,
  status: draft.status,
});
