import type { AutomationChange } from "@trilho/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { because } from "../model/changes.ts";
import { insertChanges } from "../store/run-changes.ts";
import { expectSuccess, fieldsOf, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { webhookGraph } from "../../app/testing/graphs.ts";
import { addRun } from "../../app/testing/runs.ts";

let api: TestApi;
/** Automations by name, and runs by theirs. */
let automations: Record<"welcome" | "renewal", string>;
let runs: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.app.close());

const minutesAgo = (minutes: number): Date => new Date(Date.now() - minutes * 60_000);

beforeEach(async () => {
  await sql`delete from runs`.execute(api.app.opened.db);
  await sql`delete from automations`.execute(api.app.opened.db);
  const graph = { enabled: true, graphDefinition: webhookGraph() };
  const welcome: string = (await api.create({ ...graph, name: "Welcome" })).id;
  const renewal: string = (await api.create({ ...graph, name: "Renewal" })).id;
  automations = { welcome, renewal };
  const add = (automationId: string, change: object) => addRun(api.app, api.workspace, automationId, null, change);
  runs = {
    failed: await add(welcome, { status: "failed", created_at: minutesAgo(9), last_error: "The server timed out." }),
    dead: await add(renewal, { status: "dead_letter", created_at: minutesAgo(8), last_error: "100% refused." }),
    waiting: await add(welcome, { created_at: minutesAgo(7), next_attempt_at: minutesAgo(-60) }),
    due: await add(renewal, { created_at: minutesAgo(6), next_attempt_at: minutesAgo(0.2) }),
    late: await add(welcome, { status: "queued", created_at: minutesAgo(5), next_attempt_at: minutesAgo(5) }),
    done: await add(renewal, { status: "completed", created_at: minutesAgo(4) }),
    test: await add(renewal, { status: "failed", created_at: minutesAgo(3), is_test: true }),
  };
});

const nameOf = (runId: string): string => Object.entries(runs).find(([, id]) => id === runId)?.[0] ?? runId;

async function names(query: string): Promise<string[]> {
  const { items } = expectSuccess("listWorkspaceRuns", await api.call("GET", `/automation-runs${query}`));
  return items.map(({ runId }: { runId: string }) => nameOf(runId));
}

const changed = async (what: "retry" | "cancel", json: object) => {
  const answer = await api.call("POST", `/automation-runs/${what}`, { json });
  return what === "retry" ? expectSuccess("retryWorkspaceRuns", answer) : expectSuccess("cancelWorkspaceRuns", answer);
};

/** What was done to runs, newest first. */
async function changesOf(automationId: string): Promise<[string, number | null][]> {
  const { items } = expectSuccess(
    "listAutomationHistory",
    await api.call("GET", `/automations/${automationId}/history`),
  );
  const done = items.filter(({ type, by }: AutomationChange) => by !== null && type.startsWith("runs-"));
  return done.map(({ type, runs: count }: AutomationChange) => [type, count]);
}

const NONE = { matched: 0, automations: 0 };
const NEWEST_FIRST = ["test", "done", "late", "due", "waiting", "dead", "failed"];

describe("the runs of a workspace", () => {
  it.each([
    ["", NEWEST_FIRST],
    ["?status=failed", ["test", "failed"]],
    ["?status=failed&status=dead_letter", ["test", "dead", "failed"]],
    ["?status=failed,dead_letter&test=false", ["dead", "failed"]],
    ["?timing=due", ["late", "due"]],
    ["?timing=late", ["late"]],
    ["?timing=due&status=waiting", ["due"]],
    ["?timing=due&status=failed", []],
    ["?error=SERVER", ["failed"]],
    ["?error=100%25", ["dead"]],
    ["?automationId=nothing", []],
  ])("are listed newest first, those that %s means", async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it("are of one deal, where asked for: those of every automation, and no other deal's", async () => {
    const { body } = await api.call("POST", "/deals", { json: { name: "Solar roof" } });
    const { id, seq } = body.data;
    const { welcome, renewal } = automations;
    runs["old"] = await addRun(api.app, api.workspace, welcome, id, { created_at: minutesAgo(2) });
    runs["new"] = await addRun(api.app, api.workspace, renewal, id, { status: "failed", created_at: minutesAgo(1) });
    expect(await names(`?dealSeq=${seq}`)).toEqual(["new", "old"]);
    expect(await names(`?dealSeq=${seq}&status=waiting,queued`)).toEqual(["old"]);
    expect(await names(`?dealSeq=${seq}&automationId=${renewal}`)).toEqual(["new"]);
    expect(await names(`?dealSeq=${seq + 1}`)).toEqual([]);
    expect(await changed("cancel", { dealSeq: seq, dryRun: true })).toEqual({ matched: 1, automations: 1 });
  });

  it("are of one automation, or of a time, where asked for", async () => {
    expect(await names(`?automationId=${automations.welcome}`)).toEqual(["late", "waiting", "failed"]);
    const [from, to] = [minutesAgo(8.5), minutesAgo(5.5)].map((at) => at.toISOString());
    expect(await names(`?from=${from}&to=${to}`)).toEqual(["due", "waiting", "dead"]);
  });

  it("are of one version or at one step, where asked for", async () => {
    const { welcome, renewal } = automations;
    const current = (await api.call("GET", `/automations/${welcome}`)).body.data;
    const json = { ...current, name: "Welcome back", baseVersion: current.version };
    expect((await api.call("PUT", `/automations/${welcome}`, { json })).body.data.version).toBe(2);
    const add = async (name: string, automationId: string, change: object) => {
      runs[name] = await addRun(api.app, api.workspace, automationId, null, { created_at: new Date(), ...change });
    };
    await add("here", welcome, { automation_version: 2, current_node_id: "wait", created_at: minutesAgo(1) });
    await add("there", welcome, { automation_version: 2, current_node_id: "ask" });
    await add("elsewhere", renewal, { current_node_id: "wait", created_at: minutesAgo(0.5) });
    expect(await names("?version=2")).toEqual(["there", "here"]);
    expect(await names("?nodeId=wait")).toEqual(["elsewhere", "here"]);
    expect(await names("?nodeId=wait&version=2&status=waiting")).toEqual(["here"]);
    expect(await changed("cancel", { version: 2, dryRun: true })).toEqual({ matched: 2, automations: 1 });
  });

  it("are found by why they were last changed beyond their steps", async () => {
    const { db } = api.app.opened;
    const change = {
      workspace_id: api.workspace.id,
      at: new Date(),
      from_status: null,
      to_status: "skipped",
      by: null,
    };
    const ids = { run_id: runs["dead"] ?? "" };
    await insertChanges(db, [{ ...change, ...ids, tick: 1, why: because("automation-off") }]);
    await insertChanges(db, [{ ...change, ...ids, tick: 2, why: because("turns-lost", { turns: 5 }) }]);
    expect(await names("?reason=turns-lost")).toEqual(["dead"]);
    expect(await names("?reason=automation-off")).toEqual([]);
  });

  it("tell their automation, and come in pages that belong to their filters", async () => {
    const first = expectSuccess("listWorkspaceRuns", await api.call("GET", "/automation-runs?limit=4"));
    expect(first.items[1]).toMatchObject({ automation: { id: automations.renewal, name: "Renewal" }, deal: null });
    const cursor = encodeURIComponent(first.nextCursor);
    expect(await names(`?limit=4&cursor=${cursor}`)).toEqual(["waiting", "dead", "failed"]);
    expect((await api.call("GET", `/automation-runs?status=failed&cursor=${cursor}`)).status).toBe(400);
  });

  it("of a deleted automation are not there", async () => {
    await api.call("DELETE", `/automations/${automations.welcome}`);
    expect(await names("")).toEqual(["test", "done", "due", "dead"]);
  });

  it.each([
    ["?status=nothing", "status"],
    ["?timing=soon", "timing"],
    ["?reason=nothing", "reason"],
    ["?from=2026-02-30T00:00:00Z", "from"],
    ["?to=yesterday", "to"],
    ["?from=2026-02-02T00:00:00Z&to=2026-02-01T00:00:00Z", "to"],
    ["?error=%00", "error"],
    ["?automationId=%ED%A0%80", "automationId"],
    ["?nodeId=%00", "nodeId"],
    ["?version=0", "version"],
  ])("are not listed for %s", async (query, field) => {
    const answer = await api.call("GET", `/automation-runs${query}`);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
  });

  it("are another workspace's to nobody", async () => {
    const key = await (await api.app.workspace()).addKey();
    expect((await api.call("GET", "/automation-runs", { key })).body.data.items).toEqual([]);
    const init = { key, json: {} };
    expect((await api.call("POST", "/automation-runs/cancel", init)).body.data).toEqual({ ...NONE, changed: 0 });
    expect(await names("?timing=late")).toEqual(["late"]);
  });
});

describe("of all runs that a filter means", () => {
  it("it is told how many there are, of how many automations, and nothing is done", async () => {
    expect(await changed("retry", { test: false, dryRun: true })).toEqual({ matched: 2, automations: 2 });
    expect(await changed("cancel", { timing: "due", dryRun: true })).toEqual({ matched: 2, automations: 2 });
    expect(await changed("cancel", { status: ["failed"], dryRun: true })).toEqual(NONE);
    expect(await names("?status=cancelled&status=queued")).toEqual(["late"]);
  });

  it("those that are not over are cancelled, by whoever asked", async () => {
    expect(await changed("cancel", { automationId: automations.welcome })).toEqual({
      matched: 2,
      automations: 1,
      changed: 2,
    });
    expect(await names("?status=cancelled")).toEqual(["late", "waiting"]);
    expect(await names("?reason=cancelled-by-hand")).toEqual(["late", "waiting"]);
    expect(await names("?timing=due")).toEqual(["due"]);
  });

  it("those that failed are retried, but for those that cannot be", async () => {
    await api.call("PATCH", `/automations/${automations.renewal}/enabled`, { json: { enabled: false } });
    expect(await changed("retry", { test: false })).toEqual({ matched: 2, automations: 2, changed: 1 });
    expect(await names("?status=queued")).toEqual(["late", "failed"]);
    expect(await names("?reason=retried-by-hand")).toEqual(["failed"]);
  });

  it("the history of each automation has how many, and who did it", async () => {
    await changed("cancel", {});
    await changed("retry", { test: false });
    const one = `/automations/${automations.renewal}/runs/${runs["dead"]}`;
    expectSuccess("cancelAutomationRun", await api.call("POST", `${one}/cancel`));
    expect(await changesOf(automations.welcome)).toEqual([
      ["runs-retried", 1],
      ["runs-cancelled", 2],
    ]);
    expect(await changesOf(automations.renewal)).toEqual([
      ["runs-cancelled", 1],
      ["runs-retried", 1],
      ["runs-cancelled", 1],
    ]);
  });

  it("more than are changed at once are changed", async () => {
    await sql`insert into runs (workspace_id, id, automation_id, automation_version, status, trigger_type, event_id)
      select ${api.workspace.id}, gen_random_uuid()::text, ${automations.welcome}, 1, 'queued', 'deal_created',
        gen_random_uuid()::text from generate_series(1, 450)`.execute(api.app.opened.db);
    const filter = { automationId: automations.welcome };
    expect(await changed("cancel", filter)).toEqual({ matched: 452, automations: 1, changed: 452 });
    expect(await changed("cancel", filter)).toEqual({ ...NONE, changed: 0 });
  });

  it.each([
    ["from", "2026-02-30T00:00:00Z"],
    ["error", "\0"],
    ["automationId", "\ud800"],
  ])("a wrong %s changes nothing", async (field, value) => {
    const answer = await api.call("POST", "/automation-runs/cancel", { json: { [field]: value } });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
    expect(await names("?status=cancelled")).toEqual([]);
  });

  it.each(["cancel", "retry"])("a filter that is misspelt never means all runs: %s", async (what) => {
    const inBody = await api.call("POST", `/automation-runs/${what}`, { json: { automationID: "x" } });
    expect([inBody.status, fieldsOf(inBody)]).toEqual([400, ["automationID"]]);
    const inQuery = await api.call("POST", `/automation-runs/${what}?automationId=x`, { json: {} });
    expect([inQuery.status, fieldsOf(inQuery)]).toEqual([400, ["automationId"]]);
    expect(await names("?status=cancelled")).toEqual([]);
  });
});

test("runs of deals that are not the member's to see are neither listed nor changed", async () => {
  const deal = (await api.call("POST", "/deals", { json: { name: "Roof" } })).body.data;
  runs["hidden"] = await addRun(api.app, api.workspace, automations.welcome, deal.id, { created_at: minutesAgo(1) });
  expect(await names("?status=waiting")).toEqual(["hidden", "due", "waiting"]);
  const key = await api.workspace.addKey({ visibility: "own" });
  const { items } = (await api.call("GET", "/automation-runs?status=waiting", { key })).body.data;
  expect(items.map(({ runId }: { runId: string }) => nameOf(runId))).toEqual(["due", "waiting"]);
  const json = { status: ["waiting"] };
  expect((await api.call("POST", "/automation-runs/cancel", { key, json })).body.data).toMatchObject({ changed: 2 });
  expect(await names("?status=waiting")).toEqual(["hidden"]);
});

test("who may only look at automations may not change runs", async () => {
  const key = await api.workspace.addKey({ role: "member", allow: ["automations.view"] });
  for (const what of ["retry", "cancel"])
    expect((await api.call("POST", `/automation-runs/${what}`, { key, json: {} })).status).toBe(403);
  expect((await api.call("GET", "/automation-runs", { key })).status).toBe(200);
});
