import type { KnownTriggerType } from "@trilho/engine/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { INSTAGRAM_ID } from "../channels/testing/meta-server.ts";
import { createReader, incoming, type MetaApi, startMetaApi } from "./testing/conversations.ts";
import { type DealApi, startDealApi } from "./testing/deal-api.ts";
import { addAutomation, runsOf } from "./testing/triggers.ts";

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
