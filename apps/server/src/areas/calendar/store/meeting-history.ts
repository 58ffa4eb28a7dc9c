import { isDeepStrictEqual } from "node:util";
import type { JsonValue } from "@trilho/engine/contract";
import type { Kysely } from "kysely";
import type { MeetingDraft } from "../port.ts";
import type { ActivityType, Actor, NewActivity } from "../../activities/history.ts";
import { insertActivities } from "../../activities/history-store.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

type Meeting = MeetingDraft & { id: string };

const FIELDS = [
  "title",
  "description",
  "startsAt",
  "endsAt",
  "allDay",
  "userId",
  "contactId",
  "conferenceUrl",
  "location",
  "status",
  "attendees",
] as const;

/** A meeting's line in the history of its deal; none for a meeting without one. */
const line = (type: ActivityType, meeting: Meeting): NewActivity[] =>
  meeting.dealId === null ? [] : [{ dealId: meeting.dealId, type, metadata: nameOf(meeting) }];

const nameOf = ({ id, title, startsAt }: Meeting) => ({ meetingId: id, title, startsAt });

/** Attendees are listed one by one. */
const recordedValue = (value: Meeting[(typeof FIELDS)[number]]): JsonValue =>
  Array.isArray(value) ? value.map((attendee) => ({ ...attendee })) : value;

export const recordMeeting = (
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  type: "MEETING_CREATED" | "MEETING_DELETED",
  meeting: Meeting,
): Promise<void> => insertActivities(trx, workspaceId, actor, line(type, meeting));

/** A meeting that is moved to another deal leaves one history and enters the other. */
export async function recordMeetingChange(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  before: Meeting,
  after: Meeting,
): Promise<void> {
  const isMoved = before.dealId !== after.dealId;
  const activities = isMoved
    ? [...line("MEETING_DELETED", before), ...line("MEETING_CREATED", after)]
    : FIELDS.filter((field) => !isDeepStrictEqual(before[field], after[field])).flatMap((field) =>
        line("MEETING_UPDATED", after).map((told) => ({
          ...told,
          field,
          changes: { from: recordedValue(before[field]), to: recordedValue(after[field]) },
        })),
      );
  await insertActivities(trx, workspaceId, actor, activities);
}
