import { randomUUID } from "node:crypto";
import type { JsonObject } from "@trilho/engine/contract";
import type { WorkspaceDeal, WorkspaceScenario, WorkspaceStage } from "@trilho/engine/workspace";
import type { Kysely } from "kysely";
import { insertAutomation } from "../../../areas/automations/automation-rows.ts";
import { BLANK_DRAFT } from "../../../areas/automations/blank-draft.ts";
import { NO_SECRETS } from "../../../areas/automations/credentials.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { createSealer } from "../../../platform/security/sealer.ts";
import { storeDeal, storePipeline, storeStage } from "../../../testing/stored.ts";
import { orderedId } from "../../../platform/service/ordered-id.ts";
import { insertWorkspace, MEMBERS, storeMembers } from "../run-cases.ts";
import type { Names } from "./names.ts";

/** The stages of every workspace, in two pipelines, as the simulator is told of them. */
export const STAGES: readonly WorkspaceStage[] = [
  { id: "s1", pipelineId: "p1" },
  { id: "s2", pipelineId: "p1" },
  { id: "won", pipelineId: "p1", isWon: true },
  { id: "lost", pipelineId: "p1", isLost: true },
  { id: "s3", pipelineId: "p2" },
];

/** Where WhatsApp, and Instagram, bring what contacts write. */
export const WHATSAPP = { id: "whatsapp", kind: "whatsapp" as const, name: "WhatsApp", phoneNumberId: null };
export const INSTAGRAM = { id: "instagram", kind: "instagram" as const, name: "Instagram", phoneNumberId: "ig" };

/** Of a contact, E.164. */
export const phoneOf = (contactId: string): string => `+551199999000${contactId.slice(1)}`;

/** What comes after what a scenario brings with it. */
const FIRST_SEQ = 100;

/**
 * Stores what a scenario begins with, in a workspace of its own, and answers that one's id. Its ids are the rows' own, but
 * for deals, whose ids tell in life which is older: `names` learns them.
 */
export async function insertScenario(
  db: Kysely<Database>,
  serverSecret: string,
  scenario: WorkspaceScenario,
  names: Names,
): Promise<string> {
  const workspace_id = randomUUID();
  const { automations, businessHours = null, contacts, deals, timeZone } = scenario;
  await insertWorkspace(db, workspace_id, businessHours, timeZone);
  await insertPlaces(db, workspace_id);
  await insertTurns(db, workspace_id, scenario);
  await insertContacts(
    db,
    workspace_id,
    contacts.map(({ id }) => id),
  );
  for (const deal of deals) names.give(await insertDeal(db, workspace_id, scenario, deal), deal.id);
  const sealer = createSealer(serverSecret, "secrets");
  for (const { id, triggerConfig, ...automation } of automations) {
    const isCalled = automation.triggerType === "incoming_webhook";
    const config = { triggerConfig: { ...triggerConfig, ...(isCalled && { hookToken: workspace_id + id }) } };
    const draft = { ...BLANK_DRAFT, name: id, enabled: true, ...automation, ...config };
    await insertAutomation(db, sealer, workspace_id, draft, NO_SECRETS, { id });
  }
  return workspace_id;
}

async function insertPlaces(db: Kysely<Database>, workspace_id: string): Promise<void> {
  await storePipeline(db, { workspace_id, seq: 2, name: "Delivery", id: "p2" });
  const sales = { workspace_id, pipeline_id: "p1" };
  await storeStage(db, sales, { seq: 3, id: "won", status: "won" });
  await storeStage(db, sales, { seq: 4, id: "lost", status: "lost" });
  await storeStage(db, { workspace_id, pipeline_id: "p2" }, { seq: 5, id: "s3" });
  const { phoneNumberId: phone_number_id, ...channel } = INSTAGRAM;
  await db
    .insertInto("channels")
    .values({ workspace_id, ...channel, phone_number_id, is_default: false })
    .execute();
  const kinds = ["deal", "contact"];
  await db
    .insertInto("sequences")
    .values(kinds.map((kind) => ({ workspace_id, kind, last: FIRST_SEQ })))
    .execute();
}

/** Members beside those of every workspace, and whose turn it was last. */
async function insertTurns(
  db: Kysely<Database>,
  workspace_id: string,
  { members = [], pipelines = [] }: WorkspaceScenario,
): Promise<void> {
  await storeMembers(
    db,
    workspace_id,
    members.filter(({ id }) => !MEMBERS.includes(id)),
  );
  for (const { id: pipeline_id, access = [], lastTurn: member_id = null } of pipelines) {
    await db.insertInto("assignment_turns").values({ workspace_id, pipeline_id, member_id }).execute();
    const rows = access.map((id) => ({ workspace_id, pipeline_id, member_id: id }));
    if (rows.length > 0) await db.insertInto("pipeline_access").values(rows).execute();
  }
}

async function insertContacts(db: Kysely<Database>, workspace_id: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const nothing = { last_name: null, instagram_username: null, avatar_url: null, avatar_key: null, created_by: null };
  await db
    .insertInto("contacts")
    .values(
      ids.map((id, index) => ({
        ...nothing,
        workspace_id,
        id,
        seq: index + 1,
        name: id,
        first_name: id,
        phone: phoneOf(id),
        email: `${id}@mail.example`,
      })),
    )
    .execute();
  const identities = ids.map((id) => ({ workspace_id, kind: "instagram", external_id: id, contact_id: id }));
  await db.insertInto("contact_identities").values(identities).execute();
}

/** A deal, since whose making nothing has happened, and the tasks of it that are to be done. Answers its id. */
async function insertDeal(
  db: Kysely<Database>,
  workspace_id: string,
  { events, from }: WorkspaceScenario,
  { id: name, contactId = null, facts }: WorkspaceDeal,
): Promise<string> {
  const id = orderedId();
  const stage = STAGES.find((each) => each.id === facts["stageId"]);
  if (stage === undefined) throw new Error(`Deal ${name} is in no stage`);
  const status = stage.isWon === true ? "won" : stage.isLost === true ? "lost" : "open";
  await storeDeal(db, {
    workspace_id,
    id,
    seq: seqOf(name),
    contact_id: contactId,
    pipeline_id: stage.pipelineId,
    stage_id: stage.id,
    status,
    // An automation may have made it beside another one.
    is_further: contactId !== null,
    ...columnsOf(facts),
    stage_changed_at: new Date(from),
  });
  const tags = facts["tagIds"] as string[];
  const tagged = tags.map((tag_id) => ({ workspace_id, deal_id: id, tag_id }));
  if (tagged.length > 0) await db.insertInto("deal_tags").values(tagged).execute();
  const made = { id: `made-${id}`, type: "DEAL_CREATED", field: null, actor_type: "system", actor_user_id: null };
  const nobody = { actor_automation_id: null, actor_api_key_id: null };
  await db
    .insertInto("activities")
    .values({ workspace_id, deal_id: id, ...made, ...nobody })
    .execute();
  for (const [index, happening] of events.entries()) {
    if (happening.type !== "event" || happening.event !== "task_completed" || happening.dealId !== name) continue;
    const nothing = { description: null, category_name: null, category_color: null, created_by_user_id: null };
    const task = { id: taskOf(index), deal_id: id, title: "Call", assignee_user_id: "u1" };
    await db
      .insertInto("tasks")
      .values({ workspace_id, ...task, ...nothing, done_by_user_id: null })
      .execute();
  }
  return id;
}

const columnsOf = (facts: JsonObject) => ({
  value: Number(facts["value"]),
  responsible_user_id: String(facts["responsibleUserId"]),
  lost_reason: facts["lostReason"] as string | null,
  custom_fields: JSON.stringify(facts["customFields"]),
});

/** The number of a deal that a scenario begins with. */
export const seqOf = (dealId: string): number => Number(dealId.slice(1)) + 1;

/** The task that the happening of that place is about. */
export const taskOf = (place: number): string => `task-${place}`;
