import { DAY_MS, HOUR_MS } from "@trilho/engine";
import { randomUUID } from "node:crypto";
import { EXAMPLE_IDS } from "@trilho/contract";
import { type Kysely, sql } from "kysely";
import type { Database } from "../platform/database/schema/database.ts";

interface OpenDeal {
  id: string;
  contact_id: string | null;
  contact_name: string | null;
  contact_email: string | null;
  responsible_user_id: string;
  stage_changed_at: Date;
}

/** What is written about deals, what is to be done for them, and when people meet; chosen by a deal's place. */
const NOTES = [
  "Roof faces north, no shade after ten. Asked for the bill of the last twelve months.",
  "Wants to compare two financing plans before deciding. Prefers to be called after six.",
  "The landlord has to agree to the new meter. Papers are with the notary.",
  "Asked for a battery that lasts one night. Sent the data sheet.",
];
const TASKS = [
  { title: "Call about the proposal", category: { name: "Call", color: "#3b82f6" }, inDays: -1 },
  { title: "Send the financing plans", category: { name: "Paperwork", color: "#f59e0b" }, inDays: 1 },
  { title: "Measure the roof", category: { name: "Visit", color: "#22c55e" }, inDays: 3 },
  { title: "Check the connection with the grid operator", category: null, inDays: 6 },
];
const MEETINGS = [
  { title: "Site visit", minutes: 60, inDays: 1, isOnline: false },
  { title: "Walk through the proposal", minutes: 30, inDays: 2, isOnline: true },
  { title: "Signing", minutes: 45, inDays: 4, isOnline: false },
];

/** Gives open deals notes, tasks and meetings around `now` (Unix ms), told in their histories. */
export async function insertWork(trx: Kysely<Database>, workspace_id: string, now: number): Promise<void> {
  const deals = await trx
    .selectFrom("deals")
    .leftJoin("contacts", (join) =>
      join.onRef("contacts.workspace_id", "=", "deals.workspace_id").onRef("contacts.id", "=", "deals.contact_id"),
    )
    .where("deals.workspace_id", "=", workspace_id)
    .where("deals.status", "=", "open")
    .select(["deals.id", "deals.contact_id", "deals.responsible_user_id", "deals.stage_changed_at"])
    .select(["contacts.email as contact_email", sql<string>`concat_ws(' ', first_name, last_name)`.as("contact_name")])
    .orderBy("deals.seq")
    .execute();
  // Ten in the morning in São Paulo.
  const morning = Math.floor(now / DAY_MS) * DAY_MS + 13 * HOUR_MS;
  const notes = every(deals, 2, NOTES).map(([deal, content], index) => ({
    ...toNote(deal, content),
    id: demoId(EXAMPLE_IDS.note, index),
  }));
  const tasks = every(deals, 3, TASKS).map(([deal, task], index) => ({
    ...toTask(deal, task, morning + index * HOUR_MS),
    id: demoId(EXAMPLE_IDS.task, index),
  }));
  const meetings = every(deals, 5, MEETINGS).map(([deal, meeting], index) => ({
    ...toMeeting(deal, meeting, morning + (index + 1) * HOUR_MS),
    id: demoId(EXAMPLE_IDS.meeting, index),
  }));
  const inWorkspace = <Row extends object>(rows: Row[]) => rows.map((row) => ({ ...row, workspace_id }));
  await trx.insertInto("notes").values(inWorkspace(notes)).execute();
  await trx.insertInto("tasks").values(inWorkspace(tasks)).execute();
  await trx.insertInto("meetings").values(inWorkspace(meetings)).execute();
  const members = meetings.map(({ id, user_id }) => ({ meeting_id: id, member_id: user_id }));
  await trx.insertInto("meeting_members").values(inWorkspace(members)).execute();
  const activities = [
    ...notes.map((note) => activityOf("NOTE_CREATED", note, note.author_member_id, { noteId: note.id })),
    ...tasks.map((task) =>
      activityOf("TASK_CREATED", task, task.created_by_user_id, {
        taskId: task.id,
        title: task.title,
        assigneeUserId: task.assignee_user_id,
      }),
    ),
    ...meetings.map((meeting) =>
      activityOf("MEETING_CREATED", meeting, meeting.user_id, {
        meetingId: meeting.id,
        title: meeting.title,
        startsAt: meeting.starts_at.toISOString(),
      }),
    ),
  ];
  await trx.insertInto("activities").values(inWorkspace(activities)).execute();
}

/** Every so many deals, each with one of these things in turn. */
const every = <Thing>(deals: readonly OpenDeal[], step: number, things: readonly Thing[]): [OpenDeal, Thing][] =>
  deals
    .filter((_, index) => index % step === 0)
    .flatMap((deal, index): [OpenDeal, Thing][] => {
      const thing = things[index % things.length];
      return thing === undefined ? [] : [[deal, thing]];
    });

/** Written an hour after the deal came into its stage, so that histories read in their order. */
const written = ({ stage_changed_at }: OpenDeal) => {
  const at = new Date(stage_changed_at.getTime() + HOUR_MS);
  return { created_at: at, updated_at: at };
};

const toNote = (deal: OpenDeal, content: string) => ({
  ...written(deal),
  deal_id: deal.id,
  content,
  author_member_id: deal.responsible_user_id,
});

const toTask = (deal: OpenDeal, { title, category, inDays }: (typeof TASKS)[number], morning: number) => ({
  ...written(deal),
  deal_id: deal.id,
  title,
  due_at: new Date(morning + inDays * DAY_MS),
  assignee_user_id: deal.responsible_user_id,
  category_name: category?.name ?? null,
  category_color: category?.color ?? null,
  created_by_user_id: deal.responsible_user_id,
});

const toMeeting = (
  deal: OpenDeal,
  { title, minutes, inDays, isOnline }: (typeof MEETINGS)[number],
  morning: number,
) => {
  const startsAt = morning + inDays * DAY_MS;
  return {
    ...written(deal),
    deal_id: deal.id,
    contact_id: deal.contact_id,
    user_id: deal.responsible_user_id,
    created_by: deal.responsible_user_id,
    title,
    starts_at: new Date(startsAt),
    ends_at: new Date(startsAt + minutes * 60_000),
    all_day: false,
    attendees: JSON.stringify([
      { userId: null, contactId: deal.contact_id, email: deal.contact_email, name: deal.contact_name },
    ]),
    conference_url: isOnline ? "https://meet.example.com/aurora" : null,
    status: "scheduled",
  };
};

const activityOf = (
  type: string,
  { deal_id, created_at }: { deal_id: string; created_at: Date },
  memberId: string,
  metadata: object,
) => ({
  id: randomUUID(),
  deal_id,
  type,
  metadata: JSON.stringify(metadata),
  actor_type: "user",
  actor_user_id: memberId,
  occurred_at: created_at,
});

/** The first of its kind is what the examples of the API's document name; ids of all others are new ones. */
export const demoId = (example: string, index: number): string => (index === 0 ? example : randomUUID());
