import type { OperationId, Operations } from "@trilho/contract";
import { automationBody, webhookGraph } from "../../../apps/server/src/app/testing/graphs.ts";
import { addDelivery, addRun, waitingTest } from "../../../apps/server/src/app/testing/runs.ts";
import type { PathValues } from "./address.ts";
import type { World } from "./world.ts";

/** A request that must succeed. What it leaves out is the workspace's own, or not sent. */
interface GoodRequest<Id extends OperationId = OperationId> {
  path?: PathValues;
  query?: Operations[Id]["query"];
  body?: Operations[Id]["body"];
}

type Maker<Id extends OperationId> = (world: World) => GoodRequest<Id> | Promise<GoodRequest<Id>>;

type AutomationBody = Operations["createAutomation"]["body"];
const automation = (change: object = {}): AutomationBody => automationBody(change) as unknown as AutomationBody;

const HOUR = { startsAt: "2026-06-01T12:00:00Z", endsAt: "2026-06-01T13:00:00Z" };
const STEP = { dayNumber: 1, channel: "whatsapp", message: "Olá" } as const;

const cadenceOf = ({ workshop: { pipelineId }, next }: World) => ({
  name: `Warm up ${next()}`,
  pipelineId,
  steps: [STEP],
});

/** Enrolls a new deal in a new cadence; answers its number and its first task. */
async function enrolled(world: World): Promise<{ seq: string; taskId: string }> {
  const { client, workshop } = world;
  const phone = `+55119${String(10_000_000 + world.next())}`;
  const [cadence, { seq }] = await Promise.all([
    client.cadences.create({ ...cadenceOf(world), active: true }),
    client.deals.create({ phone, contactName: "Bia", stageId: workshop.stageId }),
  ]);
  const { tasks } = await client.deals.enrollInCadence(seq, { cadenceId: cadence.id });
  return { seq: String(seq), taskId: tasks[0]?.id ?? "" };
}

const ofNewEnrollment = async (world: World): Promise<{ path: PathValues }> => ({ path: await enrolled(world) });

type RunChange = Parameters<typeof addRun>[4];

/** A run of a new automation that is switched on, whose webhook was sent to where nobody listens. */
async function ran({ api, client, workshop }: World, status: string, change: RunChange = {}): Promise<PathValues> {
  const { id } = await client.automations.create(automation({ enabled: true, graphDefinition: webhookGraph() }));
  const deal = await client.deals.get(workshop.dealSeq);
  const runId = await addRun(api.app, api.workspace, id, deal.id, { ...change, status });
  const deliveryId = await addDelivery(api.app, api.workspace, runId, "http://127.0.0.1:9/");
  return { id, runId, deliveryId };
}

/** A change that another member asked about. */
async function asked({ api, client }: World): Promise<{ id: string; revision: string }> {
  const { id } = await client.automations.create(automation());
  const key = await api.workspace.addKey();
  const json = automation({ name: "Theirs", graphDefinition: webhookGraph() });
  const { body } = await api.call("POST", `/automations/${id}/review`, { key, json });
  return { id, revision: body.data.request.revision };
}

/** What is made to be removed. */
const only = async (made: PromiseLike<{ id: string }>): Promise<{ path: PathValues }> => ({
  path: { id: (await made).id },
});

/**
 * A good request of each operation that needs more than an address. Those that use something up bring it along, so that
 * each can be made over and over.
 */
const GOOD: { readonly [Id in OperationId]?: Maker<Id> } = {
  createAutomation: () => ({ body: automation() }),
  replaceAutomation: () => ({ body: automation() }),
  changeAutomations: async ({ client }) => {
    const { id } = await client.automations.create(automation());
    return { body: { ids: [id], addLabels: ["Sales"], paused: true } };
  },
  setAutomationEnabled: () => ({ body: { enabled: false } }),
  saveAutomationDraft: async ({ client }) => ({
    path: { id: (await client.automations.create(automation())).id },
    body: { content: { name: "Mine" }, baseVersion: 1 },
  }),
  askAutomationReview: async ({ client }) => ({
    path: { id: (await client.automations.create(automation())).id },
    body: automation({ name: "Mine" }),
  }),
  approveAutomationReview: async (world) => {
    const { id, revision } = await asked(world);
    return { path: { id }, body: { revision } };
  },
  sendBackAutomationReview: async (world) => {
    const { id, revision } = await asked(world);
    return { path: { id }, body: { revision, comment: "Too many messages" } };
  },
  updateWorkspace: () => ({ body: { automationReview: false } }),
  deleteAutomation: ({ client }) => only(client.automations.create(automation())),
  testAutomation: ({ client }) => only(client.automations.create(automation({ graphDefinition: webhookGraph() }))),
  previewRunMigration: () => ({ body: {} }),
  migrateRuns: async ({ client }) => {
    const { id, version } = await client.automations.create(automation());
    const group = { version, nodeId: "n", phase: "sleeping", future: "same" } as const;
    return { path: { id }, body: { toVersion: version, choices: [{ ...group, choice: "stay" }] } };
  },
  tryAutomation: ({ workshop: { dealSeq } }) => ({ body: { dealSeq } }),
  retryAutomationRun: async (world) => ({ path: await ran(world, "failed") }),
  passAutomationRunTime: async (world) => ({ path: await ran(world, "waiting", waitingTest()) }),
  cancelAutomationRun: async (world) => ({ path: await ran(world, "waiting") }),
  resendWebhookDelivery: async (world) => ({ path: await ran(world, "waiting") }),
  retryWorkspaceRuns: () => ({ body: { dryRun: true } }),
  cancelWorkspaceRuns: () => ({ body: { dryRun: true } }),

  createCadence: (world) => ({ body: cadenceOf(world) }),
  replaceCadence: (world) => ({ body: cadenceOf(world) }),
  deleteCadence: (world) => only(world.client.cadences.create(cadenceOf(world))),
  enrollInCadence: async (world) => {
    const [{ seq }, cadence] = await Promise.all([
      enrolled(world),
      world.client.cadences.create({ ...cadenceOf(world), active: true }),
    ]);
    return { path: { seq }, body: { cadenceId: cadence.id } };
  },
  getDealCadence: ofNewEnrollment,
  pauseDealCadence: ofNewEnrollment,
  resumeDealCadence: async (world) => {
    const path = await enrolled(world);
    await world.client.deals.pauseCadence(Number(path.seq));
    return { path };
  },
  stopDealCadence: ofNewEnrollment,
  executeCadenceTask: async (world) => ({
    path: await enrolled(world),
    body: { idempotencyKey: `key ${world.next()}` },
  }),
  completeCadenceTask: ofNewEnrollment,
  skipCadenceTask: ofNewEnrollment,

  createDeal: () => ({ body: { name: "Roof" } }),
  createDeals: () => ({ body: { deals: [{ name: "Roof" }] } }),
  updateDeal: () => ({ body: { name: "Roof" } }),
  addDealTag: ({ belongings }) => ({ body: { tagId: belongings["/tags/{id}"] ?? "" } }),
  removeDealTag: async ({ client, workshop: { dealSeq }, next }) => {
    const { id } = await client.tags.create({ name: `Tag ${next()}`, color: "#112233" });
    await client.deals.addTag(dealSeq, { tagId: id });
    return { path: { seq: String(dealSeq), tagId: id } };
  },
  createNote: () => ({ body: { content: "Called." } }),
  updateNote: () => ({ body: { content: "Called twice." } }),
  deleteNote: async ({ client, workshop: { dealSeq } }) => {
    const { id } = await client.deals.createNote(dealSeq, { content: "x" });
    return { path: { seq: String(dealSeq), noteId: id } };
  },
  createTask: () => ({ body: { title: "Call" } }),
  updateTask: () => ({ body: { title: "Call again" } }),
  deleteTask: async ({ client, workshop: { dealSeq } }) => {
    const { id } = await client.deals.createTask(dealSeq, { title: "x" });
    return { path: { seq: String(dealSeq), taskId: id } };
  },

  listCalendarEvents: () => ({ query: { from: "2026-05-20T00:00:00Z", to: "2026-06-20T00:00:00Z" } }),
  createMeeting: () => ({ body: { ...HOUR, title: "Visit" } }),
  updateMeeting: () => ({ body: { title: "Second visit" } }),
  deleteMeeting: ({ client }) => only(client.calendar.create({ ...HOUR, title: "Visit" })),

  sendConversationMessage: () => ({ body: { to: "+5511987654321", text: "Hi" } }),
  sendMessage: () => ({ body: { to: "+5511987654321", text: "Hi" } }),
  answerMessage: () => ({ body: { type: "text", text: "Hello" } }),
  updateConversation: () => ({ body: { closed: true } }),

  createPipeline: ({ next }) => ({ body: { name: `Pipeline ${next()}` } }),
  updatePipeline: ({ next }) => ({ body: { name: `Pipeline ${next()}` } }),
  createStage: ({ next }) => ({ body: { name: `Stage ${next()}` } }),
  updateStage: ({ next }) => ({ body: { name: `Stage ${next()}` } }),
  deleteStage: async ({ client, workshop: { pipelineSeq }, next }) => {
    const name = `Stage ${next()}`;
    const { stages } = await client.pipelines.createStage(pipelineSeq, { name });
    return { path: { seq: String(pipelineSeq), stageId: stages.find((stage) => stage.name === name)?.id ?? "" } };
  },
  updatePipelineField: () => ({ body: { isSuggested: true } }),
  setPipelineAccess: () => ({ body: { userIds: [] } }),
  setLossReasons: () => ({ body: { lossReasons: ["Price"] } }),
  createCustomField: ({ next }) => ({ body: { name: `Field ${next()}`, fieldType: "text" } }),
  updateCustomField: ({ next }) => ({ body: { name: `Field ${next()}` } }),
  deleteCustomField: ({ client, next }) =>
    only(client.customFields.create({ name: `Field ${next()}`, fieldType: "text" })),

  createContact: () => ({ body: { firstName: "Bia" } }),
  updateContact: () => ({ body: { lastName: "Souza" } }),
  deleteContact: ({ client }) => only(client.contacts.create({ firstName: "Bia" })),
  createCompany: () => ({ body: { name: "Aurora" } }),
  updateCompany: () => ({ body: { name: "Aurora" } }),
  deleteCompany: ({ client }) => only(client.companies.create({ name: "Aurora" })),
  createTag: ({ next }) => ({ body: { name: `Tag ${next()}`, color: "#112233" } }),
  updateTag: ({ next }) => ({ body: { name: `Tag ${next()}`, color: "#112233" } }),
  deleteTag: ({ client, next }) => only(client.tags.create({ name: `Tag ${next()}`, color: "#112233" })),
};

/** The route's good request; an empty one is good where none is given. */
export const goodRequest = async (world: World, id: OperationId): Promise<GoodRequest> =>
  (await GOOD[id]?.(world)) ?? {};
