import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSender } from "../../channels/sender.ts";
import { createMessenger } from "../../areas/conversations/messenger.ts";
import { createActions } from "../actions/actions.ts";
import { createDispatcher } from "../dispatcher.ts";
import { createExecutor } from "../executor.ts";
import { createPlans } from "../plans.ts";
import { createRendering } from "../rendering.ts";
import { createStore } from "../../app/store.ts";
import { fail } from "../../testing/open-test-store.ts";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { addChannel, addKey } from "../../app/testing/conversations.ts";
import { addRun } from "../../app/testing/runs.ts";

const DAY = 86_400;

let api: TestApi;
let work: () => Promise<void>;
let deal: { id: string; seq: number };

beforeAll(async () => {
  api = await startTestApi(["API_ACCESS", "ADVANCED_API", "CALENDAR"]);
  await addChannel(api);
  const { db, serverSecret } = api.app.opened;
  const store = createStore(db, serverSecret, fail);
  // Whoever is asked to deliver something fails the test.
  const deliver = { send: fail, call: fail, report: fail, ask: fail } as never;
  const sender = createSender({ outbox: store.outbox, graph: deliver, mailer: deliver, onError: fail });
  const messenger = createMessenger(store, sender, fail);
  const actions = createActions({
    store,
    messenger,
    sender,
    webhooks: deliver,
    assistant: deliver,
    conversions: deliver,
  });
  const executor = createExecutor({
    store,
    actions,
    planOf: createPlans(),
    render: createRendering(),
  });
  const dispatcher = createDispatcher(store);
  work = async () => {
    const { takeFirst } = store.dueRuns;
    while (await dispatcher.dispatch()) continue;
    for (let [claim] = await takeFirst(1, []); claim !== undefined; [claim] = await takeFirst(1, [])) {
      await executor.tick(claim);
      while (await dispatcher.dispatch()) continue;
    }
  };
  deal = (
    await api.call("POST", "/deals", {
      json: { name: "Solar kit", phone: "+5511987654321", email: "bia@example.com", contactFirstName: "Bia" },
    })
  ).body.data;
});
afterAll(() => api.app.close());

const trying = (id: string, json: unknown, key = api.key) => api.call("POST", `/automations/${id}/try`, { json, key });
const run = async (id: string, runId: string) => (await api.call("GET", `/automations/${id}/runs/${runId}`)).body.data;
const outbox = async () => expectSuccess("listOutbox", await api.call("GET", "/outbox")).items;

/** A chain of steps between the trigger and an end. */
function chain(...steps: object[]) {
  const nodes = [{ id: "start", type: "trigger" }, ...steps.map((step, at) => ({ id: `s${at}`, ...step })), END];
  const edges = nodes.slice(1).map(({ id }, at) => ({ id: `e${at}`, source: nodes[at]?.id, target: id }));
  return { version: 2, nodes, edges };
}
const END = { id: "end", type: "end" };
const action = (actionType: string, config: object) => ({ type: "action", actionType, config });
const email = action("send_email", { subject: "Hello {{ contact.firstName }}", body: "About {{ deal.name }}" });
const wait = { type: "wait", config: { delaySeconds: 30 * DAY } };

const add = (graphDefinition: object, change: object = {}) =>
  api.create({ graphDefinition, enabled: false, ...change });

describe("a test event", () => {
  it("runs the stored version for real, though it is switched off, and sends nothing to anybody", async () => {
    const text = action("send_whatsapp", { text: "Hi {{ contact.firstName }}" });
    const hook = action("webhook", { url: "https://example.com/a" });
    const { id, version } = await add(chain(email, text, hook));
    const before = (await outbox()).length;
    const started = expectSuccess("tryAutomation", await trying(id, { dealSeq: deal.seq }));
    expect(started).toMatchObject({ status: "queued", test: true, dealId: deal.id, automationVersion: version });
    await work();
    const after = await run(id, started.runId);
    expect(after).toMatchObject({ status: "completed", test: true, lastError: null });
    expect(after.effects.map(({ ok }: { ok: boolean }) => ok)).toEqual([true, true, true]);
    const kept = (await outbox()).slice(0, -before || undefined);
    expect(kept.map(({ kind }: { kind: string }) => kind)).toEqual(["webhook", "whatsapp", "email"]);
    for (const item of kept) {
      expect(item).toMatchObject({
        contactName: "Bia",
        source: { automationId: id, runId: started.runId, test: true, dealSeq: deal.seq, dealName: "Solar kit" },
      });
    }
    expect(kept[2].content).toMatchObject({ subject: "Hello Bia", text: "About Solar kit" });
  });

  it("is marked in the list of runs; others are not", async () => {
    const { id } = await add(chain(email));
    const { runId } = (await trying(id, { dealSeq: deal.seq })).body.data;
    const other = await addRun(api.app, api.workspace, id, deal.id);
    const { items } = expectSuccess("listAutomationRuns", await api.call("GET", `/automations/${id}/runs`));
    const marks = Object.fromEntries(items.map((item: { runId: string; test?: true }) => [item.runId, item.test]));
    expect(marks).toEqual({ [runId]: true, [other]: undefined });
  });

  it("marks whatever it leaves behind, and leaves no trace of a message that nobody got", async () => {
    const text = action("send_whatsapp", { text: "Hi {{ contact.firstName }}" });
    const steps = [action("create_task", { title: "Call" }), action("create_calendar_event", { title: "Visit" })];
    const { id } = await add(chain(text, ...steps));
    const before = (await api.call("GET", `/deals/${deal.seq}`)).body.data;
    const { runId } = (await trying(id, { dealSeq: deal.seq })).body.data;
    await work();
    const { effects } = await run(id, runId);
    const listed = expectSuccess("listDealActivities", await api.call("GET", `/deals/${deal.seq}/activities`));
    const left = listed.items.filter((item: { actor: { automationId: string } }) => item.actor.automationId === id);
    expect(left.map(({ type }: { type: string }) => type).toSorted()).toEqual(["MEETING_CREATED", "TASK_CREATED"]);
    for (const line of left) expect(line).toMatchObject({ test: true, metadata: { test: true } });
    const after = (await api.call("GET", `/deals/${deal.seq}`)).body.data;
    expect(after).toMatchObject({
      lastMessageAt: before.lastMessageAt,
      lastMessageText: before.lastMessageText,
      lastActivity: { title: expect.stringMatching(/ \(teste\)$/), meta: { test: true } },
    });
    const tasks = expectSuccess("listDealTasks", await api.call("GET", `/deals/${deal.seq}/tasks`));
    expect(tasks.items).toMatchObject([{ title: "Call", test: true }]);
    const { meetingId } = effects[2].result;
    expect((await api.call("GET", `/calendar/events/${meetingId}`)).body.data).toMatchObject({ test: true });
    const { conversationId } = effects[0].result;
    const { items } = expectSuccess(
      "listConversationMessages",
      await api.call("GET", `/conversations/${conversationId}/messages`),
    );
    expect(items.filter(({ test }: { test?: true }) => test !== true)).toEqual([]);
  });

  it("marks the deal that it makes; others are not marked", async () => {
    const { id } = await add(chain(action("create_lead", { name: "Tried", copyContact: false })));
    await trying(id, { dealSeq: deal.seq });
    await work();
    const { items } = (await api.call("GET", "/deals")).body.data;
    const marks = items.map(({ name, test }: { name: string; test?: true }) => [name, test]);
    expect(marks).toContainEqual(["Tried", true]);
    expect(marks).toContainEqual(["Solar kit", undefined]);
  });

  it("waits as long as any run", async () => {
    const { id } = await add(chain(wait, email));
    const { runId } = (await trying(id, { dealSeq: deal.seq })).body.data;
    await work();
    const { status, nextAttemptAt } = await run(id, runId);
    expect(status).toBe("waiting");
    expect(Date.parse(nextAttemptAt)).toBeGreaterThan(Date.now() + 29 * DAY * 1000);
  });

  it("takes waits, answers that do not come and closed hours as over when it is told to", async () => {
    const weekday = ((new Date().getUTCDay() + 2) % 7) + 1;
    await api.app.opened.db
      .updateTable("workspaces")
      .set({ business_hours: JSON.stringify({ timeZone: "UTC", days: [{ weekday, from: "09:00", to: "18:00" }] }) })
      .where("id", "=", api.workspace.id)
      .execute();
    const question = action("send_whatsapp", {
      text: "Still interested?",
      buttons: [{ id: "yes", label: "Yes" }],
      replyTimeoutSeconds: DAY,
    });
    const graph = chain(wait, question);
    graph.nodes.push({ id: "other", type: "end" } as never);
    const [last] = graph.edges.splice(-1);
    graph.edges.push(
      { ...last, id: "yes", sourceHandle: "btn_yes", target: "end" } as never,
      { ...last, id: "no", sourceHandle: "timeout", target: "other" } as never,
    );
    const { id } = await add(graph, { respectBusinessHours: true });
    const { runId } = (await trying(id, { dealSeq: deal.seq, skipWaits: true })).body.data;
    await work();
    const after = await run(id, runId);
    expect([after.status, after.lastError]).toEqual(["completed", null]);
    expect(after.steps.map(({ nodeId }: { nodeId: string }) => nodeId)).toContain("other");
  });

  it("makes tests of what follows from it: an automation that starts on its tag writes to nobody either", async () => {
    const tag = (await api.call("POST", "/tags", { json: { name: "Tried", color: "#2277ff" } })).body.data;
    const next = await add(chain(email), { enabled: true, triggerType: "tag_added" });
    const { id } = await add(chain(action("add_tag", { tagIds: [tag.id] })));
    await trying(id, { dealSeq: deal.seq });
    await work();
    await work();
    const { items } = (await api.call("GET", `/automations/${next.id}/runs`)).body.data;
    expect(items).toMatchObject([{ test: true, status: "completed", triggerDepth: 1 }]);
  });

  it.each([
    ["no deal", {}],
    ["a deal that is not there", { dealSeq: 999_999 }],
    ["no number", { dealSeq: "one" }],
    ["no deal's number", { dealSeq: 0 }],
  ])("with %s is refused", async (_, body) => {
    const { id } = await add(chain(email));
    const answer = await trying(id, body);
    expect([answer.status, answer.body.code, fieldsOf(answer)]).toEqual([400, "VALIDATION_ERROR", ["dealSeq"]]);
    expect((await api.call("GET", `/automations/${id}/runs`)).body.data.items).toEqual([]);
  });

  it.each(["gone", "%00", "__proto__"])("of the automation %s is 404", async (id) => {
    expect((await trying(id, { dealSeq: deal.seq })).status).toBe(404);
  });

  it("of another workspace's automation is 404, of its deal 400", async () => {
    const workspace = await api.app.workspace();
    const { id } = await add(chain(email));
    const key = await workspace.addKey();
    expect((await trying(id, { dealSeq: deal.seq }, key)).status).toBe(404);
  });

  it("of a deal that the member may not see is refused as if it were not there", async () => {
    const { key, memberId } = await addKey(api, { visibility: "own" });
    await api.app.opened.db
      .updateTable("members")
      .set({ permissions: JSON.stringify({ allow: ["automations.edit"], deny: [] }) })
      .where("id", "=", memberId)
      .execute();
    const { id } = await add(chain(email));
    const answer = await trying(id, { dealSeq: deal.seq }, key);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["dealSeq"]]);
  });
});

async function addDeal(): Promise<void> {
  await api.call("POST", "/deals", { json: { name: "Roof" } });
  await work();
}

describe("a test stands beside live runs", () => {
  it("and counts for nothing: neither in statistics nor among those that wait", async () => {
    const { id } = await add(chain(wait, email));
    await trying(id, { dealSeq: deal.seq });
    await work();
    const read = async (path: string) => (await api.call("GET", `/automations/${id}/${path}`)).body.data;
    expect(await read("stats")).toMatchObject({ runs: 0, byStatus: [], ways: [], waiting: [] });
    expect(await read("waiting")).toMatchObject({ waiting: [] });
    const live = await addRun(api.app, api.workspace, id, deal.id, { current_node_id: "s0" });
    expect(await read("stats")).toMatchObject({
      runs: 1,
      byStatus: [{ status: "waiting", runs: 1 }],
      ways: [{ nodeId: "s0", handle: null, runs: 1 }],
      waiting: [{ nodeId: "s0", runs: 1 }],
    });
    const listed = async (query: string) =>
      (await read(`runs${query}`)).items.map(({ test }: { test?: boolean }) => test === true);
    expect([await listed(""), await listed("?test=true"), (await read("runs?test=false")).items]).toMatchObject([
      [false, true],
      [true],
      [{ runId: live }],
    ]);
  });

  it("and goes round a round robin of its own", async () => {
    const split = { type: "round_robin", config: { exits: [{ id: "a" }, { id: "b" }] } };
    const graph = chain(split);
    graph.nodes.push({ id: "other", type: "end" } as never);
    const [last] = graph.edges.splice(-1);
    graph.edges.push(
      { ...last, id: "a", sourceHandle: "rr_a" } as never,
      { ...last, id: "b", sourceHandle: "rr_b", target: "other" } as never,
    );
    const { id } = await add(graph, { enabled: true, triggerType: "deal_created" });
    const ends = async (isTest: boolean) => {
      const { items } = (await api.call("GET", `/automations/${id}/runs?test=${isTest}`)).body.data;
      return items.map(({ currentNodeId }: { currentNodeId: string }) => currentNodeId).toReversed();
    };
    const tryIt = async () => {
      await trying(id, { dealSeq: deal.seq });
      await work();
    };
    await tryIt();
    await addDeal();
    await tryIt();
    await addDeal();
    expect([await ends(true), await ends(false)]).toEqual([
      ["end", "other"],
      ["end", "other"],
    ]);
  });

  it("and stops tests of its deal, no live run", async () => {
    const waiting = await add(chain(wait));
    const live = await addRun(api.app, api.workspace, waiting.id, deal.id);
    const { runId: other } = (await trying(waiting.id, { dealSeq: deal.seq })).body.data;
    const { id } = await add(chain(action("stop_automations", {})));
    await trying(id, { dealSeq: deal.seq });
    await work();
    const statuses = [await run(waiting.id, live), await run(waiting.id, other)].map(({ status }) => status);
    expect(statuses).toEqual(["waiting", "cancelled"]);
  });

  it("and asks no assistant: it tells what would be asked, and leaves no note", async () => {
    const { id } = await add(chain(action("cia_deal_analysis", { instructions: "Look at {{ deal.name }}" })));
    const { runId } = (await trying(id, { dealSeq: deal.seq })).body.data;
    await work();
    const { status, effects } = await run(id, runId);
    expect([status, effects[0].result]).toEqual([
      "completed",
      {
        analysis: "Isto é um teste: o assistente não foi consultado.",
        question: expect.stringContaining("Look at Solar kit"),
      },
    ]);
    expect((await api.call("GET", `/deals/${deal.seq}/notes`)).body.data.items).toEqual([]);
  });
});

describe("the state of the outbox", () => {
  it("says what is kept where no credentials are set, and what a test key keeps", async () => {
    const kept = { whatsapp: "kept", instagram: "kept", email: "kept" };
    for (const mode of ["live", "test"] as const) {
      const { key } = await addKey(api, { mode });
      const state = expectSuccess("getOutboxState", await api.call("GET", "/outbox/state", { key }));
      expect(state).toEqual({ testKey: mode === "test", ...kept });
    }
  });
});
