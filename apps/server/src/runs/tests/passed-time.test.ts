import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_MS } from "@trilho/engine";
import { expectSuccess } from "../../app/testing/api.ts";
import { addChannel } from "../../app/testing/conversations.ts";
import { addDeal } from "../testing/acting.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld({ isConnected: false });
  await addChannel(world, { phoneNumberId: null });
});
afterAll(() => world.close());

const DAY = 86_400;
const node = (id: string, type: string, change: object = {}) => ({ id, type, ...change });
const edge = (source: string, target: string, sourceHandle?: string) => ({
  id: `${source}-${target}`,
  source,
  target,
  ...(sourceHandle !== undefined && { sourceHandle }),
});
const wait = (id: string, days: number) => node(id, "wait", { config: { delaySeconds: days * DAY } });
const ask = (id: string) =>
  node(id, "action", {
    actionType: "send_whatsapp",
    config: { text: "Well?", awaitReply: true, replyTimeoutSeconds: 2 * DAY },
  });

/** Two days for an answer, then three more. */
const GRAPH = {
  version: 2,
  nodes: [node("start", "trigger"), ask("act"), wait("pause", 3), node("silent", "end"), node("answered", "end")],
  edges: [
    edge("start", "act"),
    edge("act", "answered", "replied"),
    edge("act", "pause", "timeout"),
    edge("pause", "silent"),
  ],
};

const straight = (to: { id: string }) => ({
  version: 2,
  nodes: [node("start", "trigger"), to],
  edges: [edge("start", to.id)],
});

async function add(graphDefinition: object, change: object = {}): Promise<string> {
  const body = { name: "Patient", enabled: true, triggerType: "tag_added", graphDefinition, ...change };
  const created = await world.call("POST", "/automations", { json: body });
  expect([created.status, created.body.fieldErrors]).toEqual([201, undefined]);
  return created.body.data.id;
}

async function tried(graph: object = GRAPH, change: object = {}) {
  const id = await add(graph, change);
  const deal = await addDeal(world);
  const { runId } = (await world.call("POST", `/automations/${id}/try`, { json: { dealSeq: deal.seq } })).body.data;
  await world.work();
  return { id, runId, deal };
}

const pass = ({ id, runId }: { id: string; runId: string }, key?: string) =>
  world.call("POST", `/automations/${id}/runs/${runId}/pass-time`, key === undefined ? {} : { key });
const read = async ({ id, runId }: { id: string; runId: string }) =>
  (await world.call("GET", `/automations/${id}/runs/${runId}`)).body.data;
const at = (instant: string): number => Date.parse(instant);

describe("time that is let pass in a test", () => {
  it("ends the wait for a reply by its time-out, and the next wait days later by the run's clock", async () => {
    const run = await tried();
    expectSuccess("passAutomationRunTime", await pass(run));
    await world.work();
    const between = await read(run);
    expect(between).toMatchObject({ status: "waiting", currentNodeId: "pause" });
    await pass(run);
    await world.work();
    const after = expectSuccess(
      "getAutomationRun",
      await world.call("GET", `/automations/${run.id}/runs/${run.runId}`),
    );
    expect(after).toMatchObject({ status: "completed", currentNodeId: "silent" });
    const left = after.steps.filter(({ handle }: { handle: string | null }) => handle !== null);
    expect(left.map(({ nodeId, handle }: { nodeId: string; handle: string }) => [nodeId, handle])).toEqual([
      ["start", "next"],
      ["act", "timeout"],
      ["pause", "next"],
    ]);
    const [, timedOut, waited] = left;
    const asked = after.steps.find(({ nodeId }: { nodeId: string }) => nodeId === "act");
    expect(at(timedOut.at) - at(asked.at)).toBeGreaterThanOrEqual(2 * DAY_MS);
    expect(at(waited.at) - at(timedOut.at)).toBeGreaterThanOrEqual(3 * DAY_MS);
    expect(after.clockAheadMs).toBeGreaterThan(4.9 * DAY_MS);
    // The rest of the row goes by everybody's clock.
    expect(at(after.completedAt) - at(after.createdAt)).toBeLessThan(DAY_MS);
  });

  it("is written down with who let it pass, and until when", async () => {
    const run = await tried();
    await pass(run);
    const { changes } = await read(run);
    expect(changes).toMatchObject([
      { from: "waiting", to: "waiting", why: { code: "time-passed-by-hand" }, by: { type: "user" } },
    ]);
    expect(at(changes[0].why.params.until) - at(changes[0].at)).toBeGreaterThan(1.9 * DAY_MS);
  });

  it("lets an answer that comes first count", async () => {
    const run = await tried();
    await pass(run);
    const { items } = (await world.call("GET", "/outbox")).body.data;
    await world.call("POST", `/conversations/messages/${items[0].messageId}/answers`, {
      json: { type: "text", text: "Just in time" },
    });
    await world.work();
    expect(await read(run)).toMatchObject({ status: "completed", currentNodeId: "answered" });
  });

  it("leads to the next opening where business hours hold an action up", async () => {
    const never = [{ weekday: 1, from: "00:00", to: "00:01" }];
    const hours = JSON.stringify({ timeZone: "UTC", days: never });
    const { db } = world.app.opened;
    const ofWorkspace = db.updateTable("workspaces").where("id", "=", world.workspace.id);
    await ofWorkspace.set({ business_hours: hours }).execute();
    const run = await tried(GRAPH, { respectBusinessHours: true });
    expect(await read(run)).toMatchObject({ phase: "deferred", currentNodeId: "act" });
    await pass(run);
    await world.work();
    await ofWorkspace.set({ business_hours: null }).execute();
    const { phase, effects } = await read(run);
    expect([phase, effects.length]).toEqual(["awaiting_reply", 1]);
    expect(new Date(effects[0].at).toISOString()).toMatch(/T00:00:/);
  });

  it.each<[string, () => Promise<{ id: string; runId: string }>, string]>([
    [
      "a run that is no test",
      async () => {
        const id = await add(GRAPH);
        const { seq } = await addDeal(world);
        await world.call("POST", `/deals/${seq}/tags`, { json: { tagId: world.workspace.tagId } });
        await world.work();
        await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } });
        return { id, runId: (await world.run(id)).id };
      },
      "Time passes by hand in tests alone: this run is none.",
    ],
    [
      "a test that is over",
      () => tried(straight(node("silent", "end"))),
      "This run waits for no time: it is completed.",
    ],
    [
      "a wait that ends beyond the calendar",
      () => tried(straight(wait("long", 50_000))),
      "This run waits for more than a hundred years.",
    ],
  ])("does not pass for %s", async (_, make, message) => {
    const run = await make();
    const before = await read(run);
    const refused = await pass(run);
    expect([refused.status, refused.body.error]).toEqual([409, message]);
    expect(await read(run)).toEqual(before);
  });

  it("is for who may change automations", async () => {
    const run = await tried();
    const key = await world.workspace.addKey({ role: "member", deny: ["automations.edit"] });
    expect((await pass(run, key)).status).toBe(403);
  });
});
