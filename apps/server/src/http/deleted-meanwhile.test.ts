import type { Client } from "@trilho/api-client";
import { FEATURES, ROUTES, type OperationId, type Route } from "@trilho/contract";
import { Client as Connection } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addChannel } from "./testing/conversations.ts";
import { clientOf } from "./testing/full-workspace.ts";
import { automationBody, webhookGraph } from "./testing/graphs.ts";
import { addDelivery, addRun } from "./testing/runs.ts";
import { startTestApp, type TestApp } from "./testing/test-app.ts";
import type { TestWorkspace } from "./testing/workspace.ts";

/*
 * What a request names is deleted between its look and its writing: the deletion holds the row, the request comes to it
 * and waits, the deletion commits. The answer is that of a resource which never was.
 */

let app: TestApp;
let workspace: TestWorkspace;
let key: string;
let client: Client;
/** Whose transaction deletes. */
let deleting: Connection;
let counter = 0;
beforeAll(async () => {
  app = await startTestApp();
  workspace = await app.workspace([...FEATURES]);
  key = await workspace.addKey();
  client = clientOf(app, key);
  await addChannel({ app, workspace });
  deleting = new Connection({ connectionString: app.opened.url ?? "" });
  await deleting.connect();
});
afterAll(async () => {
  await deleting.end();
  await app.close();
});

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
interface Naming {
  table: Table;
  id: string;
  path?: Readonly<Record<string, string | number>>;
  json?: object;
}

const next = (): number => ++counter;
const phoneOf = (number: number): string => `+551195555${String(1000 + number)}`;
const HOUR = { startsAt: "2026-06-01T12:00:00Z", endsAt: "2026-06-01T13:00:00Z" };
const STEPS = [{ dayNumber: 1, channel: "research" as const }];

async function stage(): Promise<string> {
  const name = `Stage ${next()}`;
  const { stages } = await client.pipelines.createStage(1, { name });
  return stages.find((each) => each.name === name)?.id ?? "";
}
const company = async () => (await client.companies.create({ name: `Company ${next()}` })).id;
const tag = async () => (await client.tags.create({ name: `Tag ${next()}`, color: "#ff8800" })).id;
const field = async () => (await client.customFields.create({ name: `Field ${next()}`, fieldType: "number" })).id;
const deal = async () => (await client.deals.create({ name: `Deal ${next()}` })).seq;
const task = async (seq: number) => (await client.deals.createTask(seq, { title: "Call" })).id;
const note = async (seq: number) => (await client.deals.createNote(seq, { content: "x" })).id;
const meeting = async () => (await client.calendar.create({ ...HOUR, title: "Visit" })).id;
const cadenceBody = () => ({ name: `Cadence ${next()}`, pipelineId: workspace.pipelineId, active: true, steps: STEPS });
const cadence = async () => (await client.cadences.create(cadenceBody())).id;

async function contact(): Promise<{ id: string; phone: string }> {
  const phone = phoneOf(next());
  const { id } = await client.contacts.create({ firstName: "Bia", phone });
  return { id, phone };
}

async function automation(): Promise<string> {
  const body = automationBody({ name: `Automation ${next()}`, enabled: true, graphDefinition: webhookGraph() });
  return (await client.automations.create(body as unknown as Parameters<Client["automations"]["create"]>[0])).id;
}

async function conversation(): Promise<Naming> {
  const { id, phone } = await contact();
  const { conversationId } = await client.conversations.sendMessage({ to: phone, text: "Hi" });
  return { table: "contacts", id, path: { conversationKey: conversationId } };
}

async function run(status: string): Promise<Naming> {
  const id = await automation();
  const { id: dealId } = await client.deals.get(await deal());
  const runId = await addRun(app, workspace, id, dealId, { status });
  const deliveryId = await addDelivery(app, workspace, runId, "http://127.0.0.1:9/");
  return { table: "automations", id, path: { id, runId, deliveryId } };
}

/** The resource of the path itself. */
const itself = (table: Table, make: () => Promise<string>, json?: () => object) => async (): Promise<Naming> => {
  const id = await make();
  return { table, id, path: { id }, ...(json !== undefined && { json: json() }) };
};

/** What a body names under `name`. */
const named =
  (table: Table, make: () => Promise<string>, json: (id: string) => object, path?: () => Promise<object>) =>
  async (): Promise<Naming> => {
    const id = await make();
    return { table, id, json: json(id), path: { ...(await path?.()) } };
  };

const ofDeal = async () => ({ seq: await deal() });
const onPipeline = async () => ({ seq: 1 });
const withAutomation = async () => ({ id: await automation() });
const scoped = (stageId: string) => automationBody({ scope: "stage", stageId, name: `Automation ${next()}` });

/**
 * Each operation, what it names, and its answer when that is deleted meanwhile: a success where the deletion does not
 * hold it up, so that it was done before.
 */
const CASES: readonly (readonly [OperationId, what: string, status: number, () => Promise<Naming>])[] = [
  ["createDeal", "stageId", 400, named("stages", stage, (stageId) => ({ stageId }))],
  ["createDeal", "companyId", 400, named("companies", company, (companyId) => ({ companyId, name: "x" }))],
  [
    "createDeal",
    "phone",
    201,
    async () => {
      const { id, phone } = await contact();
      return { table: "contacts", id, json: { phone } };
    },
  ],
  ["updateDeal", "stageId", 400, named("stages", stage, (stageId) => ({ stageId }), ofDeal)],
  ["updateDeal", "companyId", 400, named("companies", company, (companyId) => ({ companyId }), ofDeal)],
  [
    "updateDeal",
    "phone",
    200,
    async () => {
      const { id, phone } = await contact();
      return { table: "contacts", id, json: { phone }, path: await ofDeal() };
    },
  ],
  ["addDealTag", "tagId", 400, named("tags", tag, (tagId) => ({ tagId }), ofDeal)],
  [
    "removeDealTag",
    "tagId",
    404,
    async () => {
      const [id, seq] = [await tag(), await deal()];
      await client.deals.addTag(seq, { tagId: id });
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
      async () => ({ id: (await contact()).id }),
    ),
  ],
  [
    "updateContact",
    "id",
    404,
    itself(
      "contacts",
      async () => (await contact()).id,
      () => ({ firstName: "Rui" }),
    ),
  ],
  ["deleteContact", "id", 404, itself("contacts", async () => (await contact()).id)],
  ["deleteContactAvatar", "id", 404, itself("contacts", async () => (await contact()).id)],
  ["updateCompany", "id", 404, itself("companies", company, () => ({ name: "Other" }))],
  ["deleteCompany", "id", 404, itself("companies", company)],
  [
    "createMeeting",
    "contactId",
    400,
    async () => {
      const { id } = await contact();
      return { table: "contacts", id, json: { ...HOUR, title: "Visit", contactId: id } };
    },
  ],
  [
    "updateMeeting",
    "contactId",
    400,
    async () => {
      const { id } = await contact();
      return { table: "contacts", id, json: { contactId: id }, path: { id: await meeting() } };
    },
  ],
  ["updateMeeting", "id", 404, itself("meetings", meeting, () => ({ title: "Later" }))],
  ["deleteMeeting", "id", 404, itself("meetings", meeting)],
  [
    "sendConversationMessage",
    "to",
    201,
    async () => {
      const { id, phone } = await contact();
      return { table: "contacts", id, json: { to: phone, text: "Hi" } };
    },
  ],
  [
    "sendMessage",
    "to",
    201,
    async () => {
      const { id, phone } = await contact();
      return { table: "contacts", id, json: { to: phone, text: "Hi" } };
    },
  ],
  ["updateConversation", "conversationKey", 404, async () => ({ ...(await conversation()), json: { closed: true } })],
  ["markConversationRead", "conversationKey", 200, conversation],
  ["enrollInCadence", "cadenceId", 404, named("cadences", cadence, (cadenceId) => ({ cadenceId }), ofDeal)],
  ["createCadence", "stageId", 201, named("stages", stage, (stageId) => ({ ...cadenceBody(), stageId }))],
  [
    "replaceCadence",
    "stageId",
    200,
    named(
      "stages",
      stage,
      (stageId) => ({ ...cadenceBody(), stageId }),
      async () => ({ id: await cadence() }),
    ),
  ],
  ["replaceCadence", "id", 404, itself("cadences", cadence, cadenceBody)],
  ["deleteCadence", "id", 404, itself("cadences", cadence)],
  ["createAutomation", "stageId", 201, named("stages", stage, scoped)],
  ["replaceAutomation", "stageId", 200, named("stages", stage, scoped, withAutomation)],
  ["replaceAutomation", "id", 404, itself("automations", automation, automationBody)],
  ["setAutomationEnabled", "id", 404, itself("automations", automation, () => ({ enabled: false }))],
  ["deleteAutomation", "id", 404, itself("automations", automation)],
  [
    "tryAutomation",
    "id",
    201,
    async () => {
      const id = await automation();
      return { table: "automations", id, path: { id }, json: { dealSeq: await deal() } };
    },
  ],
  ["retryAutomationRun", "id", 200, () => run("failed")],
  ["cancelAutomationRun", "id", 200, () => run("waiting")],
  ["updatePipeline", "exitStageId", 200, named("stages", stage, (exitStageId) => ({ exitStageId }), onPipeline)],
  [
    "updatePipeline",
    "attendanceQueueStageId",
    200,
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
      async () => ({ seq: 1, field: await field() }),
    ),
  ],
  [
    "updatePipelineField",
    "field",
    200,
    async () => {
      const id = await field();
      return { table: "custom_fields", id, path: { seq: 1, field: id }, json: { isVisible: false } };
    },
  ],
  [
    "createStage",
    "requiredMilestoneFieldId",
    201,
    named("custom_fields", field, (id) => ({ name: `Stage ${next()}`, requiredMilestoneFieldId: id }), onPipeline),
  ],
  [
    "updateStage",
    "requiredMilestoneFieldId",
    200,
    named(
      "custom_fields",
      field,
      (id) => ({ requiredMilestoneFieldId: id }),
      async () => ({
        seq: 1,
        stageId: await stage(),
      }),
    ),
  ],
  [
    "updateStage",
    "stageId",
    200,
    async () => {
      const id = await stage();
      return { table: "stages", id, path: { seq: 1, stageId: id }, json: { name: `Stage ${next()}` } };
    },
  ],
  [
    "deleteStage",
    "stageId",
    404,
    async () => {
      const id = await stage();
      return { table: "stages", id, path: { seq: 1, stageId: id } };
    },
  ],
  ["updateCustomField", "id", 200, itself("custom_fields", field, () => ({ name: "Other" }))],
  ["deleteCustomField", "id", 404, itself("custom_fields", field)],
  [
    "updateNote",
    "noteId",
    404,
    async () => {
      const seq = await deal();
      const id = await note(seq);
      return { table: "notes", id, path: { seq, noteId: id }, json: { content: "y" } };
    },
  ],
  [
    "deleteNote",
    "noteId",
    404,
    async () => {
      const seq = await deal();
      const id = await note(seq);
      return { table: "notes", id, path: { seq, noteId: id } };
    },
  ],
  [
    "updateTask",
    "taskId",
    404,
    async () => {
      const seq = await deal();
      const id = await task(seq);
      return { table: "tasks", id, path: { seq, taskId: id }, json: { done: true } };
    },
  ],
  [
    "deleteTask",
    "taskId",
    404,
    async () => {
      const seq = await deal();
      const id = await task(seq);
      return { table: "tasks", id, path: { seq, taskId: id } };
    },
  ],
];

const addressOf = (route: Route, path: Naming["path"] = {}): string =>
  `/api/v1${route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(path[name]))}`;

/** Resolves when somebody waits for a row of the deletion, or the request is answered without. */
async function untilReached(asked: Promise<unknown>): Promise<void> {
  let isAnswered = false;
  const answered = asked.finally(() => (isAnswered = true));
  const isWaiting = async (): Promise<boolean> => {
    const { rowCount } = await deleting.query(
      "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return isAnswered || rowCount !== 0;
  };
  await expect.poll(isWaiting, { timeout: 30_000, interval: 5 }).toBe(true);
  if (isAnswered) await answered;
}

describe("what a request names is deleted at the same moment", () => {
  it.each(CASES)("%s, %s: %i", async (id, _, status, make) => {
    const { table, id: doomed, path, json } = await make();
    const route: Route = ROUTES[id];
    await deleting.query("begin");
    const deleted = await deleting.query(`delete from ${table} where workspace_id = $1 and id = $2`, [
      workspace.id,
      doomed,
    ]);
    expect(deleted.rowCount).toBe(1);
    const asked = app.call(route.method, addressOf(route, path), { key, ...(json !== undefined && { json }) });
    await untilReached(asked);
    await deleting.query("commit");
    const answer = await asked;
    const { error = null, code = null } = answer.body;
    expect({ status: answer.status, error, code }).toEqual({
      status,
      error: status < 400 ? null : expect.any(String),
      code: status < 400 ? null : status === 400 ? "VALIDATION_ERROR" : "NOT_FOUND",
    });
  });

  /** Names in paths and bodies of what another request can delete. */
  const DELETABLE =
    /^(?:id|stageId|companyId|contactId|tagId|cadenceId|noteId|taskId|conversationKey|field|to|exitStageId|attendanceQueueStageId|requiredStageIds|requiredMilestoneFieldId)$/;
  /** What they name belongs to what is named beside it, or is never deleted by anybody. */
  const OTHERWISE: ReadonlySet<string> = new Set([
    // Tasks of cadences are there as long as their deal, which nothing deletes.
    "executeCadenceTask.taskId",
    "completeCadenceTask.taskId",
    "skipCadenceTask.taskId",
    // Answers what would be sent, and writes nothing.
    "testAutomation.id",
    // It reaches out before it writes; the run's automation is only read.
    "resendWebhookDelivery.id",
    // Files are sent as multipart; as `deleteContactAvatar`.
    "setContactAvatar.id",
    // A new pipeline has no stages yet, and refuses any.
    "createPipeline.attendanceQueueStageId",
  ]);

  it("is asked of every operation that names something which can be deleted", () => {
    const asked = new Set(CASES.map(([id, what]) => `${id}.${what}`));
    const naming = Object.entries<Route>(ROUTES)
      .filter(([, { method }]) => method !== "GET")
      .flatMap(([id, { params, body }]) =>
        [params, body].flatMap((schema) =>
          Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
            .filter((name) => DELETABLE.test(name))
            .map((name) => `${id}.${name}`),
        ),
      );
    expect(naming.filter((name) => !asked.has(name) && !OTHERWISE.has(name))).toEqual([]);
  });
});
