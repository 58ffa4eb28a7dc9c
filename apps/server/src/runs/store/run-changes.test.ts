import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { fail, openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { storeRun } from "../../testing/stored.ts";
import { createStore } from "../../app/store.ts";
import { someoneWaitsForALock } from "../../testing/lock-waits.ts";

const BY = { memberId: "ana", keyId: "hers" };

describe.each(STORE_KINDS)("the history of a run on %s", (kind) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  afterAll(() => opened.close());

  const changesOf = (workspaceId: string) =>
    opened.db.selectFrom("run_changes").selectAll().where("workspace_id", "=", workspaceId).execute();
  const runOf = (id: string) => opened.db.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

  test("tells of each run that lived what it was when its automation was deleted, and who deleted it", async () => {
    const { workspace_id, automation_id } = await insertEmptyAutomation(opened.db);
    const statuses = new Map<string, string>();
    for (const status of ["queued", "running", "waiting", "completed", "failed"])
      statuses.set(await storeRun(opened.db, { workspace_id, automation_id, status }), status);
    await opened.store.automations.delete(workspace_id, automation_id, BY);
    const changes = await changesOf(workspace_id);
    expect(changes.map(({ from_status }) => from_status).toSorted()).toEqual(["queued", "running", "waiting"]);
    for (const change of changes) {
      const run = await runOf(change.run_id);
      expect(change).toMatchObject({
        from_status: statuses.get(change.run_id),
        to_status: "cancelled",
        why: { code: "automation-deleted", params: {} },
        by_member_id: "ana",
        by_api_key_id: "hers",
        by_run_id: null,
        at: run.completed_at,
        tick: run.tick,
      });
    }
  });

  test("leaves no state behind that goes on, and no job that is not too late", async () => {
    const { workspace_id, automation_id } = await insertEmptyAutomation(opened.db);
    const state = {
      status: "waiting",
      nodeId: "n",
      seq: 2,
      phase: "sleeping",
      attempts: 0,
      wakeAt: 1,
      lastError: null,
    };
    const awaiting = { next_attempt_at: new Date(), lease_until: new Date(), awaits_contact_id: "c", reply: "{}" };
    const id = await storeRun(opened.db, { workspace_id, automation_id, ...awaiting, state: JSON.stringify(state) });
    await opened.store.automations.delete(workspace_id, automation_id, BY);
    expect(await runOf(id)).toMatchObject({
      status: "cancelled",
      state: { ...state, status: "cancelled", phase: "ended", wakeAt: null },
      next_attempt_at: null,
      lease_until: null,
      awaits_contact_id: null,
      reply: null,
      tick: 1,
    });
  });

  test("takes as many statements for many runs as for one", async () => {
    let statements = 0;
    const counting: KyselyPlugin = {
      transformQuery: ({ node }) => ((statements += 1), node),
      transformResult: async ({ result }) => result,
    };
    const store = createStore(opened.db.withPlugin(counting), opened.serverSecret, fail);
    const statementsFor = async (count: number): Promise<number> => {
      const { workspace_id, automation_id } = await insertEmptyAutomation(opened.db);
      for (let each = 0; each < count; each += 1) await storeRun(opened.db, { workspace_id, automation_id });
      statements = 0;
      await store.automations.delete(workspace_id, automation_id, BY);
      expect(await changesOf(workspace_id)).toHaveLength(count);
      return statements;
    };
    const few = await statementsFor(1);
    expect(few).toBeGreaterThan(0);
    expect(await statementsFor(30)).toBe(few);
  });

  test("is not changed afterwards, and goes with its run and its workspace alone", async () => {
    const kept = await insertEmptyAutomation(opened.db);
    const gone = await insertEmptyAutomation(opened.db);
    const [first, second] = [await storeRun(opened.db, kept), await storeRun(opened.db, kept)];
    await storeRun(opened.db, gone);
    for (const { workspace_id, automation_id } of [kept, gone])
      await opened.store.automations.delete(workspace_id, automation_id, BY);
    const rewriting = opened.db.updateTable("run_changes").set({ by_member_id: "bia" }).execute();
    await expect(rewriting).rejects.toThrow("what a run's history says is not changed");
    await opened.db.deleteFrom("runs").where("id", "=", first).execute();
    await opened.db.deleteFrom("workspaces").where("id", "=", gone.workspace_id).execute();
    expect(await changesOf(kept.workspace_id)).toMatchObject([{ run_id: second, by_member_id: "ana" }]);
    expect(await changesOf(gone.workspace_id)).toEqual([]);
  });
});

describe("while its automation is deleted, a run that another process has in its hands", () => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore("embedded");
  });
  afterAll(() => opened.close());

  test.each([
    ["waiting", [{ from_status: "waiting", to_status: "cancelled", tick: 2 }]],
    ["completed", []],
  ])("is told as what it has become by then: %s", async (status, expected) => {
    const { db, store } = opened;
    const { workspace_id, automation_id } = await insertEmptyAutomation(opened.db);
    const id = await storeRun(db, { workspace_id, automation_id, status: "queued" });
    let deleting: Promise<boolean> | undefined;
    await db.transaction().execute(async (trx) => {
      await trx.updateTable("runs").set({ status, tick: 1 }).where("id", "=", id).execute();
      deleting = store.automations.delete(workspace_id, automation_id, BY);
      await expect.poll(() => someoneWaitsForALock(opened.db), { timeout: 20_000 }).toBe(true);
    });
    expect(await deleting).toBe(true);
    const changes = await db.selectFrom("run_changes").selectAll().where("run_id", "=", id).execute();
    expect(changes).toMatchObject(expected);
    expect(changes).toHaveLength(expected.length);
  });
});
