import { randomUUID } from "node:crypto";
import type { DealTimelineEntry } from "@trilho/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { GraphNode } from "@trilho/engine";
import { expectSuccess } from "../../app/testing/api.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { addRun } from "../../app/testing/runs.ts";
import type { MemberOptions } from "../../app/testing/workspace.ts";
import { addDeal, off } from "../testing/acting.ts";
import { chain, pause } from "../testing/graphs.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
let automationId: string;
let deal: { id: string; seq: number };

/** A deal that an automation tagged and told another system of, and whose responsible it could not change. */
beforeAll(async () => {
  world = await startWorld();
  const graphDefinition = chain(
    { type: "action", actionType: "add_tag", config: { tagIds: [world.workspace.tagId] } },
    {
      type: "action",
      actionType: "webhook",
      config: { url: world.receiver.url, secret: "top", label: "Tell the ERP" },
    },
    { type: "action", actionType: "assign_responsible", config: { userId: "nobody" } },
  );
  const json = { name: "Welcome", enabled: true, triggerType: "deal_created", graphDefinition };
  automationId = (await world.call("POST", "/automations", { json })).body.data.id;
  deal = await addDeal(world);
  await world.work();
});
afterAll(() => world.close());

async function read(query = "", key?: string, seq = deal.seq): Promise<DealTimelineEntry[]> {
  const answer = await world.call("GET", `/deals/${seq}/timeline${query}`, key === undefined ? {} : { key });
  return expectSuccess("listDealTimeline", answer).items;
}

/** What an entry says, in a line. */
const lineOf = ({ kind, activity, effect, change, run, node }: DealTimelineEntry): string =>
  [
    kind,
    activity?.type ?? effect?.actionType ?? change?.why.code,
    effect && (effect.ok ? "ok" : "failed"),
    run?.automation.name,
    node?.id,
  ]
    .filter((part) => part !== null && part !== undefined)
    .join(" ");
const linesOf = (entries: readonly DealTimelineEntry[]): string[] => entries.map(lineOf).toSorted();

const HISTORY = ["activity DEAL_CREATED", "activity TAG_ADDED Welcome n0"];
const ALL = [...HISTORY, "effect assign_responsible failed Welcome n2", "effect webhook ok Welcome n1", "run Welcome"];

/** A deal that was changed once, in several fields: which, as its history has them. */
async function changedFields(): Promise<string[]> {
  const { seq } = await addDeal(world);
  const json = {
    name: "Renamed",
    value: 7,
    closeProbability: 30,
    currency: "USD",
    expectedCloseAt: "2027-01-01T00:00:00Z",
  };
  await world.call("PATCH", `/deals/${seq}`, { json });
  await world.work();
  const entries = await read("?limit=100", undefined, seq);
  return entries.flatMap(({ activity }) => activity?.field ?? []);
}

describe("a deal's timeline", () => {
  it("has its history, its runs, and what their steps did beside it, each with run and step", async () => {
    const entries = await read();
    expect(linesOf(entries)).toEqual(ALL);
    const instants = entries.map(({ at }) => at);
    expect(instants).toEqual(instants.toSorted().toReversed());
    const run = entries.find(({ kind }) => kind === "run")?.run;
    expect(run).toMatchObject({ status: "failed", automation: { id: automationId }, deal: { seq: deal.seq } });
    expect(new Set(entries.flatMap((entry) => entry.run?.runId ?? []))).toEqual(new Set([run?.runId]));
    const failed = entries.find(({ effect }) => effect?.ok === false);
    expect(failed?.effect?.error).toContain("not an active member");
  });

  it("tells no credentials of a step", async () => {
    const [webhook] = (await read()).filter(({ effect }) => effect?.actionType === "webhook");
    expect(webhook?.node?.config).toEqual({ url: world.receiver.url, label: "Tell the ERP" });
    expect(JSON.stringify(webhook)).not.toContain("top");
  });

  it.each<[string, MemberOptions, string[]]>([
    ["who may see automations", { role: "member" }, ALL],
    ["who may not", { role: "member", deny: ["automations.view"] }, ["activity DEAL_CREATED", "activity TAG_ADDED"]],
  ])("shows to those %s what is theirs to see", async (_, member, expected) => {
    expect(linesOf(await read("", await world.workspace.addKey(member)))).toEqual(expected);
  });

  it("is not there for who may not see the deal, or where there is none", async () => {
    const key = await world.workspace.addKey({ role: "member", visibility: "own" });
    expect((await world.call("GET", `/deals/${deal.seq}/timeline`, { key })).status).toBe(404);
    expect((await world.call("GET", "/deals/999999/timeline")).status).toBe(404);
  });

  it("comes page by page, nothing twice and nothing left out, even of one instant", async () => {
    const other = await addDeal(world);
    await world.work();
    const at = new Date();
    for (let index = 0; index < 5; index += 1) {
      await addRun(world.app, world.workspace, automationId, other.id, { created_at: at });
      await addLine(other.id, at);
    }
    const whole = await read("?limit=100", undefined, other.seq);
    expect(whole).toHaveLength(ALL.length + 10);
    const paged: DealTimelineEntry[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const path = `/deals/${other.seq}/timeline?limit=2${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = expectSuccess("listDealTimeline", await world.call("GET", path));
      paged.push(...page.items);
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(whole);
    const { nextCursor } = expectSuccess(
      "listDealTimeline",
      await world.call("GET", `/deals/${other.seq}/timeline?limit=2`),
    );
    const elsewhere = `/deals/${deal.seq}/timeline?cursor=${encodeURIComponent(nextCursor)}`;
    expect((await world.call("GET", elsewhere)).status).toBe(400);
  });

  it("has what one change did in the order in which it was done, each time", async () => {
    const [first = [], ...others] = [await changedFields(), await changedFields(), await changedFields()];
    expect(first).toHaveLength(5);
    expect(others).toEqual([first, first]);
  });

  it("names no run of a deal that the member may not see", async () => {
    const theirs = await addDeal(world);
    await world.work();
    const hidden = (await read()).find(({ kind }) => kind === "run")?.run?.runId;
    await addLine(theirs.id, new Date(), hidden);
    const key = await world.workspace.addKey({ role: "member", visibility: "own" });
    const { db } = world.app.opened;
    const { id } = await db
      .selectFrom("members")
      .select("id")
      .where("workspace_id", "=", world.workspace.id)
      .where("visibility", "=", "own")
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    await db.updateTable("deals").set({ responsible_user_id: id }).where("id", "=", theirs.id).execute();
    const [newest] = await read("", key, theirs.seq);
    expect(newest).toMatchObject({
      activity: { type: "NOTE_CREATED", step: { runId: hidden } },
      run: null,
      node: null,
    });
  });

  it("tells what somebody did to a run, also when its automation is gone", async () => {
    const json = { name: "Slow", enabled: true, triggerType: "deal_created", graphDefinition: chain(pause) };
    const { id } = (await world.call("POST", "/automations", { json })).body.data;
    const own = await addDeal(world);
    await world.work();
    const slow = (await read("", undefined, own.seq)).find(({ run }) => run?.automation.name === "Slow");
    await world.call("POST", `/automations/${id}/runs/${slow?.run?.runId}/cancel`);
    const [newest] = await read("", undefined, own.seq);
    expect(newest).toMatchObject({
      kind: "change",
      change: { to: "cancelled", why: { code: "cancelled-by-hand" }, by: { type: "user" } },
      run: { runId: slow?.run?.runId, status: "cancelled" },
      node: null,
    });
    await world.call("DELETE", `/automations/${id}`);
    expect(linesOf(await read("", undefined, own.seq))).toEqual([...ALL, "change cancelled-by-hand"].toSorted());
  });

  it("keeps the lines of an automation that was deleted", async () => {
    const json = { name: "Short", enabled: true, triggerType: "deal_created", graphDefinition: chain() };
    const { id } = (await world.call("POST", "/automations", { json })).body.data;
    const own = await addDeal(world);
    await world.work();
    expect(linesOf(await read("", undefined, own.seq))).toContain("run Short");
    await world.call("DELETE", `/automations/${id}`);
    expect(linesOf(await read("", undefined, own.seq))).toEqual(ALL);
  });
});

const start: GraphNode = { id: "start", type: "trigger" };
const action = (body: Omit<GraphNode, "type">): GraphNode => ({ type: "action", ...body });
const wait = (id: string): GraphNode => ({ id, type: "wait", config: { delaySeconds: 172_800 } });

describe("what a deal's timeline tells, newest first", () => {
  let alone: World;
  beforeAll(async () => {
    alone = await startWorld({ isConnected: false });
    await addChannel(alone, { phoneNumberId: null });
  });
  afterAll(() => alone.close());

  /** Steps of one tick whose ids, in alphabetical order, would tell it backwards. */
  const deeds = (): Omit<GraphNode, "type">[] => [
    { id: "w", actionType: "add_tag", config: { tagIds: [alone.workspace.tagId] } },
    { id: "v", actionType: "stop_automations", config: {} },
    { id: "u", actionType: "remove_tag", config: { tagIds: [alone.workspace.tagId] } },
    { id: "t", actionType: "assign_responsible", config: { userId: "nobody" } },
  ];

  /** What its steps did, and answers to them, each as what it is and its step. */
  async function told(seq: number, limit: number): Promise<string[]> {
    const found: DealTimelineEntry[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const query = `?limit=${limit}${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = expectSuccess("listDealTimeline", await alone.call("GET", `/deals/${seq}/timeline${query}`));
      found.push(...page.items);
      cursor = page.nextCursor;
    }
    return found.map(({ kind, activity, node, change }) =>
      [activity?.type ?? change?.why.code ?? kind, node?.id].filter((part) => part !== undefined).join(" "),
    );
  }

  async function begun(graph: GraphNode[], isTest: boolean) {
    const edges = graph.slice(1).map(({ id }, at) => {
      const source = graph[at] ?? { id: "" };
      return { id, source: source.id, target: id, ...(source.id === "ask" && { sourceHandle: "replied" }) };
    });
    const graphDefinition = { version: 2, nodes: graph, edges };
    const json = { name: "Ask", enabled: !isTest, triggerType: "deal_created", graphDefinition };
    const { id } = (await alone.call("POST", "/automations", { json })).body.data;
    const { seq } = await addDeal(alone);
    if (isTest) await alone.call("POST", `/automations/${id}/try`, { json: { dealSeq: seq } });
    await alone.work();
    const { id: runId } = await alone.run(id);
    return { seq, automation: id, runId };
  }

  const DID = ["effect t", "TAG_REMOVED u", "effect v", "TAG_ADDED w"];

  it.each<[string, boolean, string[]]>([
    ["a run", false, ["MESSAGE_RECEIVED", "MESSAGE_SENT ask", "run", "DEAL_CREATED"]],
    ["a test", true, ["effect ask", "run", "DEAL_CREATED"]],
  ])("has %s go on with an answer before what it then did, in the order of its steps", async (_, isTest, before) => {
    const ask = action({ id: "ask", actionType: "send_whatsapp", config: { text: "Well?", awaitReply: true } });
    const { seq, automation } = await begun([start, ask, ...deeds().map(action)], isTest);
    const { items } = (await alone.call("GET", "/outbox")).body.data;
    const answer = `/conversations/messages/${items[0].messageId}/answers`;
    expectSuccess("answerMessage", await alone.call("POST", answer, { json: { type: "text", text: "Yes" } }));
    await alone.work();
    const whole = [...DID, "answer ask", ...before];
    expect(await told(seq, 100)).toEqual(whole);
    expect(await told(seq, 1)).toEqual(whole);
    expect(await told(seq, 3)).toEqual(whole);
    await off(alone, automation);
  });

  it("goes by everybody's clock, also of a test whose own is ahead", async () => {
    const [tagged, stopped, untagged] = deeds().map(action);
    const graph = [start, wait("first"), stopped, tagged, wait("second"), untagged].filter(
      (node) => node !== undefined,
    );
    const { seq, automation, runId } = await begun(graph, true);
    for (const _ of ["first", "second"]) {
      expectSuccess(
        "passAutomationRunTime",
        await alone.call("POST", `/automations/${automation}/runs/${runId}/pass-time`),
      );
      await alone.work();
    }
    const passed = "time-passed-by-hand";
    const whole = ["TAG_REMOVED u", passed, "TAG_ADDED w", "effect v", passed, "run", "DEAL_CREATED"];
    expect(await told(seq, 100)).toEqual(whole);
    expect(await told(seq, 1)).toEqual(whole);
    const { items } = (await alone.call("GET", `/deals/${seq}/timeline`)).body.data;
    expect(items.every(({ at }: DealTimelineEntry) => Date.parse(at) <= Date.now())).toBe(true);
  });
});

const addLine = (deal_id: string, occurred_at: Date, actor_run_id: string | null = null) =>
  world.app.opened.db
    .insertInto("activities")
    .values({
      workspace_id: world.workspace.id,
      id: randomUUID(),
      deal_id,
      type: "NOTE_CREATED",
      field: null,
      changes: null,
      metadata: null,
      actor_type: "automation",
      actor_user_id: null,
      actor_automation_id: automationId,
      actor_api_key_id: null,
      actor_run_id,
      actor_node_id: "n0",
      occurred_at,
    })
    .execute();
