import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { type Kysely, sql } from "kysely";
import type { MeetingDraft, MeetingStore } from "../port.ts";
import { isTest } from "../../activities/history.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { done } from "../../../platform/service/outcome.ts";
import { recordMeeting, recordMeetingChange } from "./meeting-history.ts";
import { meetingColumns, selectMeetings, toDraft } from "./meeting-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";

export function createMeetingStore(db: Kysely<Database>): MeetingStore {
  return {
    create: (workspaceId, actor, draft) =>
      inTransaction(db, async (trx) => {
        const id = randomUUID();
        await trx
          .insertInto("meetings")
          .values({
            ...meetingColumns(draft),
            workspace_id: workspaceId,
            id,
            created_by: actor.userId,
            is_test: isTest(actor),
          })
          .execute();
        await writeMembers(trx, workspaceId, id, draft);
        await recordMeeting(trx, workspaceId, actor, "MEETING_CREATED", { ...draft, id });
        return id;
      }),

    update: (viewer, actor, id, decide) =>
      inTransaction(db, async (trx) => {
        const current = await hold(trx, viewer, id);
        if (current === null) return null;
        const decision = await decide(current);
        if (!decision.ok) return decision;
        if (isDeepStrictEqual(decision.value, current)) return done(null);
        await trx
          .updateTable("meetings")
          .set({ ...meetingColumns(decision.value), updated_at: sql<Date>`now()` })
          .where("workspace_id", "=", viewer.workspaceId)
          .where("id", "=", id)
          .execute();
        await writeMembers(trx, viewer.workspaceId, id, decision.value);
        await recordMeetingChange(trx, viewer.workspaceId, actor, { ...current, id }, { ...decision.value, id });
        return done(null);
      }),

    delete: (viewer, actor, id) =>
      inTransaction(db, async (trx) => {
        const current = await hold(trx, viewer, id);
        if (current === null) return false;
        await trx.deleteFrom("meetings").where("workspace_id", "=", viewer.workspaceId).where("id", "=", id).execute();
        await recordMeeting(trx, viewer.workspaceId, actor, "MEETING_DELETED", { ...current, id });
        return true;
      }),
  };
}

/** The meeting, if the viewer may see it; until the transaction ends, nobody else changes it. */
async function hold(trx: Kysely<Database>, viewer: Viewer, id: string): Promise<MeetingDraft | null> {
  const row = await selectMeetings(trx, viewer)
    .where("meetings.id", "=", id)
    .selectAll("meetings")
    .forUpdate("meetings")
    .executeTakeFirst();
  return row === undefined ? null : toDraft(row);
}

/** Puts the meeting into the calendars of its organiser and of the members who attend, and of nobody else. */
async function writeMembers(
  trx: Kysely<Database>,
  workspaceId: string,
  id: string,
  { userId, attendees }: MeetingDraft,
): Promise<void> {
  const invited = attendees.flatMap((attendee) => (attendee.userId === null ? [] : [attendee.userId]));
  const members = [...new Set([userId, ...invited])];
  await trx
    .deleteFrom("meeting_members")
    .where("workspace_id", "=", workspaceId)
    .where("meeting_id", "=", id)
    .execute();
  await trx
    .insertInto("meeting_members")
    .values(members.map((member) => ({ workspace_id: workspaceId, meeting_id: id, member_id: member })))
    .execute();
}
