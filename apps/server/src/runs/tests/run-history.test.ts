import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSuccess } from "../../app/testing/api.ts";
import { addRun } from "../../app/testing/runs.ts";
import { addDeal, off } from "../testing/acting.ts";
import { chain } from "../testing/graphs.ts";
import { answer } from "../testing/servers.ts";
import { startWorld, type World } from "../testing/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const wait = { type: "wait", config: { delaySeconds: 3600 } } as const;
const end = { type: "end" } as const;
const action = (actionType: "webhook" | "stop_automations", config: object) =>
  ({ type: "action", actionType, config: { ...config } }) as const;

const ANA = {
  type: "user",
  id: expect.any(String),
  name: "Ana",
  apiKey: { id: expect.any(String), name: "Test key" },
  automationId: null,
};

/** An automation that is on. */
async function add(name: string, triggerType: string, ...steps: Parameters<typeof chain>): Promise<string> {
  const json = { name, enabled: true, triggerType, graphDefinition: chain(...steps, end) };
  return expectSuccess("createAutomation", await world.call("POST", "/automations", { json })).id;
}

/** What the history of an automation's only run tells. */
async function changes(id: string) {
  const { id: runId } = await world.run(id);
  const run = expectSuccess("getAutomationRun", await world.call("GET", `/automations/${id}/runs/${runId}`));
  return run.changes;
}

const press = async (id: string, what: "cancel" | "retry") =>
  world.call("POST", `/automations/${id}/runs/${(await world.run(id)).id}/${what}`);

/** An automation and its run for a new deal, which waits; it is on. */
async function waiting() {
  const id = await add("Patient", "deal_created", wait);
  const deal = await addDeal(world);
  await world.work();
  return { id, deal, runId: (await world.run(id)).id };
}

/** An event as its change writes it. */
async function happens(triggerType: string, change: { depth?: number; payload?: object; created_at?: string }) {
  const { depth = 0, payload = {}, created_at = "now" } = change;
  await sql`
    insert into events (workspace_id, id, type, payload, depth, created_at)
    values (${world.workspace.id}, ${randomUUID()}, ${triggerType}, ${JSON.stringify(payload)}::json, ${depth},
      ${created_at}::timestamptz)`.execute(world.app.opened.db);
  await world.work();
}

describe("the history of a run tells", () => {
  it("who cancelled it, through which key, and when", async () => {
    const { id } = await waiting();
    const { completedAt } = expectSuccess("cancelAutomationRun", await press(id, "cancel"));
    const change = { at: completedAt, from: "waiting", to: "cancelled" };
    const once = [{ ...change, why: { code: "cancelled-by-hand", params: {} }, by: ANA }];
    expect(await changes(id)).toEqual(once);
    await press(id, "cancel");
    expect(await changes(id)).toEqual(once);
    await off(world, id);
  });

  it("who retried it, and what became of it then, in this order", async () => {
    world.receiver.next(answer(422, "no such lead"));
    const id = await add("Calls", "deal_created", action("webhook", { url: world.receiver.url }), wait);
    await addDeal(world);
    await world.work();
    expectSuccess("retryAutomationRun", await press(id, "retry"));
    await world.work();
    expectSuccess("cancelAutomationRun", await press(id, "cancel"));
    expect(await changes(id)).toMatchObject([
      { from: "failed", to: "queued", why: { code: "retried-by-hand", params: {} }, by: ANA },
      { from: "waiting", to: "cancelled", why: { code: "cancelled-by-hand" }, by: ANA },
    ]);
    await off(world, id);
  });

  it("which run stopped it, of which automation, and the reason that was given", async () => {
    const { id, deal } = await waiting();
    await off(world, id);
    const steps = action("stop_automations", { reason: "{{ contact.firstName }} has signed" });
    const stopper = await add("Signed", "tag_added", steps);
    await world.call("POST", `/deals/${deal.seq}/tags`, { json: { tagId: world.workspace.tagId } });
    await world.work();
    const by = { type: "run", id: (await world.run(stopper)).id, apiKey: null, automationId: stopper };
    const why = { code: "stopped", params: { reason: "Ana has signed" } };
    const stopped = { at: expect.any(String), from: "waiting", to: "cancelled", why };
    expect(await changes(id)).toEqual([{ ...stopped, by: { ...by, name: "Signed" } }]);
    expect(await changes(stopper)).toEqual([]);
    await world.call("DELETE", `/automations/${stopper}`);
    expect(await changes(id)).toEqual([{ ...stopped, by: { ...by, name: null } }]);
  });

  it("that its automation was off when the run was due", async () => {
    const { id, runId } = await waiting();
    await off(world, id);
    await world.pass(runId);
    expect(await changes(id)).toMatchObject([
      { from: "waiting", to: "skipped", why: { code: "automation-off", params: {} }, by: null },
    ]);
  });

  it("who deleted its automation, although it is read no more", async () => {
    const { id, runId } = await waiting();
    expect((await world.call("DELETE", `/automations/${id}`)).status).toBe(204);
    expect((await world.call("GET", `/automations/${id}/runs/${runId}`)).status).toBe(404);
    const rows = await world.app.opened.db
      .selectFrom("run_changes")
      .innerJoin("members", "members.id", "run_changes.by_member_id")
      .select(["from_status", "to_status", "why", "members.name"])
      .where("run_changes.workspace_id", "=", world.workspace.id)
      .where("run_id", "=", runId)
      .execute();
    const why = { code: "automation-deleted", params: {} };
    expect(rows).toEqual([{ from_status: "waiting", to_status: "cancelled", why, name: "Ana" }]);
  });

  it("that its ticks failed, and how", async () => {
    const { id, runId } = await waiting();
    const { db } = world.app.opened;
    await sql`update runs set state = jsonb_set(state::jsonb, '{phase}', '"ended"')::json where id = ${runId}`.execute(
      db,
    );
    for (let tick = 1; tick <= 5; tick += 1) await world.pass(runId);
    const message = expect.stringMatching(/^Something went wrong: /);
    const failure = [{ code: "server-fails", params: { words: expect.any(String) } }];
    expect(await changes(id)).toMatchObject([
      {
        from: "waiting",
        to: "dead_letter",
        why: { code: "turns-failed", params: { turns: 5, message, failure } },
        by: null,
      },
    ]);
    await off(world, id);
  });

  it.each<[string, Parameters<typeof happens>[1], object]>([
    ["too many runs had led to it", { depth: 10 }, { code: "chain-too-deep", params: { depth: 10 } }],
    [
      "what started it is too large",
      { payload: { text: "x".repeat(600_000) } },
      { code: "event-too-large", params: { maxKb: 512 } },
    ],
    [
      "what started it cannot be read",
      { created_at: "290000-01-01" },
      {
        code: "event-unreadable",
        params: {
          message: expect.any(String),
          failure: [{ code: "server-fails", params: { words: "Invalid time value" } }],
        },
      },
    ],
  ])("why it never began: %s", async (_, event, why) => {
    const id = await add("Refused", "task_completed", wait);
    await happens("task_completed", event);
    expect(await world.run(id)).toMatchObject({
      status: "skipped",
      lastError: expect.any(String),
      lastFailure: [{ code: expect.any(String) }],
    });
    expect(await changes(id)).toEqual([{ at: expect.any(String), from: null, to: "skipped", why, by: null }]);
    await off(world, id);
  });

  it.each([
    ["hours", "triggerWindow", { days: [{ weekday: 1, from: "9:00", to: "18:00" }] }, "triggerWindow.days[0].from"],
    ["a setting", "triggerConfig", { assigneeUserId: 5 }, "triggerConfig.assigneeUserId"],
  ])(
    "why it never began: it was stored with %s that cannot be read, and says so when switched on",
    async (...stored) => {
      const [, key, value, field] = stored;
      const id = await add("Refused", "task_completed", wait);
      await sql`update automation_versions
      set definition = jsonb_set(definition::jsonb, ${`{${key}}`}::text[], ${JSON.stringify(value)}::jsonb)::json
      where automation_id = ${id}`.execute(world.app.opened.db);
      const { body } = await world.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: true } });
      expect(body.message).toBe(`Ela nunca inicia: não é possível ler isto: ${field}.`);
      await happens("task_completed", {});
      expect(await world.run(id)).toMatchObject({
        status: "skipped",
        lastError: expect.stringContaining("never starts"),
      });
      const why = { code: "start-unreadable", params: { fields: [field] } };
      expect(await changes(id)).toEqual([{ at: expect.any(String), from: null, to: "skipped", why, by: null }]);
      await off(world, id);
    },
  );

  it("nothing where its steps tell all, and nothing that happened before it was kept", async () => {
    const id = await add("Quick", "deal_created");
    await addDeal(world);
    await world.work();
    expect(await world.run(id)).toMatchObject({ status: "completed" });
    expect(await changes(id)).toEqual([]);
    await off(world, id);
    const old = await add("Old", "schedule");
    await addRun(world.app, world.workspace, old, null, { status: "cancelled" });
    expect(await changes(old)).toEqual([]);
  });
});
