import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { planOf } from "../../testing/query-plan.ts";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { storeRun } from "../../testing/stored.ts";
import { BACKLOG, MOST_COUNTED, readBacklog } from "./backlog.ts";

let opened: TestStore;
let of: { workspace_id: string; automation_id: string };
beforeAll(async () => {
  opened = await openTestStore();
  of = await insertEmptyAutomation(opened.db);
});
afterAll(async () => {
  await opened.close();
});

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

describe("what waits", () => {
  it("is nothing on a new database", async () => {
    const paused = { paused: 0, pausedAutomations: 0, pausedWorkspaces: 0, isServerPaused: false };
    const backlog = { queued: 0, running: 0, waiting: 0, queueAge: 0, eventLag: 0 };
    expect(await readBacklog(opened.db)).toEqual({ ...backlog, ...paused });
  });

  it("is counted by status, and told since when, of all workspaces", async () => {
    const { db } = opened;
    const other = await insertEmptyAutomation(db);
    const statuses = ["queued", "running", "waiting", "waiting", "completed"];
    for (const status of statuses) await storeRun(db, { ...of, status });
    await storeRun(db, { ...other, status: "queued" });
    const event = { type: "deal_created", deal_id: null, contact_id: null, payload: "{}", chain_id: null };
    await db
      .insertInto("events")
      .values([
        { ...event, workspace_id: of.workspace_id, id: randomUUID(), created_at: ago(1) },
        { ...event, workspace_id: other.workspace_id, id: randomUUID(), created_at: ago(2) },
        { ...event, workspace_id: other.workspace_id, id: randomUUID(), created_at: ago(9), dispatched_at: ago(9) },
      ])
      .execute();
    for (const hours of [3, 1, -5]) await storeRun(db, { ...of, status: "waiting", next_attempt_at: ago(hours) });
    // Somebody has it.
    const taken = { next_attempt_at: ago(4), lease_until: ago(-1) };
    await storeRun(db, { ...of, status: "waiting", ...taken });
    const backlog = await readBacklog(db);
    expect(backlog).toMatchObject({ queued: 2, running: 1, waiting: 6 });
    expect([backlog.eventLag, backlog.queueAge].map((seconds) => Math.floor(seconds / 3600))).toEqual([2, 3]);
    await db.deleteFrom("runs").where("next_attempt_at", "is not", null).execute();
  });

  it("is counted apart where it is paused, with what is", async () => {
    const { pauses } = opened.store;
    const kept = await storeRun(opened.db, { ...of, status: "queued", next_attempt_at: ago(1) });
    await opened.db.updateTable("runs").set({ next_attempt_at: new Date() }).where("status", "=", "running").execute();
    const { workspace_id: workspaceId, automation_id: automationId } = of;
    const scopes = [{ kind: "automation", workspaceId, automationId, by: null }, { kind: "server" }] as const;
    for (const scope of scopes) await pauses.set(scope, true);
    await pauses.hold({ kind: "server" });
    const paused = { paused: 2, pausedAutomations: 1, pausedWorkspaces: 0, isServerPaused: true };
    expect(await readBacklog(opened.db)).toMatchObject(paused);
    for (const scope of scopes) await pauses.set(scope, false);
    // One of the runs before was under way.
    expect(await pauses.release(10)).toBe(2);
    await opened.db.deleteFrom("runs").where("id", "=", kept).execute();
  });

  it("is read along indexes, the same however many runs there are, also before PostgreSQL has counted them", async () => {
    const { db } = opened;
    await sql`
      insert into runs (workspace_id, id, automation_id, automation_version, trigger_type, event_id, status)
      select ${of.workspace_id}, 'many-' || n, ${of.automation_id}, 1, 'deal_created', 'many-' || n, 'queued'
      from generate_series(1, ${2 * MOST_COUNTED}) as n`.execute(db);
    await sql`
      insert into events (workspace_id, id, type, payload)
      select ${of.workspace_id}, 'many-' || n, 'deal_created', '{}' from generate_series(1, 20000) as n`.execute(db);
    expect(await readBacklog(db)).toMatchObject({ queued: MOST_COUNTED, waiting: 2 });
    for (const isCounted of [false, true]) {
      if (isCounted) await sql`analyze runs, events`.execute(db);
      const nodes = await planOf(db, BACKLOG);
      const read = nodes.filter((node) => ["runs", "events"].includes(node["Relation Name"] ?? ""));
      expect(read.length).toBeGreaterThanOrEqual(5);
      for (const node of read) {
        expect(node["Node Type"]).toMatch(/^Index/);
        expect(node["Actual Rows"]).toBeLessThanOrEqual(MOST_COUNTED);
      }
    }
  });
});
