import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "../../app/testing/api.ts";
import { createReader, incoming, type MetaApi, startMetaApi } from "../../app/testing/conversations.ts";
import { type DealApi, startDealApi } from "../../app/testing/deal-api.ts";
import type { Answer, TestApp } from "../../app/testing/test-app.ts";
import { addAutomation, runsOf } from "../../app/testing/triggers.ts";

let api: DealApi;
let meta: MetaApi;
beforeAll(async () => {
  [api, meta] = await Promise.all([startDealApi(), startMetaApi()]);
});
afterAll(async () => {
  await Promise.all([api.app.close(), meta.app.close()]);
});

const stage = (index: 0 | 1) => api.workspace.stageIds[index];

type Deal = { id: string; seq: number };
/** The events of a change, and what is done before it. */
type Change = [
  name: string,
  before: ((deal: Deal) => Promise<unknown>) | null,
  change: (deal: Deal) => Promise<unknown>,
  types: string[],
];

const patch = (body: () => object) => (deal: Deal) => api.patch(deal.seq, body());
const tag = ({ seq }: Deal) => api.call("POST", `/deals/${seq}/tags`, { json: { tagId: api.workspace.tagId } });
const untag = ({ seq }: Deal) => api.call("DELETE", `/deals/${seq}/tags/${api.workspace.tagId}`);
const tasks = new Map<string, string>();
const addTask = async ({ id, seq }: Deal) => {
  const { body } = await api.call("POST", `/deals/${seq}/tasks`, { json: { title: "Call" } });
  tasks.set(id, body.data.id);
};
const task =
  (change: object) =>
  ({ id, seq }: Deal) =>
    api.call("PATCH", `/deals/${seq}/tasks/${tasks.get(id)}`, { json: change });
const after =
  (...steps: ((deal: Deal) => Promise<unknown>)[]) =>
  async (deal: Deal) => {
    for (const step of steps) await step(deal);
  };

const MOVED = ["deal_updated", "stage_entered", "stage_left"];
const lost = patch(() => ({ stageId: api.lost, lostReason: "Price" }));
const first = patch(() => ({ stageId: stage(0) }));
const second = patch(() => ({ stageId: stage(1) }));

const CHANGES: Change[] = [
  ["a value", null, patch(() => ({ value: 9 })), ["deal_updated"]],
  ["two values at once", null, patch(() => ({ value: 9, notes: "n" })), ["deal_updated"]],
  ["the values that it has", null, patch(() => ({ name: "Kit", value: 0, stageId: stage(0), notes: null })), []],
  [
    "metadata in another order",
    patch(() => ({ metadata: { a: 1, b: { c: 2, d: 3 } } })),
    patch(() => ({ metadata: { b: { d: 3, c: 2 }, a: 1 } })),
    [],
  ],
  ["the name of its contact", null, patch(() => ({ contactName: "Ana Souza" })), []],
  [
    "two custom values",
    null,
    patch(() => ({ customFields: { bill: 5, roof: "metal" } })),
    ["custom_field_changed", "custom_field_changed", "deal_updated"],
  ],
  [
    "a custom value that it has",
    patch(() => ({ customFields: { bill: 5 } })),
    patch(() => ({ customFields: { bill: 5 } })),
    [],
  ],
  [
    "a custom value cleared",
    patch(() => ({ customFields: { bill: 5 } })),
    patch(() => ({ customFields: { bill: null } })),
    ["custom_field_changed", "deal_updated"],
  ],
  ["a custom value cleared that it never had", null, patch(() => ({ customFields: { bill: null } })), []],
  ["a move", null, second, MOVED],
  ["the same move four times at once", null, (deal) => Promise.all([1, 2, 3, 4].map(() => second(deal))), MOVED],
  ["a move to another pipeline", null, patch(() => ({ stageId: api.other.stageId })), MOVED],
  ["winning", null, patch(() => ({ stageId: api.won })), ["deal_updated", "deal_won", "stage_entered", "stage_left"]],
  [
    "winning from another pipeline",
    patch(() => ({ stageId: api.other.stageId })),
    patch(() => ({ stageId: api.won })),
    ["deal_updated", "deal_won", "stage_entered", "stage_left"],
  ],
  [
    "losing what was won",
    patch(() => ({ stageId: api.won })),
    lost,
    ["deal_lost", "deal_updated", "stage_entered", "stage_left"],
  ],
  ["another reason of the loss", lost, patch(() => ({ lostReason: "Time" })), ["deal_updated"]],
  ["opening it again", lost, first, MOVED],
  ["a tag", null, tag, ["tag_added"]],
  ["a tag that it has", tag, tag, []],
  ["a tag taken off", tag, untag, ["tag_removed"]],
  ["a tag taken off that it lacks", null, untag, []],
  ["a task", null, addTask, []],
  ["a task done", addTask, task({ done: true }), ["task_completed"]],
  ["a task done twice", after(addTask, task({ done: true })), task({ done: true }), []],
  ["a task opened again", after(addTask, task({ done: true })), task({ done: false }), []],
  [
    "a task done again",
    after(addTask, task({ done: true }), task({ done: false })),
    task({ done: true }),
    ["task_completed"],
  ],
  [
    "a task done three times at once",
    addTask,
    (deal) => Promise.all([1, 2, 3].map(() => task({ done: true })(deal))),
    ["task_completed"],
  ],
  ["another title of a task", addTask, task({ title: "Visit" }), []],
  ["a note", null, ({ seq }) => api.call("POST", `/deals/${seq}/notes`, { json: { content: "Hi" } }), []],
];

const typesOf = async ({ id }: Deal) => (await api.events(id)).map(({ type }) => type);

describe("the events of a change", () => {
  it("a new deal", async () => {
    expect((await typesOf(await api.make({ name: "Kit" }))).toSorted()).toEqual(["deal_created", "stage_entered"]);
  });

  it.each(CHANGES)("%s", async (_, before, change, types) => {
    const deal = await api.make({ name: "Kit", contactName: "Ana", email: `${randomUUID()}@example.com` });
    await before?.(deal);
    const { length } = await typesOf(deal);
    await change(deal);
    expect((await typesOf(deal)).slice(length).toSorted()).toEqual(types);
  });

  it("deleting a tag or a custom field emits none", async () => {
    const made = expectSuccess(
      "createTag",
      await api.call("POST", "/tags", { json: { name: "Gone", color: "#2277ff" } }),
    );
    const deal = await api.make({ name: "Kit", customFields: { segment: "a" } });
    await api.call("POST", `/deals/${deal.seq}/tags`, { json: { tagId: made.id } });
    const { length } = await typesOf(deal);
    expectSuccess("deleteTag", await api.call("DELETE", `/tags/${made.id}`));
    expectSuccess("deleteCustomField", await api.call("DELETE", `/custom-fields/${api.workspace.customFieldId}`));
    expect((await typesOf(deal)).slice(length)).toEqual([]);
  });

  it("a move to another pipeline lists it among the changes", async () => {
    const { id } = await addAutomation(api, { triggerType: "deal_updated", triggerConfig: { fields: ["pipelineId"] } });
    const deal = await api.make({ name: "Kit" });
    await second(deal);
    await api.patch(deal.seq, { stageId: api.other.stageId });
    const changes = { pipelineId: { from: api.workspace.pipelineId, to: api.other.pipelineId } };
    const about = (await runsOf(api, id)).filter(({ dealId }) => dealId === deal.id);
    expect(about).toMatchObject([{ event: { event: { changes } } }]);
    const lines = await api.activities(deal.id);
    expect(lines.filter(({ field }) => field === "pipelineId")).toEqual([]);
  });
});

const KEPT = ["contacts", "deals", "deal_tags", "tasks", "activities", "messages", "conversations", "events"];

/** All that changes could leave behind. */
async function stateOf({ opened }: TestApp): Promise<unknown[]> {
  const tables = KEPT.map((table) => sql.raw(`select * from ${table} as kept order by kept::text`).execute(opened.db));
  return (await Promise.all(tables)).map(({ rows }) => rows);
}

/** While `change` is made, no event can be written. */
async function withoutEvents({ opened: { db } }: TestApp, change: () => Promise<unknown>): Promise<void> {
  await sql`
    create function refuse_event() returns trigger language plpgsql as $$ begin raise 'no event'; end $$`.execute(db);
  await sql`create trigger refuse_event before insert on events for each row execute function refuse_event()`.execute(
    db,
  );
  try {
    await change();
  } finally {
    await sql`drop function refuse_event cascade`.execute(db);
  }
}

const send = (method: string, path: string, json: object = {}) => api.call(method, path, { json });

describe("a change is rolled back when its event cannot be written", () => {
  it.each<[string, ((deal: Deal) => Promise<unknown>) | null, (deal: Deal) => Promise<Answer>]>([
    ["a new deal", null, () => send("POST", "/deals", { name: "New", phone: "+5511900009999" })],
    ["a value", null, ({ seq }) => send("PATCH", `/deals/${seq}`, { value: 7 })],
    ["a move", null, ({ seq }) => send("PATCH", `/deals/${seq}`, { stageId: stage(1) })],
    ["a tag", null, ({ seq }) => send("POST", `/deals/${seq}/tags`, { tagId: api.workspace.tagId })],
    ["a tag taken off", tag, ({ seq }) => send("DELETE", `/deals/${seq}/tags/${api.workspace.tagId}`)],
    ["a task done", addTask, ({ id, seq }) => send("PATCH", `/deals/${seq}/tasks/${tasks.get(id)}`, { done: true })],
  ])("%s", async (_, before, change) => {
    const deal = await api.make({ name: "Kit" });
    await before?.(deal);
    const state = await stateOf(api.app);
    await withoutEvents(api.app, async () => expect((await change(deal)).status).toBe(500));
    expect(await stateOf(api.app)).toEqual(state);
    expect((await change(deal)).status).toBeLessThan(300);
  });

  it("a message", async () => {
    const reader = createReader(meta);
    const state = await stateOf(meta.app);
    const message = incoming("5511900002222", { type: "text", text: { body: "Hi" } });
    await withoutEvents(meta.app, () => reader.received(message));
    expect(await stateOf(meta.app)).toEqual(state);
  });
});
