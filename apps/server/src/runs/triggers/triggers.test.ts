import { randomUUID } from "node:crypto";
import type { KnownTriggerType } from "@trilho/engine/contract";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID } from "../../channels/testing/meta-server.ts";
import { expectSuccess } from "../../app/testing/api.ts";
import { createReader, incoming, type MetaApi, startMetaApi } from "../../app/testing/conversations.ts";
import { type DealApi, startDealApi } from "../../app/testing/deal-api.ts";
import type { Answer, TestApp } from "../../app/testing/test-app.ts";
import { addAutomation, runsOf } from "../../app/testing/triggers.ts";

let api: DealApi;
let meta: MetaApi;
/** Of the same workspace, by one who may make automations. */
let owner: Parameters<typeof addAutomation>[0];
beforeAll(async () => {
  [api, meta] = await Promise.all([startDealApi(), startMetaApi()]);
  const key = await meta.workspace.addKey();
  owner = { app: meta.app, call: (method, path, init) => meta.call(method, path, { key, ...init }) };
});
afterAll(async () => {
  await Promise.all([api.app.close(), meta.app.close()]);
});

// Runs that nobody takes further would hold up those of the next test, and its events would start automations of this one.
afterEach(async () => {
  for (const { opened } of [api.app, meta.app]) {
    await opened.db.deleteFrom("runs").execute();
    await opened.db.deleteFrom("automations").execute();
    await opened.db.updateTable("events").set({ dispatched_at: new Date() }).execute();
  }
});

/** What happens to a deal, what of it an automation may ask for, and what it may not. */
interface Case {
  type: KnownTriggerType;
  /** Settings that let it through, and settings that do not. */
  fitting: () => object;
  excluding: () => object;
  /** Answers the id of the deal that it happened to. */
  happens: () => Promise<string>;
}

const moved = async (stageId: () => string, more: object = {}): Promise<string> => {
  const { id, seq } = await api.make({ name: "Solar kit" });
  await api.patch(seq, { stageId: stageId(), ...more });
  return id;
};
const stage = (index: 0 | 1) => api.workspace.stageIds[index];

const tagged = async (remove: boolean): Promise<string> => {
  const { id, seq } = await api.make({ name: "Solar kit" });
  await api.call("POST", `/deals/${seq}/tags`, { json: { tagId: api.workspace.tagId } });
  if (remove) await api.call("DELETE", `/deals/${seq}/tags/${api.workspace.tagId}`);
  return id;
};

const CASES: Case[] = [
  {
    type: "deal_created",
    fitting: () => ({ source: "api" }),
    excluding: () => ({ source: "webhook" }),
    happens: async () => (await api.make({ name: "Solar kit" })).id,
  },
  {
    type: "deal_updated",
    fitting: () => ({ fields: ["value"] }),
    excluding: () => ({ fields: ["notes"] }),
    happens: async () => {
      const { id, seq } = await api.make({ name: "Solar kit" });
      await api.patch(seq, { value: 900 });
      return id;
    },
  },
  {
    type: "stage_entered",
    fitting: () => ({ stageId: stage(1), fromStageId: stage(0) }),
    excluding: () => ({ stageId: stage(1), fromStageId: api.won }),
    happens: () => moved(() => stage(1)),
  },
  {
    type: "stage_left",
    fitting: () => ({ stageId: stage(0), toStageId: stage(1) }),
    excluding: () => ({ stageId: stage(1) }),
    happens: () => moved(() => stage(1)),
  },
  {
    type: "deal_won",
    fitting: () => ({}),
    excluding: () => ({ filter: { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 1 }] } }),
    happens: () => moved(() => api.won),
  },
  {
    type: "deal_lost",
    fitting: () => ({ lostReasons: ["Price"] }),
    excluding: () => ({ lostReasons: ["Time"] }),
    happens: () => moved(() => api.lost, { lostReason: "Price" }),
  },
  {
    type: "tag_added",
    fitting: () => ({ tagIds: [api.workspace.tagId] }),
    excluding: () => ({ tagIds: ["another"] }),
    happens: () => tagged(false),
  },
  {
    type: "tag_removed",
    fitting: () => ({ tagIds: [api.workspace.tagId] }),
    excluding: () => ({ tagIds: ["another"] }),
    happens: () => tagged(true),
  },
  {
    type: "custom_field_changed",
    fitting: () => ({ fieldSlug: "bill", value: "250" }),
    excluding: () => ({ fieldSlug: "roof" }),
    happens: async () => {
      const { id, seq } = await api.make({ name: "Solar kit" });
      await api.patch(seq, { customFields: { bill: 250 } });
      return id;
    },
  },
  {
    type: "task_completed",
    fitting: () => ({}),
    excluding: () => ({ assigneeUserId: "somebody else" }),
    happens: async () => {
      const { id, seq } = await api.make({ name: "Solar kit" });
      const task = await api.call("POST", `/deals/${seq}/tasks`, { json: { title: "Call" } });
      await api.call("PATCH", `/deals/${seq}/tasks/${task.body.data.id}`, { json: { done: true } });
      return id;
    },
  },
];

describe("something that happens to a deal", () => {
  it.each(CASES)("$type starts what asks for it, and nothing else", async ({ type, fitting, excluding, happens }) => {
    const { pipelineId } = api.workspace;
    const here = await addAutomation(api, { triggerType: type, triggerConfig: fitting() });
    const scoped = await addAutomation(api, {
      triggerType: type,
      triggerConfig: fitting(),
      scope: "pipeline",
      pipelineId,
    });
    const silent = [
      await addAutomation(api, { triggerType: type, triggerConfig: excluding() }),
      await addAutomation(api, { triggerType: type, scope: "pipeline", pipelineId: api.other.pipelineId }),
      await addAutomation(api, { triggerType: type, triggerConfig: fitting(), enabled: false }),
      await addAutomation(api, { triggerType: "deal_idle" }),
    ];
    const dealId = await happens();
    for (const { id } of [here, scoped]) expect(await runsOf(api, id)).toMatchObject([{ dealId, type }]);
    for (const { id } of silent) expect(await runsOf(api, id)).toEqual([]);
  });

  it("counts where it happened, wherever the deal is once its automations are looked for", async () => {
    const scope = { scope: "stage", stageId: stage(0) };
    const tag = await addAutomation(api, { triggerType: "tag_added", ...scope });
    const left = await addAutomation(api, { triggerType: "stage_left", ...scope });
    const { id: dealId, seq } = await api.make({ name: "Solar kit" });
    await api.call("POST", `/deals/${seq}/tags`, { json: { tagId: api.workspace.tagId } });
    await api.patch(seq, { stageId: api.other.stageId });
    for (const { id } of [tag, left]) expect(await runsOf(api, id)).toMatchObject([{ dealId }]);
  });

  it("starts nothing once the deal is gone", async () => {
    const { id } = await addAutomation(api, { triggerType: "deal_created" });
    const deal = await api.make({ name: "Gone" });
    await api.app.opened.db.deleteFrom("deals").where("id", "=", deal.id).execute();
    expect((await runsOf(api, id)).filter(({ dealId }) => dealId === deal.id)).toEqual([]);
  });
});

type Deal = { id: string; seq: number };
/** What a change tells automations, after what was done before it. */
type Told = [
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

const TOLD: Told[] = [
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

describe("what a change tells automations", () => {
  it("a new deal is made, and enters its stage", async () => {
    expect((await typesOf(await api.make({ name: "Kit" }))).toSorted()).toEqual(["deal_created", "stage_entered"]);
  });

  it.each(TOLD)("%s", async (_, before, change, types) => {
    const deal = await api.make({ name: "Kit", contactName: "Ana", email: `${randomUUID()}@example.com` });
    await before?.(deal);
    const { length } = await typesOf(deal);
    await change(deal);
    expect((await typesOf(deal)).slice(length).toSorted()).toEqual(types);
  });

  it("a tag or a field that leaves the catalogue was taken off no deal by anybody", async () => {
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

  it("a move to another pipeline names it among what changed", async () => {
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

  it("nothing to those of another workspace", async () => {
    const elsewhere = await api.app.workspace();
    const key = await elsewhere.addKey();
    const owned: typeof owner = {
      app: api.app,
      call: (method, path, init) => api.call(method, path, { key, ...init }),
    };
    const silent = [];
    for (const { type } of CASES) silent.push(await addAutomation(owned, { triggerType: type }));
    for (const { happens } of CASES) await happens();
    for (const { id } of silent) expect(await runsOf(api, id)).toEqual([]);
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

/** Not through the proxy, which expects no failure. */
const send = (method: string, path: string, json: object = {}) => api.call(method, path, { raw: JSON.stringify(json) });

describe("a change is not made without its event", () => {
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

const onMessage = (triggerConfig: object) => addAutomation(owner, { triggerType: "message_received", triggerConfig });
const onComment = (triggerConfig: object) => addAutomation(owner, { triggerType: "instagram_comment", triggerConfig });

describe("something that a contact writes", () => {
  it("a message starts what listens to its channel and its words", async () => {
    const reader = createReader(meta);
    const [any, asked, otherWords, otherChannel] = [
      await onMessage({}),
      await onMessage({ channelId: meta.whatsappId, keywords: ["Preço", "valor"] }),
      await onMessage({ keywords: ["cancel"] }),
      await onMessage({ channelId: meta.instagramId }),
    ];
    await reader.received(incoming("5511900001111", { type: "text", text: { body: "Qual o PRECO?" } }));
    for (const { id } of [any, asked]) {
      expect(await runsOf(meta, id)).toMatchObject([
        { dealId: null, event: { message: { text: "Qual o PRECO?", direction: "inbound" } } },
      ]);
    }
    for (const { id } of [otherWords, otherChannel]) expect(await runsOf(meta, id)).toEqual([]);
  });

  it("a comment starts what listens to its post and its words", async () => {
    const reader = createReader(meta);
    const [any, asked, otherPost, otherWords] = [
      await onComment({}),
      await onComment({ mediaId: "m-1", keywords: ["quero"] }),
      await onComment({ mediaId: "m-2" }),
      await onComment({ keywords: ["cancel"] }),
    ];
    const value = { id: "9001", from: { id: "777", username: "ana.souza" }, media: { id: "m-1" }, text: "Eu quero!" };
    await reader.received({
      object: "instagram",
      entry: [{ id: INSTAGRAM_ID, time: 1, changes: [{ field: "comments", value }] }],
    });
    for (const { id } of [any, asked])
      expect(await runsOf(meta, id)).toMatchObject([{ event: { event: { commentId: "9001" } } }]);
    for (const { id } of [otherPost, otherWords]) expect(await runsOf(meta, id)).toEqual([]);
  });
});
