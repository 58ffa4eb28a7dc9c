import { simulateRun, validateGraph } from "@trilho/engine";
import { type GraphDefinition, type Scenario, TRIGGER_TYPES } from "@trilho/engine/contract";
import { whatsappRules } from "@trilho/engine/whatsapp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { digestKey } from "../platform/security/keys.ts";
import { openTestStore, type TestStore } from "../testing/open-test-store.ts";
import { demoDeals } from "./deals.ts";
import { ensureDemo } from "./ensure.ts";

const KEY = "trk_live_demo_key_of_the_tests_0000000000000";

describe("the demo workspace", () => {
  let opened: TestStore;
  let workspaceId: string;
  beforeAll(async () => {
    opened = await openTestStore();
    expect(await ensureDemo(opened.db, opened.serverSecret, async () => KEY)).toBe(true);
    const record = await opened.store.keys.findByDigest(digestKey(opened.serverSecret, KEY));
    expect(record).toMatchObject({ revoked: false, memberActive: true, principal: { role: "owner" } });
    workspaceId = record?.principal.workspaceId ?? "";
  });
  afterAll(() => opened.close());

  test("has what the pickers show", async () => {
    const { reference } = opened.store;
    const pipelines = await reference.pipelines(workspaceId);
    expect(pipelines.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ["Homes", true],
      ["Businesses", false],
      ["Rented roofs", false],
    ]);
    expect(await reference.users(workspaceId)).toHaveLength(6);
    expect(await opened.store.tags.list(workspaceId)).toHaveLength(6);
    const fields = await reference.customFields(workspaceId, "deal");
    expect(new Set(fields.map(({ fieldType }) => fieldType)).size).toBe(6);
    const engineer = fields.find(({ slug }) => slug === "engineer");
    expect(engineer).toMatchObject({
      options: expect.arrayContaining([expect.objectContaining({ label: "Caio Menezes", inactive: false })]),
    });
  });

  test("has about forty deals, in every stage of both pipelines", async () => {
    const deals = await opened.db.selectFrom("deals").selectAll().execute();
    expect(deals.length).toBeGreaterThanOrEqual(38);
    const pipelines = await opened.store.reference.pipelines(workspaceId);
    const stages = pipelines.filter(({ isArchived }) => !isArchived).flatMap((pipeline) => pipeline.stages);
    expect(new Set(deals.map(({ stage_id }) => stage_id))).toEqual(new Set(stages.map(({ id }) => id)));
    expect(deals.filter(({ status }) => status === "lost").every(({ lost_reason }) => lost_reason !== null)).toBe(true);
    const leads = stages.filter(({ name }) => name === "Leads").map(({ id }) => id);
    for (const { created_at, stage_changed_at, stage_id } of deals) {
      const before = stage_changed_at.getTime() - created_at.getTime();
      expect(before > 0).toBe(!leads.includes(stage_id));
    }
  });

  test("has notes, tasks and meetings of its open deals, told in their histories", async () => {
    const { db } = opened;
    const works = [
      await db.selectFrom("notes").select("deal_id").execute(),
      await db.selectFrom("tasks").select("deal_id").execute(),
      await db.selectFrom("meetings").select("deal_id").execute(),
    ];
    for (const rows of works) expect(rows.length).toBeGreaterThanOrEqual(5);
    const late = await db.selectFrom("tasks").where("due_at", "<", new Date()).select("id").execute();
    expect(late.length).toBeGreaterThan(0);
    const told = await db.selectFrom("activities").select("deal_id").execute();
    expect(told.map(({ deal_id }) => deal_id).toSorted()).toEqual(
      expect.arrayContaining(works.flat().map(({ deal_id }) => deal_id)),
    );
  });

  test("has a cadence that some deals are in, at different days", async () => {
    const viewer = { workspaceId, memberId: "", role: "owner", visibility: "all" } as const;
    const [cadence, ...more] = await opened.store.cadences.list(workspaceId, { active: true }, 50, null);
    expect(more).toEqual([]);
    expect(cadence).toMatchObject({ name: "First contact", runningDealCount: 4 });
    expect(new Set(cadence?.steps.map(({ channel }) => channel))).toEqual(
      new Set(["whatsapp", "voice_call", "research", "email"]),
    );
    const deals = await opened.store.cadences.deals(viewer, cadence?.id ?? "", ["active"], 50, null);
    expect(deals.map(({ doneTaskCount }) => doneTaskCount)).toEqual([0, 1, 3]);
    expect(deals.every(({ taskCount, nextDueAt }) => taskCount === 4 && nextDueAt !== null)).toBe(true);
    const paused = await opened.store.cadences.deals(viewer, cadence?.id ?? "", ["paused"], 50, null);
    expect(paused).toHaveLength(1);
  });

  test("tells how each deal came and ended, and lets no contact have two open deals in a pipeline", async () => {
    const deals = await opened.db.selectFrom("deals").selectAll().execute();
    const told = await opened.db.selectFrom("activities").select(["deal_id", "type"]).execute();
    const last = (type: string) => new Set(told.filter((line) => line.type === type).map(({ deal_id }) => deal_id));
    expect(last("DEAL_CREATED").size).toBe(deals.length);
    for (const [type, status] of [
      ["DEAL_WON", "won"],
      ["DEAL_LOST", "lost"],
    ] as const)
      expect(last(type)).toEqual(new Set(deals.filter((deal) => deal.status === status).map(({ id }) => id)));
    const places = deals
      .filter(({ status }) => status === "open")
      .map((deal) => `${deal.contact_id} ${deal.pipeline_id}`);
    expect(new Set(places).size).toBe(places.length);
  });

  test("tells the same story every time", () => {
    expect(demoDeals()).toEqual(demoDeals());
  });

  test("has four automations without a problem, which point at what is there", async () => {
    const automations = await opened.store.automations.list(workspaceId, {}, 50, null);
    expect(automations.map(({ name }) => name)).toEqual([
      "Welcome a new lead",
      "Proposal follow-up",
      "Share out new leads",
      "Won deal: hand over to delivery",
    ]);
    const template = await opened.store.templates.list(workspaceId);
    expect(new Set(template.map(({ status }) => status))).toEqual(new Set(["approved", "pending"]));
    for (const { name, graphDefinition, triggerType, triggerConfig } of automations) {
      // What nobody asked for goes out as a template that is there.
      const extraRules = whatsappRules({ template }, { trigger: { type: triggerType, config: triggerConfig } });
      expect(validateGraph(graphDefinition, { extraRules }).problems, name).toEqual([]);
      expect(Object.keys(TRIGGER_TYPES)).toContain(triggerType);
    }
    const kinds = automations.flatMap(({ graphDefinition }) => graphDefinition.nodes.map(({ type }) => type));
    expect(new Set(kinds)).toEqual(new Set(["trigger", "action", "condition", "wait", "round_robin", "end"]));
    const { reference } = opened.store;
    const known = [
      await reference.users(workspaceId),
      await opened.store.tags.list(workspaceId),
      (await reference.pipelines(workspaceId)).flatMap(({ stages }) => stages),
    ].flatMap((rows: { id: string }[]) => rows.map(({ id }) => id));
    const named = ids(automations, ["userId", "assigneeUserId", "targetStageId", "tagIds"]);
    expect(named.length).toBeGreaterThan(0);
    expect(known).toEqual(expect.arrayContaining(named));
  });

  test.each([
    ["silence", "Welcome a new lead", {}, ["start", "greet", "breathe", "again", "silent", "end"]],
    [
      "the quote button",
      "Welcome a new lead",
      { greet: { type: "reply", afterSeconds: 60, reply: { buttonId: "quote" } } },
      ["start", "greet", "hot", "qualify", "end"],
    ],
    ["a large deal", "Proposal follow-up", {}, ["start", "wait", "size", "owner", "call", "end"]],
    ["nobody special", "Share out new leads", {}, ["start", "vip", "turn", "beatriz", "first", "end"]],
    [
      "a deaf ERP",
      "Won deal: hand over to delivery",
      { erp: { type: "fail", times: 5 } },
      ["start", "erp", "byHand", "engineer", "plan", "thanks", "end"],
    ],
  ] as const)("with %s, “%s” does what its drawing says", async (_, search, outcomes, path) => {
    const [automation] = await opened.store.automations.list(workspaceId, { search }, 1, null);
    const facts = {
      deal: { value: 50_000, stageId: automation?.stageId ?? "", tagIds: [] },
      contact: { firstName: "Ana" },
    };
    const { status, trace, error } = simulateRun(automation?.graphDefinition ?? { version: 2, nodes: [] }, {
      startAt: "2026-03-02T12:00:00Z",
      facts,
      outcomes,
    });
    expect({ status, error }).toEqual({ status: "completed", error: null });
    expect([...new Set(trace.map(({ nodeId }) => nodeId))]).toEqual(path);
  });

  test("has the history of each automation", async () => {
    const stored = await opened.store.automations.list(workspaceId, {}, 50, null);
    for (const { id, enabled, createdAt } of stored) {
      const history = await opened.store.automationHistory.list(workspaceId, id, 50, null);
      expect(history.map(({ type }) => type)).toEqual(enabled ? ["switched-on", "created"] : ["created"]);
      expect(history.at(-1)).toMatchObject({ version: 1, createdAt, by: { name: "Marina Albuquerque", apiKey: null } });
    }
  });

  test("has tests saved with two automations, which pass and go every way", async () => {
    const automations = await opened.store.automations.list(workspaceId, {}, 50, null);
    const tested = automations.filter(({ graphDefinition }) => testsOf(graphDefinition).length > 0);
    expect(tested.map(({ name }) => name)).toEqual(["Welcome a new lead", "Proposal follow-up"]);
    for (const { graphDefinition } of tested) {
      const tests = testsOf(graphDefinition);
      const runs = tests.map((scenario) => simulateRun(graphDefinition, scenario));
      expect(
        runs.map(({ status, trace }) => ({ status, path: [...new Set(trace.map(({ nodeId }) => nodeId))] })),
      ).toEqual(tests.map(({ expect: wanted }) => wanted));
      const visited = new Set(runs.flatMap(({ trace }) => trace.map(({ nodeId }) => nodeId)));
      expect(visited).toEqual(new Set(graphDefinition.nodes.map(({ id }) => id)));
    }
  });

  test("has a few conversations on WhatsApp and Instagram, one of them to be answered", async () => {
    const viewer = { workspaceId, memberId: "", role: "owner", visibility: "all" } as const;
    const filter = { filter: "all", search: "", channelIds: [], sort: "desc" } as const;
    const found = await opened.store.conversations.list(viewer, filter, 50, null);
    expect(found.map(({ contact, channel, unreadCount }) => [contact.firstName, channel?.kind, unreadCount])).toEqual([
      ["Ana", "whatsapp", 1],
      // Nobody wrote yet: a test asked.
      ["Benjamim", "whatsapp", 0],
      ["Isabela", "instagram", 1],
      ["Daniel", "whatsapp", 0],
    ]);
    expect(await opened.store.conversations.list(viewer, { ...filter, filter: "closed" }, 50, null)).toHaveLength(1);
  });

  test("has no runs but those of tests, which are counted nowhere", async () => {
    const rows = await opened.db.selectFrom("runs").selectAll().orderBy("status").execute();
    expect(rows.map(({ status, is_test }) => [status, is_test])).toEqual([
      ["completed", true],
      ["failed", true],
      ["waiting", true],
    ]);
  });

  test("is made once, and a lost key is replaced by a new one", async () => {
    const before = await opened.db.selectFrom("workspaces").selectAll().execute();
    await ensureDemo(opened.db, opened.serverSecret, async () => KEY);
    await ensureDemo(opened.db, opened.serverSecret, async () => `${KEY}2`);
    expect(await opened.db.selectFrom("workspaces").selectAll().execute()).toEqual(before);
    expect(await opened.db.selectFrom("api_keys").select("name").execute()).toHaveLength(2);
    expect(await opened.store.keys.findByDigest(digestKey(opened.serverSecret, `${KEY}2`))).not.toBeNull();
  });
});

const ids = (
  automations: { graphDefinition: { nodes: { config?: Record<string, unknown> }[] } }[],
  names: string[],
): string[] =>
  automations.flatMap(({ graphDefinition }) =>
    graphDefinition.nodes.flatMap(({ config }) => names.flatMap((name) => config?.[name] ?? []) as string[]),
  );

interface SavedTest extends Scenario {
  name: string;
  expect: { status: string; path: string[] };
}

const testsOf = ({ nodes }: GraphDefinition): SavedTest[] =>
  nodes.flatMap(({ config }) => (config?.["ui"] as { scenarios?: SavedTest[] } | undefined)?.scenarios ?? []);
