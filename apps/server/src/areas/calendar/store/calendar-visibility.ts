import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Viewer } from "../../../platform/security/principal.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";

/**
 * Meetings the viewer may see: those in their own calendar, those of visible deals, and, unless the viewer is limited
 * to own data, those without a deal. The query's tables are `meetings` and `deals`, the meeting's, if it has one.
 */
export function meetingIsVisible(viewer: Viewer): RawBuilder<SqlBool> {
  const ofVisibleDeal = sql<SqlBool>`(deals.id is not null and ${dealIsVisible(viewer)})`;
  const withoutDeal = viewer.visibility === "all" ? sql<SqlBool>`meetings.deal_id is null` : sql<SqlBool>`false`;
  return sql<SqlBool>`(${standsInCalendarOf(viewer.workspaceId, [viewer.memberId])} or ${ofVisibleDeal} or ${withoutDeal})`;
}

/** Meetings in the calendar of one of these members. */
export const standsInCalendarOf = (workspaceId: string, memberIds: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (
    select 1 from meeting_members as theirs
    where theirs.workspace_id = ${workspaceId} and theirs.meeting_id = meetings.id
      and theirs.member_id in (${sql.join(memberIds)})
  )`;
