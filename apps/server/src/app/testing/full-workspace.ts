import { createClient, type Client } from "@trilho/api-client";
import type { TestApp } from "./test-app.ts";
import { addChannel } from "./conversations.ts";
import { automationBody } from "./graphs.ts";
import { addDelivery, addRun } from "./runs.ts";
import type { TestWorkspace } from "./workspace.ts";

/** One of everything, by what the paths of the route table call it. */
export type Belongings = Readonly<Record<string, string>>;

/** A client of the server. */
export const clientOf = ({ url }: TestApp, apiKey: string): Client =>
  createClient({ baseUrl: url, apiKey, retries: 0 });

/** Fills a workspace through its own API and tells the parameters that each path's resources have. */
export async function fillWorkspace(app: TestApp, workspace: TestWorkspace): Promise<Belongings> {
  const api = clientOf(app, await workspace.addKey());
  const channelId = await addChannel({ app, workspace });
  const pipeline = await api.pipelines.create({ name: "Second" });
  const [stage] = pipeline.stages;
  const field = await api.customFields.create({ name: "Shoe size", fieldType: "number" });
  const contact = await api.contacts.create({ firstName: "Bia", phone: "+5511987654321" });
  await api.contacts.setAvatar(contact.id, picture());
  const company = await api.companies.create({ name: "Aurora" });
  const deal = await api.deals.create({ phone: "+5511987654321", stageId: stage?.id ?? "" });
  const tag = await api.tags.create({ name: "Hot", color: "#ff8800" });
  await api.deals.addTag(deal.seq, { tagId: tag.id });
  const receipt = await api.deals.uploadNoteAttachment(deal.seq, new File(["hello"], "a.txt", { type: "text/plain" }));
  const note = await api.deals.createNote(deal.seq, { content: "x", attachments: [receipt] });
  const task = await api.deals.createTask(deal.seq, { title: "Call" });
  const meeting = await api.calendar.create({ ...HOUR, title: "Visit", dealSeq: deal.seq });
  const cadence = await api.cadences.create({ ...CADENCE, pipelineId: pipeline.id });
  const instance = await api.deals.enrollInCadence(deal.seq, { cadenceId: cadence.id });
  const message = await api.conversations.sendMessage({ to: "+5511987654321", text: "Hi", channelId });
  const media = await api.media.upload(new File([picture()], "a.png", { type: "image/png" }));
  const automation = await api.automations.create(
    automationBody() as unknown as Parameters<Client["automations"]["create"]>[0],
  );
  const runId = await addRun(app, workspace, automation.id, deal.id);
  const deliveryId = await addDelivery(app, workspace, runId, "https://example.com");
  const stay = { version: 1, nodeId: "n", phase: "sleeping", future: "same", choice: "stay" } as const;
  const migration = await api.automations.migrateRuns(automation.id, { toVersion: 1, choices: [stay] });
  const [user] = await api.users.list();
  return {
    "/automations/{id}": automation.id,
    "/automations/{id}/versions/{version}": "1",
    "/automations/{id}/runs/{runId}": runId,
    "/automations/{id}/migrations/{migrationId}": migration.id,
    "/automations/{id}/runs/{runId}/deliveries/{deliveryId}": deliveryId,
    "/cadences/{id}": cadence.id,
    "/calendar/events/{id}": meeting.id,
    "/companies/{id}": company.id,
    "/contacts/{id}": contact.id,
    "/conversations/messages/{id}": message.id,
    "/conversations/{conversationKey}": message.conversationId,
    "/custom-fields/{id}": field.id,
    "/deals/{seq}": String(deal.seq),
    "/deals/{seq}/attachments/{id}": note.attachments[0]?.id ?? "",
    "/deals/{seq}/cadence/tasks/{taskId}": instance.tasks[0]?.id ?? "",
    "/deals/{seq}/notes/{noteId}": note.id,
    "/deals/{seq}/tags/{tagId}": tag.id,
    "/deals/{seq}/tasks/{taskId}": task.id,
    "/media/{id}": media.id,
    "/pipelines/{seq}": String(pipeline.seq),
    "/pipelines/{seq}/fields/{field}": field.id,
    "/pipelines/{seq}/stages/{stageId}": stage?.id ?? "",
    "/tags/{id}": tag.id,
    "/usage/{kind}": "tag",
    "/usage/{kind}/{id}": tag.id,
    "/users/{id}": user?.id ?? "",
  };
}

const HOUR = { startsAt: "2026-06-01T12:00:00Z", endsAt: "2026-06-01T13:00:00Z" };
const CADENCE = { name: "Warm up", active: true, steps: [{ dayNumber: 1, channel: "research" as const }] };

/** The smallest PNG. */
const picture = (): Blob =>
  new Blob(
    [
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
    ],
    { type: "image/png" },
  );
