import type { KnownTriggerType } from "@trilho/engine/contract";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type DealApi, startDealApi } from "../../app/testing/deal-api.ts";
import { addAutomation, runsOf } from "../../app/testing/triggers.ts";

let api: DealApi;
beforeAll(async () => {
  api = await startDealApi();
});
afterAll(() => api.app.close());

// Runs that nobody continues would block those of the next test, and its events would start the automations of this one.
afterEach(async () => {
  const { db } = api.app.opened;
  await db.deleteFrom("runs").execute();
  await db.deleteFrom("automations").execute();
  await db.updateTable("events").set({ dispatched_at: new Date() }).execute();
});

/** A change of a deal, with trigger settings that match it and settings that do not. */
interface Case {
  type: KnownTriggerType;
  fitting: () => object;
  excluding: () => object;
  /** Returns the id of its deal. */
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
  it.each(CASES)(
    "$type starts the automations that match it, and no others",
    async ({ type, fitting, excluding, happens }) => {
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
    },
  );

  it("matches the stage where it happened, wherever the deal is by the time it is dispatched", async () => {
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

  it("starts nothing in another workspace", async () => {
    const elsewhere = await api.app.workspace();
    const key = await elsewhere.addKey();
    const owned: Parameters<typeof addAutomation>[0] = {
      app: api.app,
      call: (method, path, init) => api.call(method, path, { key, ...init }),
    };
    const silent = [];
    for (const { type } of CASES) silent.push(await addAutomation(owned, { triggerType: type }));
    for (const { happens } of CASES) await happens();
    for (const { id } of silent) expect(await runsOf(api, id)).toEqual([]);
  });
});
