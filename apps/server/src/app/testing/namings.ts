import type { Client } from "@trilho/api-client";
import type { OperationId } from "@trilho/contract";
import { automationBody, webhookGraph } from "./graphs.ts";
import { addDelivery, addRun, waitingTest } from "./runs.ts";
import type { TestApp } from "./test-app.ts";
import type { TestWorkspace } from "./workspace.ts";

/** Where things are made that requests name. */
export interface World {
  app: TestApp;
  workspace: TestWorkspace;
  client: Client;
}

let counter = 0;
type Table =
  | "automations"
  | "cadences"
  | "companies"
  | "contacts"
  | "custom_fields"
  | "meetings"
  | "notes"
  | "stages"
  | "tags"
  | "tasks";

/** A request that names what is about to be deleted. */
export interface Naming {
  table: Table;
  id: string;
  path?: Readonly<Record<string, string | number>>;
  json?: object;
}

const next = (): number => ++counter;
const phoneOf = (number: number): string => `+551195555${String(1000 + number)}`;
const HOUR = { startsAt: "2026-06-01T12:00:00Z", endsAt: "2026-06-01T13:00:00Z" };
const STEPS = [{ dayNumber: 1, channel: "research" as const }];

async function stage(world: World): Promise<string> {
  const name = `Stage ${next()}`;
  const { stages } = await world.client.pipelines.createStage(1, { name });
  return stages.find((each) => each.name === name)?.id ?? "";
}
const company = async (world: World) => (await world.client.companies.create({ name: `Company ${next()}` })).id;
const tag = async (world: World) => (await world.client.tags.create({ name: `Tag ${next()}`, color: "#ff8800" })).id;
const field = async (world: World) =>
  (await world.client.customFields.create({ name: `Field ${next()}`, fieldType: "number" })).id;
const deal = async (world: World) => (await world.client.deals.create({ name: `Deal ${next()}` })).seq;
const task = async (world: World, seq: number) => (await world.client.deals.createTask(seq, { title: "Call" })).id;
const note = async (world: World, seq: number) => (await world.client.deals.createNote(seq, { content: "x" })).id;
const meeting = async (world: World) => (await world.client.calendar.create({ ...HOUR, title: "Visit" })).id;
const cadenceBody = (world: World) => ({
  name: `Cadence ${next()}`,
  pipelineId: world.workspace.pipelineId,
  active: true,
  steps: STEPS,
});
const cadence = async (world: World) => (await world.client.cadences.create(cadenceBody(world))).id;

async function contact(world: World): Promise<{ id: string; phone: string }> {
  const phone = phoneOf(next());
  const { id } = await world.client.contacts.create({ firstName: "Bia", phone });
  return { id, phone };
}

async function automation(world: World): Promise<string> {
  const body = automationBody({ name: `Automation ${next()}`, enabled: true, graphDefinition: webhookGraph() });
  return (await world.client.automations.create(body as unknown as Parameters<Client["automations"]["create"]>[0])).id;
}

async function conversation(world: World): Promise<Naming> {
  const { id, phone } = await contact(world);
  const { conversationId } = await world.client.conversations.sendMessage({ to: phone, text: "Hi" });
  return { table: "contacts", id, path: { conversationKey: conversationId } };
}

async function run(world: World, status: string, change: Parameters<typeof addRun>[4] = {}): Promise<Naming> {
  const id = await automation(world);
  const { id: dealId } = await world.client.deals.get(await deal(world));
  const runId = await addRun(world.app, world.workspace, id, dealId, { ...change, status });
  const deliveryId = await addDelivery(world.app, world.workspace, runId, "http://127.0.0.1:9/");
  return { table: "automations", id, path: { id, runId, deliveryId } };
}

const STAY = { version: 1, nodeId: "n", phase: "sleeping", future: "same", choice: "stay" } as const;

/** The resource of the path itself. */
const itself =
  (table: Table, make: (world: World) => Promise<string>, json?: (world: World) => object) =>
  async (world: World): Promise<Naming> => {
    const id = await make(world);
    return { table, id, path: { id }, ...(json !== undefined && { json: json(world) }) };
  };

/** What a body names. */
const named =
  (
    table: Table,
    make: (world: World) => Promise<string>,
    json: (id: string, world: World) => object,
    path?: (world: World) => Promise<object>,
  ) =>
  async (world: World): Promise<Naming> => {
    const id = await make(world);
    return { table, id, json: json(id, world), path: { ...(await path?.(world)) } };
  };

const ofDeal = async (world: World) => ({ seq: await deal(world) });
const onPipeline = async (): Promise<Record<string, number>> => ({ seq: 1 });
const withAutomation = async (world: World) => ({ id: await automation(world) });
const scoped = (stageId: string) => automationBody({ scope: "stage", stageId, name: `Automation ${next()}` });

/**
 * Each operation, what it names, and its answer when that is deleted meanwhile: a success where the deletion does not
 * hold it up, so that it was done before.
 */
export const NAMINGS: readonly (readonly [
  OperationId,
  what: string,
  status: number,
  (world: World) => Promise<Naming>,
])[] = [
  ["createDeal", "stageId", 400, named("stages", stage, (stageId) => ({ stageId }))],
  ["createDeal", "companyId", 400, named("companies", company, (companyId) => ({ companyId, name: "x" }))],
  [
    "createDeal",
    "phone",
    201,
    async (world: World) => {
      const { id, phone } = await contact(world);
      return { table: "contacts", id, json: { phone } };
    },
  ],
  ["createDeals", "stageId", 200, named("stages", stage, (stageId) => ({ deals: [{ stageId }] }))],
  ["updateDeal", "stageId", 400, named("stages", stage, (stageId) => ({ stageId }), ofDeal)],
  ["updateDeal", "companyId", 400, named("companies", company, (companyId) => ({ companyId }), ofDeal)],
  [
    "updateDeal",
    "phone",
    200,
    async (world: World) => {
      const { id, phone } = await contact(world);
      return { table: "contacts", id, json: { phone }, path: await ofDeal(world) };
    },
  ],
  ["addDealTag", "tagId", 400, named("tags", tag, (tagId) => ({ tagId }), ofDeal)],
  [
    "removeDealTag",
    "tagId",
    404,
    async (world: World) => {
      const [id, seq] = [await tag(world), await deal(world)];
      await world.client.deals.addTag(seq, { tagId: id });
      return { table: "tags", id, path: { seq, tagId: id } };
    },
  ],
  ["updateTag", "id", 404, itself("tags", tag, () => ({ name: `Tag ${next()}`, color: "#ff8800" }))],
  ["deleteTag", "id", 404, itself("tags", tag)],
  ["createContact", "companyId", 400, named("companies", company, (companyId) => ({ companyId, firstName: "Bia" }))],
  [
    "updateContact",
    "companyId",
    400,
    named(
      "companies",
      company,
      (companyId) => ({ companyId }),
      async (world: World) => ({ id: (await contact(world)).id }),
    ),
  ],
  [
    "updateContact",
    "id",
    404,
    itself(
      "contacts",
      async (world: World) => (await contact(world)).id,
      () => ({ firstName: "Rui" }),
    ),
  ],
  ["deleteContact", "id", 404, itself("contacts", async (world: World) => (await contact(world)).id)],
  ["deleteContactAvatar", "id", 404, itself("contacts", async (world: World) => (await contact(world)).id)],
  ["updateCompany", "id", 404, itself("companies", company, () => ({ name: "Other" }))],
  ["deleteCompany", "id", 404, itself("companies", company)],
  [
    "createMeeting",
    "contactId",
    400,
    async (world: World) => {
      const { id } = await contact(world);
      return { table: "contacts", id, json: { ...HOUR, title: "Visit", contactId: id } };
    },
  ],
  [
    "updateMeeting",
    "contactId",
    400,
    async (world: World) => {
      const { id } = await contact(world);
      return { table: "contacts", id, json: { contactId: id }, path: { id: await meeting(world) } };
    },
  ],
  ["updateMeeting", "id", 404, itself("meetings", meeting, () => ({ title: "Later" }))],
  ["deleteMeeting", "id", 404, itself("meetings", meeting)],
  [
    "sendConversationMessage",
    "to",
    201,
    async (world: World) => {
      const { id, phone } = await contact(world);
      return { table: "contacts", id, json: { to: phone, text: "Hi" } };
    },
  ],
  [
    "sendMessage",
    "to",
    201,
    async (world: World) => {
      const { id, phone } = await contact(world);
      return { table: "contacts", id, json: { to: phone, text: "Hi" } };
    },
  ],
  [
    "updateConversation",
    "conversationKey",
    404,
    async (world: World) => ({ ...(await conversation(world)), json: { closed: true } }),
  ],
  [
    "answerMessage",
    "id",
    404,
    async (world: World) => {
      const { id: contactId, phone } = await contact(world);
      const { id } = await world.client.conversations.sendMessage({ to: phone, text: "Hi" });
      return { table: "contacts", id: contactId, path: { id }, json: { type: "text", text: "Hello" } };
    },
  ],
  ["markConversationRead", "conversationKey", 200, conversation],
  ["enrollInCadence", "cadenceId", 404, named("cadences", cadence, (cadenceId) => ({ cadenceId }), ofDeal)],
  ["createCadence", "stageId", 201, named("stages", stage, (stageId, world) => ({ ...cadenceBody(world), stageId }))],
  [
    "replaceCadence",
    "stageId",
    200,
    named(
      "stages",
      stage,
      (stageId, world) => ({ ...cadenceBody(world), stageId }),
      async (world: World) => ({ id: await cadence(world) }),
    ),
  ],
  ["replaceCadence", "id", 404, itself("cadences", cadence, cadenceBody)],
  ["deleteCadence", "id", 404, itself("cadences", cadence)],
  ["createAutomation", "stageId", 201, named("stages", stage, scoped)],
  ["replaceAutomation", "stageId", 200, named("stages", stage, scoped, withAutomation)],
  ["replaceAutomation", "id", 404, itself("automations", automation, automationBody)],
  ["setAutomationEnabled", "id", 404, itself("automations", automation, () => ({ enabled: false }))],
  ["deleteAutomation", "id", 404, itself("automations", automation)],
  ["saveAutomationDraft", "id", 404, itself("automations", automation, () => ({ content: {}, baseVersion: 1 }))],
  ["discardAutomationDraft", "id", 404, itself("automations", automation)],
  ["askAutomationReview", "id", 404, itself("automations", automation, automationBody)],
  ["withdrawAutomationReview", "id", 404, itself("automations", automation)],
  ["approveAutomationReview", "id", 404, itself("automations", automation, () => ({ revision: "r" }))],
  ["sendBackAutomationReview", "id", 404, itself("automations", automation, () => ({ revision: "r", comment: "No" }))],
  ["pauseAutomation", "id", 404, itself("automations", automation)],
  ["migrateRuns", "id", 404, itself("automations", automation, () => ({ toVersion: 1, choices: [STAY] }))],
  [
    "undoRunMigration",
    "id",
    404,
    async (world: World) => {
      const id = await automation(world);
      const { id: migrationId } = await world.client.automations.migrateRuns(id, { toVersion: 1, choices: [STAY] });
      return { table: "automations", id, path: { id, migrationId } };
    },
  ],
  ["resumeAutomation", "id", 404, itself("automations", automation)],
  [
    "tryAutomation",
    "id",
    201,
    async (world: World) => {
      const id = await automation(world);
      return { table: "automations", id, path: { id }, json: { dealSeq: await deal(world) } };
    },
  ],
  ["retryAutomationRun", "id", 200, (world: World) => run(world, "failed")],
  ["passAutomationRunTime", "id", 200, (world: World) => run(world, "waiting", waitingTest())],
  ["cancelAutomationRun", "id", 200, (world: World) => run(world, "waiting")],
  ["updatePipeline", "exitStageId", 400, named("stages", stage, (exitStageId) => ({ exitStageId }), onPipeline)],
  [
    "updatePipeline",
    "attendanceQueueStageId",
    400,
    named("stages", stage, (attendanceQueueStageId) => ({ attendanceQueueStageId }), onPipeline),
  ],
  [
    "updatePipelineField",
    "requiredStageIds",
    200,
    named(
      "stages",
      stage,
      (id) => ({ requiredStageIds: [id] }),
      async (world: World) => ({ seq: 1, field: await field(world) }),
    ),
  ],
  [
    "updatePipelineField",
    "field",
    200,
    async (world: World) => {
      const id = await field(world);
      return { table: "custom_fields", id, path: { seq: 1, field: id }, json: { isVisible: false } };
    },
  ],
  [
    "createStage",
    "requiredMilestoneFieldId",
    400,
    named("custom_fields", field, (id) => ({ name: `Stage ${next()}`, requiredMilestoneFieldId: id }), onPipeline),
  ],
  [
    "updateStage",
    "requiredMilestoneFieldId",
    400,
    named(
      "custom_fields",
      field,
      (id) => ({ requiredMilestoneFieldId: id }),
      async (world: World) => ({
        seq: 1,
        stageId: await stage(world),
      }),
    ),
  ],
  [
    "updateStage",
    "stageId",
    200,
    async (world: World) => {
      const id = await stage(world);
      return { table: "stages", id, path: { seq: 1, stageId: id }, json: { name: `Stage ${next()}` } };
    },
  ],
  [
    "deleteStage",
    "stageId",
    404,
    async (world: World) => {
      const id = await stage(world);
      return { table: "stages", id, path: { seq: 1, stageId: id } };
    },
  ],
  ["updateCustomField", "id", 200, itself("custom_fields", field, () => ({ name: "Other" }))],
  ["deleteCustomField", "id", 404, itself("custom_fields", field)],
  [
    "updateNote",
    "noteId",
    404,
    async (world: World) => {
      const seq = await deal(world);
      const id = await note(world, seq);
      return { table: "notes", id, path: { seq, noteId: id }, json: { content: "y" } };
    },
  ],
  [
    "deleteNote",
    "noteId",
    404,
    async (world: World) => {
      const seq = await deal(world);
      const id = await note(world, seq);
      return { table: "notes", id, path: { seq, noteId: id } };
    },
  ],
  [
    "updateTask",
    "taskId",
    404,
    async (world: World) => {
      const seq = await deal(world);
      const id = await task(world, seq);
      return { table: "tasks", id, path: { seq, taskId: id }, json: { done: true } };
    },
  ],
  [
    "deleteTask",
    "taskId",
    404,
    async (world: World) => {
      const seq = await deal(world);
      const id = await task(world, seq);
      return { table: "tasks", id, path: { seq, taskId: id } };
    },
  ],
];
