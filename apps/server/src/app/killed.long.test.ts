import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readStats } from "../runs/store/run-counts.ts";
import { insertEmptyAutomation } from "../runs/testing/run-cases.ts";
import { expectSuccess, startTestApi, type TestApi } from "./testing/api.ts";
import { automationBody, SMALL_GRAPH, webhookGraph } from "./testing/graphs.ts";
import { type KilledServers, openKilledServers } from "./testing/killed-server.ts";

let api: TestApi;
let servers: KilledServers;
beforeAll(async () => {
  api = await startTestApi();
  servers = await openKilledServers(api.app.opened);
});
afterAll(async () => {
  await servers.close();
  await api.app.close();
});

const send = (url: string, method: string, path: string, json: object) =>
  fetch(`${url}api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${api.key}`, "content-type": "application/json" },
    body: JSON.stringify(json),
  });

/** Automations whose current version is not among their versions, and versions that come after it. */
async function halfDone(): Promise<unknown[]> {
  const { rows } = await sql`
    select automations.id, automations.version, versions.version as found
    from automations full join automation_versions as versions
      on versions.workspace_id = automations.workspace_id and versions.automation_id = automations.id
        and versions.version >= automations.version
    where automations.workspace_id = ${api.workspace.id} and versions.version is distinct from automations.version
    `.execute(api.app.opened.db);
  return rows;
}

describe("a server that is killed while it publishes", () => {
  it.each([
    ["at the automation", "automations", "before insert"],
    ["after the automation", "automations", "after insert"],
    ["at its version", "automation_versions", "before insert"],
    ["after its version", "automation_versions", "after insert"],
  ])("%s leaves nothing of new ones, which can be made then", async (where, table, when) => {
    const names = Array.from({ length: 4 }, (_, index) => `${where} ${index}`);
    await servers.killAt(table, when, (url) =>
      names.map((name) => send(url, "POST", "/automations", automationBody({ name }))),
    );
    const list = await api.call("GET", `/automations?limit=100&search=${encodeURIComponent(where)}`);
    expect(list.body.data.items).toEqual([]);
    expect(await halfDone()).toEqual([]);
    for (const name of names) await api.create({ name });
    expect(await halfDone()).toEqual([]);
  });

  it.each([
    ["at the automation", "automations", "before update"],
    ["after the automation", "automations", "after update"],
    ["at its version", "automation_versions", "before insert"],
    ["after its version", "automation_versions", "after insert"],
  ])("%s leaves a replaced one as it was, and it can be replaced then", async (_, table, when) => {
    const { id } = await api.create({ name: "Kept", graphDefinition: SMALL_GRAPH });
    const before = await api.read(id);
    const json = { ...automationBody({ name: "New", graphDefinition: webhookGraph() }), baseVersion: before.version };
    const path = `/automations/${id}`;
    await servers.killAt(table, when, (url) => [send(url, "PUT", path, json)]);
    expect(await api.read(id)).toEqual(before);
    expect(await halfDone()).toEqual([]);
    const replaced = expectSuccess("replaceAutomation", await api.call("PUT", path, { json }));
    expect(replaced).toMatchObject({ name: "New", version: before.version + 1 });
    expect(await halfDone()).toEqual([]);
  });
});

describe("a server that is killed while it removes what has expired", () => {
  const RUNS = 3000;
  const AT_ONCE = 500;
  const YEARS = { from: "2020-01-01T00:00:00.000Z", to: "2030-01-01T00:00:00.000Z" };

  it("has counted each run once and left none in part, wherever it was", async () => {
    const { db } = api.app.opened;
    const { workspace_id: workspaceId, automation_id: automationId } = await insertEmptyAutomation(db);
    await db.transaction().execute(async (trx) => {
      // Neither their events nor their deliveries matter here.
      await sql`set local session_replication_role = replica`.execute(trx);
      await sql`
        insert into runs (workspace_id, id, automation_id, automation_version, status, trigger_type, created_at,
          completed_at, current_node_id, event_id)
        select ${workspaceId}, 'run-' || n, ${automationId}, 1, 'completed', 'deal_created', ended, ended, 'end',
          'event-' || n
        from generate_series(1, ${RUNS}::integer) as n
        cross join lateral (select now() - interval '400 days' - n * interval '1 hour') as o (ended)`.execute(trx);
      await sql`
        insert into run_steps (workspace_id, run_id, seq, at, node_id, handle, edge_id, why)
        select ${workspaceId}, 'run-' || n, 1, now(), 'start', 'next', 'edge', '{}'
        from generate_series(1, ${RUNS}::integer) as n`.execute(trx);
      await sql`
        insert into outbox (workspace_id, id, idempotency_key, kind, recipient, content, created_at)
        select ${workspaceId}, 'entry-' || n, 'entry-' || n, 'email', 'a@b.example', '{}', now() - interval '400 days'
        from generate_series(1, ${RUNS}::integer) as n`.execute(trx);
    });
    const stats = () => readStats(db, { workspaceId, automationId }, YEARS, true);
    const left = async () => {
      const { rows } = await sql<Record<"runs" | "steps" | "entries", number>>`
        select (select count(*)::integer from runs where workspace_id = ${workspaceId}) as runs,
          (select count(*)::integer from run_steps where workspace_id = ${workspaceId}) as steps,
          (select count(*)::integer from outbox where workspace_id = ${workspaceId}) as entries`.execute(db);
      return rows[0] ?? { runs: Number.NaN, steps: Number.NaN, entries: Number.NaN };
    };
    const before = await stats();
    expect(before.runs).toBe(RUNS);

    for (const [table, when] of [
      ["outbox", "before delete"],
      ["run_counts", "before insert"],
      ["run_counts", "after insert or update"],
      ["runs", "before delete"],
      ["run_steps", "after delete"],
    ] as const) {
      await servers.killAt(table, when);
      const { runs, steps, entries } = await left();
      // The database still does the one statement that it was given.
      expect([(RUNS - runs) % AT_ONCE, steps, (RUNS - entries) % AT_ONCE], table).toEqual([0, runs, 0]);
      expect(await stats(), table).toEqual(before);
    }
    const last = await servers.start();
    await expect.poll(left, { timeout: 60_000 }).toEqual({ runs: 0, steps: 0, entries: 0 });
    await servers.kill(last);
    expect(await stats()).toEqual(before);
  });
});
