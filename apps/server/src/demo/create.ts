import { DAY_MS } from "@trilho/engine";
import { randomUUID } from "node:crypto";
import { EXAMPLE_IDS, FEATURES } from "@trilho/contract";
import type { Kysely } from "kysely";
import { mergeSecrets, NO_SECRETS } from "../areas/automations/credentials.ts";
import type { Sealer } from "../platform/security/sealer.ts";
import { recordChange } from "../areas/automations/history-store.ts";
import { insertAutomation } from "../areas/automations/automation-rows.ts";
import { fold, foldCase } from "../platform/database/columns.ts";
import { companyColumns } from "../areas/companies/company-rows.ts";
import { contactColumns } from "../areas/contacts/contact-rows.ts";
import type { Database } from "../platform/database/schema/database.ts";
import { insertDefaultPipeline, type PipelineIds } from "../areas/reference/pipelines/pipeline-rows.ts";
import { nextSeq } from "../platform/database/workspace-rows.ts";
import { type DemoIds, demoAutomations } from "./automations.ts";
import { insertDemoCadence } from "./cadences.ts";
import { CUSTOM_FIELDS, LOSS_REASONS, STAGE_NAMES, TAGS, type TagName } from "./catalogue.ts";
import { insertDemoConversations } from "./conversations.ts";
import { insertDealHistory } from "./deal-history.ts";
import { type DealSeed, demoDeals, FIRST_STAGE } from "./deals.ts";
import { insertExamples } from "./examples.ts";
import { CITIES, COMPANIES, CONTACTS, MEMBERS } from "./people.ts";
import { insertTrials } from "./trials.ts";
import { insertWork, demoId } from "./work.ts";

const TIME_ZONE = "America/Sao_Paulo";

/**
 * Writes the demo workspace and answers its id and its owner's. Always the same story; ids are new ones, but for those of
 * the document's examples.
 */
export async function createDemoWorkspace(
  trx: Kysely<Database>,
  sealer: Sealer,
  now: number,
): Promise<{ workspaceId: string; ownerId: string }> {
  const workspaceId = await insertWorkspace(trx);
  const members = await insertMembers(trx, workspaceId);
  const homes = await insertDefaultPipeline(
    trx,
    workspaceId,
    { position: 0, name: "Homes", description: "Solar kits for houses and flats" },
    { id: EXAMPLE_IDS.pipeline, stageIds: { Qualification: EXAMPLE_IDS.stage }, stageNames: STAGE_NAMES },
  );
  const businesses = await insertDefaultPipeline(
    trx,
    workspaceId,
    { position: 1, name: "Businesses", description: "Rooftop plants for companies" },
    { stageNames: STAGE_NAMES },
  );
  const tags = await insertTags(trx, workspaceId);
  await insertCustomFields(trx, workspaceId);
  const companies = await insertCompanies(trx, workspaceId);
  const contacts = await insertContacts(trx, workspaceId, companies, now);
  await insertDeals(trx, { workspaceId, members, pipelines: [homes, businesses], tags, companies, contacts, now });
  await insertWork(trx, workspaceId, now);
  await insertDemoCadence(trx, workspaceId, homes, now);
  await insertDemoConversations(trx, workspaceId, { contacts, members, now });
  await insertExamples(trx, workspaceId, at(members, 0));
  const ids: DemoIds = {
    pipelines: [homes.id, businesses.id],
    stages: [homes.stages, businesses.stages],
    tags,
    members,
  };
  const automations = new Map(
    demoAutomations(ids).map((draft) => [AUTOMATION_IDS[draft.name] ?? randomUUID(), draft] as const),
  );
  for (const [index, [id, draft]] of [...automations].entries()) {
    const given = { signing: undefined, headerValue: undefined, password: undefined, headers: [] };
    const { secrets } = mergeSecrets(NO_SECRETS, given, draft.graphDefinition, null);
    // The first is the newest, so that lists show it first.
    const createdAt = new Date(now - (index + 1) * DAY_MS);
    const ownerId = at(members, index % 2);
    const labels = LABELS[draft.name] ?? [];
    await insertAutomation(trx, sealer, workspaceId, draft, secrets, { id, createdAt, ownerId, labels });
    const change = { workspaceId, automationId: id, by: { memberId: at(members, 0), keyId: null }, createdAt };
    await recordChange(trx, { ...change, type: "created", version: 1 });
    if (draft.enabled) await recordChange(trx, { ...change, type: "switched-on" });
  }
  await insertTrials(trx, sealer, workspaceId, automations, now);
  return { workspaceId, ownerId: at(members, 0) };
}

/** What each is for, in the words of who uses them. */
const LABELS: Readonly<Record<string, readonly string[]>> = {
  "Welcome a new lead": ["Leads"],
  "Proposal follow-up": ["Sales", "Follow-up"],
  "Share out new leads": ["Leads"],
  "Won deal: hand over to delivery": ["Handover"],
};

const AUTOMATION_IDS: Readonly<Record<string, string>> = {
  "Welcome a new lead": EXAMPLE_IDS.busyAutomation,
  "Won deal: hand over to delivery": EXAMPLE_IDS.automation,
};

async function insertWorkspace(trx: Kysely<Database>): Promise<string> {
  const id = randomUUID();
  const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, from: "09:00", to: "18:00" }));
  await trx
    .insertInto("workspaces")
    .values({
      id,
      slug: "demo",
      name: "Aurora Solar (demo)",
      time_zone: TIME_ZONE,
      locale: "pt-BR",
      features: JSON.stringify(FEATURES),
      quotas: JSON.stringify({}),
      business_hours: JSON.stringify({ timeZone: TIME_ZONE, days: weekdays }),
      loss_reasons: JSON.stringify(LOSS_REASONS),
    })
    .execute();
  return id;
}

async function insertMembers(trx: Kysely<Database>, workspaceId: string): Promise<string[]> {
  const rows = MEMBERS.map(({ name, email, role, allow = [] }, index) => ({
    workspace_id: workspaceId,
    id: demoId(EXAMPLE_IDS.user, index),
    email,
    name,
    role,
    permissions: JSON.stringify({ allow, deny: [] }),
    visibility: "all",
    active: true,
  }));
  await trx.insertInto("members").values(rows).execute();
  return rows.map(({ id }) => id);
}

const TAG_IDS: Readonly<Partial<Record<TagName, string>>> = {
  reactivated: EXAMPLE_IDS.tag,
  financing: EXAMPLE_IDS.dealTag,
  vip: EXAMPLE_IDS.otherTag,
};

async function insertTags(trx: Kysely<Database>, workspaceId: string): Promise<Record<TagName, string>> {
  const names = Object.keys(TAGS) as TagName[];
  const ids = Object.fromEntries(names.map((name) => [name, TAG_IDS[name] ?? randomUUID()])) as Record<TagName, string>;
  const rows = names.map((name) => ({
    workspace_id: workspaceId,
    id: ids[name],
    name_folded: foldCase(TAGS[name].name),
    ...TAGS[name],
  }));
  await trx.insertInto("tags").values(rows).execute();
  return ids;
}

async function insertCustomFields(trx: Kysely<Database>, workspaceId: string): Promise<void> {
  const rows = CUSTOM_FIELDS.map(({ entity, name, slug, type, description, section, options }, index) => ({
    workspace_id: workspaceId,
    id: demoId(EXAMPLE_IDS.customField, index),
    entity_type: entity,
    name,
    slug,
    description,
    field_type: type,
    options: options === undefined ? null : JSON.stringify(options),
    is_required: false,
    display_order: index,
    section,
  }));
  await trx.insertInto("custom_fields").values(rows).execute();
}

async function insertCompanies(trx: Kysely<Database>, workspaceId: string): Promise<string[]> {
  const rows = COMPANIES.map((company, index) => ({
    workspace_id: workspaceId,
    id: demoId(EXAMPLE_IDS.company, index),
    ...companyColumns({
      ...company,
      website: `https://${company.domain}`,
      cnpj: null,
      logoUrl: null,
      notes: null,
    }),
  }));
  await trx.insertInto("companies").values(rows).execute();
  return rows.map(({ id }) => id);
}

async function insertContacts(
  trx: Kysely<Database>,
  workspaceId: string,
  companies: readonly string[],
  now: number,
): Promise<string[]> {
  const firstSeq = await nextSeq(trx, workspaceId, "contact", CONTACTS.length);
  const rows = CONTACTS.map(({ first, last, company }, index) => ({
    workspace_id: workspaceId,
    id: randomUUID(),
    seq: firstSeq + index,
    ...contactColumns({
      firstName: first,
      lastName: last,
      // Numbers of this block belong to nobody.
      phone: `+55119000000${String(index).padStart(2, "0")}`,
      email: `${asciiOf(first)}.${asciiOf(last)}@mail.example`,
      companyId: company === undefined ? null : at(companies, company),
    }),
    custom_fields: JSON.stringify({ city: CITIES[index % CITIES.length] }),
    created_at: new Date(now - (60 - index) * DAY_MS),
  }));
  await trx.insertInto("contacts").values(rows).execute();
  return rows.map(({ id }) => id);
}

interface DealContext {
  workspaceId: string;
  members: readonly string[];
  pipelines: readonly [PipelineIds, PipelineIds];
  tags: Readonly<Record<TagName, string>>;
  companies: readonly string[];
  contacts: readonly string[];
  now: number;
}

async function insertDeals(trx: Kysely<Database>, context: DealContext): Promise<void> {
  const { workspaceId, tags } = context;
  // Numbered in the order in which they came.
  const deals = demoDeals().toSorted((one, other) => other.createdDaysAgo - one.createdDaysAgo);
  const firstSeq = await nextSeq(trx, workspaceId, "deal", deals.length);
  const rows = deals.map((deal, index) => toDealRow(deal, firstSeq + index, context));
  await trx.insertInto("deals").values(rows).execute();
  const tagged = deals.flatMap((deal, index) =>
    deal.tags.map((tag) => ({ workspace_id: workspaceId, deal_id: at(rows, index).id, tag_id: tags[tag] })),
  );
  await trx.insertInto("deal_tags").values(tagged).execute();
  await insertDealHistory(trx, rows, ({ id }) => {
    const index = rows.findIndex((row) => row.id === id);
    return context.pipelines[at(deals, index).pipeline].stages.get(FIRST_STAGE) ?? "";
  });
}

function toDealRow(deal: DealSeed, seq: number, context: DealContext) {
  const { workspaceId, members, pipelines, companies, contacts, now } = context;
  const pipeline = pipelines[deal.pipeline];
  const movedAt = new Date(now - deal.movedDaysAgo * DAY_MS);
  const engineer = deal.status === "won" ? { engineer: at(members, 5) } : {};
  return {
    workspace_id: workspaceId,
    id: randomUUID(),
    seq,
    name: deal.name,
    search_text: fold(deal.name),
    value: deal.value,
    currency: "BRL",
    close_probability: deal.probability,
    source: deal.source,
    status: deal.status,
    pipeline_id: pipeline.id,
    stage_id: pipeline.stages.get(deal.stage) ?? "",
    contact_id: at(contacts, deal.contact),
    company_id: deal.company === null ? null : at(companies, deal.company),
    responsible_user_id: at(members, deal.responsible),
    lost_reason: deal.lostReason,
    custom_fields: JSON.stringify({ ...deal.customFields, ...engineer }),
    stage_changed_at: movedAt,
    closed_at: deal.status === "open" ? null : movedAt,
    created_at: new Date(now - deal.createdDaysAgo * DAY_MS),
    updated_at: movedAt,
  };
}

const asciiOf = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/\P{ASCII}/gu, "")
    .toLowerCase();

function at<T>(values: readonly T[], index: number): T {
  const value = values[index];
  if (value === undefined) throw new Error(`The demo has nothing at ${index}`);
  return value;
}
