import type { ActionType, Facts, GraphDefinition, JsonObject, Scenario } from "@trilho/engine";
import * as fc from "fast-check";
import type { Kysely } from "kysely";
import { randomUUID } from "node:crypto";
import { graphs, scenarios } from "../../../../../packages/engine/src/interpreter/testing/arbitraries.ts";
import { BLANK_DRAFT } from "../../areas/automations/blank-draft.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { storeDeal, storePipeline, storeStage } from "../../testing/stored.ts";

/** A graph, how the world treats its runs, and where its actions that change nothing here are carried out. */
export interface RunCase {
  graph: GraphDefinition;
  scenario: Scenario;
  where: "inside" | "outside";
}

/** What is known of the case's deal when a run starts. Stages `s1`, `s2`, tags `t1`, `t2` and users `u1`, `u2` exist. */
const DEAL = { stageId: "s1", responsibleUserId: "u1", coOwnerUserId: null, customFields: {} };

/** What actions need, where a generated draft leaves it out: such a definition could not have been pushed. */
const NEEDED: Partial<Record<ActionType, Record<string, string | readonly string[]>>> = {
  add_tag: { tagIds: ["t2"] },
  remove_tag: { tagIds: ["t1"] },
  move_stage: { targetStageId: "s2" },
  assign_responsible: { userId: "u2" },
  add_co_owner: { userId: "u2" },
  set_custom_field: { fieldSlug: "segment", value: "a" },
  send_whatsapp: { text: "?" },
  webhook: { url: "https://example.com" },
};

const isEmpty = (value: unknown): boolean => value === undefined || (Array.isArray(value) && value.length === 0);

function complete(graph: GraphDefinition): GraphDefinition {
  const nodes = graph.nodes.map((node) => {
    const config = { ...node.config };
    const needed = node.type === "action" && node.actionType ? (NEEDED[node.actionType] ?? {}) : {};
    for (const [key, value] of Object.entries(needed)) {
      if (isEmpty(config[key])) config[key] = typeof value === "string" ? value : [...value];
    }
    return { ...node, config };
  });
  return { ...graph, nodes };
}

function begin({ facts, ...scenario }: Scenario): Scenario {
  const deal = { daysInStage: 0, ...DEAL, ...facts?.deal };
  const stageChangedAt = stageSince(deal, scenario.startAt).toISOString();
  return { timeZone: TIME_ZONE, ...scenario, facts: { deal: { ...deal, stageChangedAt } } };
}

const TIME_ZONE = "America/Sao_Paulo";

function stageSince({ daysInStage }: JsonObject, startAt: string): Date {
  const days = typeof daysInStage === "number" ? daysInStage : 0;
  return new Date(Date.parse(startAt) - days * DAY_MS);
}

export const runCases: fc.Arbitrary<RunCase> = fc.record({
  graph: graphs.map(complete),
  scenario: scenarios.map(begin),
  where: fc.constantFrom("inside", "outside"),
});

export interface CaseRows {
  workspaceId: string;
  automationId: string;
  dealId: string;
  contactId: string;
}

/** Stores what a case needs, in a workspace of its own; or only another deal, where the others exist. */
export async function insertCase(
  db: Kysely<Database>,
  { graph, scenario }: RunCase,
  existing?: Pick<CaseRows, "workspaceId" | "automationId">,
): Promise<CaseRows> {
  const { workspaceId, automationId } = existing ?? { workspaceId: randomUUID(), automationId: randomUUID() };
  const { businessHours = null, respectBusinessHours = false, timeZone } = scenario;
  if (existing === undefined) {
    await insertWorkspace(db, workspaceId, businessHours, timeZone);
    await insertAutomation(db, { workspace_id: workspaceId, id: automationId }, { graph, respectBusinessHours });
  }
  const deal = await insertDeal(db, workspaceId, scenario.facts, scenario.startAt);
  return { workspaceId, automationId, ...deal };
}

/** A workspace with the stages, tags, users, the channel and the custom field that cases speak of. */
export async function insertWorkspace(
  db: Kysely<Database>,
  id: string,
  businessHours: object | null,
  timeZone = TIME_ZONE,
): Promise<void> {
  await db
    .insertInto("workspaces")
    .values({
      id,
      slug: id,
      name: "Test",
      time_zone: timeZone,
      locale: "pt-BR",
      features: "[]",
      quotas: "{}",
      business_hours: businessHours === null ? null : JSON.stringify(businessHours),
      loss_reasons: "[]",
    })
    .execute();
  await insertReference(db, id);
}

/** A workspace with an automation that has no steps, as a run's row names them. */
export async function insertEmptyAutomation(
  db: Kysely<Database>,
): Promise<{ workspace_id: string; automation_id: string }> {
  const [workspace_id, automation_id] = [randomUUID(), randomUUID()];
  await insertWorkspace(db, workspace_id, null);
  await insertAutomation(db, { workspace_id, id: automation_id }, { graph: { version: 2, nodes: [], edges: [] } });
  return { workspace_id, automation_id };
}

/** An automation as it is stored, without the checks that a request for it passes. */
export async function insertAutomation(
  db: Kysely<Database>,
  { workspace_id, id }: { workspace_id: string; id: string },
  { graph, respectBusinessHours = false, triggerType = "deal_created", triggerConfig = null }: AutomationDraft,
): Promise<void> {
  const name = "Case";
  await db
    .insertInto("automations")
    .values({
      workspace_id,
      id,
      name,
      name_folded: "case",
      version: 1,
      enabled: true,
      trigger_type: triggerType,
      secrets: "{}",
    })
    .execute();
  const { enabled: _, ...definition } = {
    ...BLANK_DRAFT,
    name,
    triggerType,
    triggerConfig,
    graphDefinition: graph,
    respectBusinessHours,
  };
  await db
    .insertInto("automation_versions")
    .values({ workspace_id, automation_id: id, version: 1, definition: JSON.stringify(definition) })
    .execute();
}

interface AutomationDraft {
  graph: GraphDefinition;
  respectBusinessHours?: boolean;
  triggerType?: string;
  triggerConfig?: JsonObject | null;
}

/** Of every workspace. */
export const MEMBERS: readonly string[] = ["u1", "u2"];

/** Members who work in every pipeline. */
export async function storeMembers(
  db: Kysely<Database>,
  workspace_id: string,
  members: readonly { id: string; active?: boolean }[],
): Promise<void> {
  if (members.length === 0) return;
  await db
    .insertInto("members")
    .values(
      members.map(({ id, active = true }) => ({
        workspace_id,
        id,
        email: `${id}@example.com`,
        name: id,
        role: "owner",
        permissions: JSON.stringify({ allow: [], deny: [] }),
        visibility: "all",
        active,
        image: null,
      })),
    )
    .execute();
}

async function insertReference(db: Kysely<Database>, workspace_id: string): Promise<void> {
  await storeMembers(
    db,
    workspace_id,
    MEMBERS.map((id) => ({ id })),
  );
  const pipeline_id = await storePipeline(db, { workspace_id, seq: 1, name: "Sales", id: "p1" });
  for (const seq of [1, 2]) await storeStage(db, { workspace_id, pipeline_id }, { seq, id: `s${seq}` });
  await db
    .insertInto("tags")
    .values(["t1", "t2"].map((id) => ({ workspace_id, id, name: id, name_folded: id, color: "#ff0000" })))
    .execute();
  const channel = { id: "whatsapp", kind: "whatsapp", name: "WhatsApp", phone_number_id: null, is_default: false };
  await db
    .insertInto("channels")
    .values({ workspace_id, ...channel })
    .execute();
  await db
    .insertInto("custom_fields")
    .values({
      workspace_id,
      id: "f1",
      entity_type: "deal",
      name: "Segment",
      slug: "segment",
      description: null,
      placeholder: null,
      field_type: "text",
      options: null,
      config: null,
      is_required: false,
      display_order: 1,
      section: null,
      pipeline_config: null,
      visibility_rule: null,
    })
    .execute();
}

/** A deal of a contact of its own. */
export async function insertDeal(
  db: Kysely<Database>,
  workspace_id: string,
  { deal = {} }: Facts,
  startAt: string,
): Promise<{ dealId: string; contactId: string }> {
  const contactId = randomUUID();
  const { expectedCloseAt } = deal;
  await db
    .insertInto("contacts")
    .values({
      workspace_id,
      id: contactId,
      seq: nextSeq(),
      name: "Ana",
      first_name: "Ana",
      last_name: null,
      phone: null,
      email: null,
      instagram_username: null,
      avatar_url: null,
      avatar_key: null,
      created_by: null,
    })
    .execute();
  const dealId = await storeDeal(db, {
    workspace_id,
    seq: nextSeq(),
    value: String(deal["value"] ?? 0),
    pipeline_id: "p1",
    stage_id: "s1",
    contact_id: contactId,
    responsible_user_id: "u1",
    stage_changed_at: stageSince(deal, startAt),
    expected_close_at: typeof expectedCloseAt === "string" ? new Date(expectedCloseAt) : null,
  });
  const tags = Array.isArray(deal["tagIds"]) ? deal["tagIds"].map(String) : [];
  if (tags.length > 0) {
    await db
      .insertInto("deal_tags")
      .values(tags.map((tag_id) => ({ workspace_id, deal_id: dealId, tag_id })))
      .execute();
  }
  return { dealId, contactId };
}

const DAY_MS = 86_400_000;
let seqs = 0;
const nextSeq = (): number => (seqs += 1);
