import { randomUUID } from "node:crypto";
import type { TestApi } from "./api.ts";
import { addContact, addDeal, type TestMember } from "./deal-work.ts";

/** Of a member's calendar elsewhere. Answers its id. */
export async function addExternalEvent(
  api: TestApi,
  member: TestMember,
  startsAt: string,
  endsAt: string,
): Promise<string> {
  const id = randomUUID();
  await api.app.opened.db
    .insertInto("external_events")
    .values({
      workspace_id: api.workspace.id,
      id,
      member_id: member.id,
      source: "google",
      external_id: id,
      title: "Dentist",
      description: null,
      starts_at: new Date(startsAt),
      ends_at: new Date(endsAt),
      all_day: false,
      attendees: "[]",
      conference_url: null,
      location: null,
      status: "confirmed",
    })
    .execute();
  return id;
}

/** An open step of a deal of a member. Answers its id. */
export async function addCadenceStep(api: TestApi, member: TestMember, dueAt: string): Promise<string> {
  const { db } = api.app.opened;
  const workspace_id = api.workspace.id;
  const [instance_id, id] = [randomUUID(), randomUUID()];
  await db
    .insertInto("cadence_instances")
    .values({
      workspace_id,
      id: instance_id,
      deal_id: (await addDeal(api, member, await addContact(api))).id,
      cadence_id: null,
      cadence_name: "Welcome",
      cadence_version: 1,
      pipeline_id: api.workspace.pipelineId,
      track_type: "entry",
      stage_id: null,
      status: "active",
      start_day: 1,
      started_at: new Date(dueAt),
      pause_reason: null,
      stop_reason: null,
    })
    .execute();
  await db
    .insertInto("cadence_tasks")
    .values({
      workspace_id,
      id,
      instance_id,
      day_number: 1,
      step_order: 1,
      channel: "email",
      quantity: 1,
      status: "pending",
      owner_user_id: null,
      due_at: new Date(dueAt),
      overdue_at: new Date(Date.parse(dueAt) + 3_600_000),
      skip_reason: null,
      time_of_day: null,
      description: "Say hello",
      whatsapp_template_name: null,
      whatsapp_template_language: null,
      message: null,
      subject: null,
      html_body: null,
      text_body: null,
    })
    .execute();
  return id;
}
