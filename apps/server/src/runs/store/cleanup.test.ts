import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { storeRun } from "../../testing/stored.ts";
import { DEFAULT_RETENTION, removeExpired } from "./cleanup.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.now();
const daysAgo = (days: number): Date => new Date(NOW - days * DAY);

describe.each(STORE_KINDS)("what is removed by its age in %s", (kind) => {
  let opened: TestStore;
  let place: { workspace_id: string; automation_id: string };
  beforeAll(async () => {
    opened = await openTestStore(kind);
    place = await insertEmptyAutomation(opened.db);
  });
  afterAll(() => opened.close());

  const removeNow = (change = {}, now = NOW) =>
    removeExpired(opened.db, { ...DEFAULT_RETENTION, sweeps: false, ...change }, now);

  /** A run with a line in every table of its own. */
  async function addRun(change: Parameters<typeof storeRun>[1] | object): Promise<string> {
    const { db } = opened;
    const id = await storeRun(db, { ...place, ...change });
    const of = { workspace_id: place.workspace_id, run_id: id };
    const at = new Date(NOW);
    const left = { node_id: "start", handle: "next", edge_id: "a", why: "{}" };
    await db
      .insertInto("run_steps")
      .values({ ...of, seq: 1, at, ...left })
      .execute();
    const done = { action_type: "webhook", config: "{}", attempts: 1, is_done: true };
    await db
      .insertInto("run_effects")
      .values({ ...of, node_id: "hook", at, ...done })
      .execute();
    const nobody = { by_member_id: null, by_api_key_id: null, by_run_id: null };
    await db
      .insertInto("run_changes")
      .values({ ...of, tick: 1, at, to_status: "cancelled", why: "{}", ...nobody })
      .execute();
    return id;
  }

  const linesOf = async (runId: string): Promise<number[]> => {
    const tables = ["run_steps", "run_effects", "run_changes"] as const;
    const rows = tables.map((table) =>
      opened.db.selectFrom(table).select("run_id").where("run_id", "=", runId).execute(),
    );
    return (await Promise.all(rows)).map(({ length }) => length);
  };

  const ended = (days: number) => ({ status: "completed", created_at: daysAgo(days), completed_at: daysAgo(days) });

  it.each<[string, object, object, boolean]>([
    ["that ended 364 days ago stays", ended(364), {}, true],
    ["that ended 366 days ago goes", ended(366), {}, false],
    ["that was skipped 366 days ago goes", { ...ended(366), status: "skipped" }, {}, false],
    ["that began 1,000 days ago and ended 364 days ago stays", { ...ended(364), created_at: daysAgo(1000) }, {}, true],
    ["that ended 31 days ago goes where runs are kept for 30", ended(31), { runDays: 30 }, false],
    ["that is still waiting stays, however old", { status: "waiting", created_at: daysAgo(4000) }, {}, true],
    ["of a test that ended 29 days ago stays", { ...ended(29), is_test: true }, {}, true],
    ["of a test that ended 31 days ago goes", { ...ended(31), is_test: true }, {}, false],
    ["of a test that waits stays", { status: "waiting", is_test: true, created_at: daysAgo(4000) }, {}, true],
  ])("a run %s, with all that is told of it", async (_, run, change, isKept) => {
    const id = await addRun(run);
    await removeNow(change);
    const row = await opened.db.selectFrom("runs").select("id").where("id", "=", id).executeTakeFirst();
    expect([row !== undefined, ...(await linesOf(id))]).toEqual(isKept ? [true, 1, 1, 1] : [false, 0, 0, 0]);
  });

  it("a run stays while its event is there, so that one event never starts an automation twice", async () => {
    const { db } = opened;
    const event_id = randomUUID();
    const nobody = { deal_id: null, contact_id: null, chain_id: null };
    const event = { ...nobody, workspace_id: place.workspace_id, id: event_id, type: "deal_created", payload: "{}" };
    // As where it was dispatched a second time.
    await db
      .insertInto("events")
      .values({ ...event, dispatched_at: daysAgo(29) })
      .execute();
    const id = await addRun({ ...ended(1000), event_id });
    const there = async () => [
      (await db.selectFrom("events").select("id").where("id", "=", event_id).execute()).length,
      (await db.selectFrom("runs").select("id").where("id", "=", id).execute()).length,
    ];
    await removeNow();
    expect(await there()).toEqual([1, 1]);
    await removeNow({}, NOW + 2 * DAY);
    expect(await there()).toEqual([0, 0]);
  });

  it("runs go part by part, whoever removes them at once, and their statistics stay", async () => {
    const { db, store } = opened;
    const of = await insertEmptyAutomation(db);
    const period = { from: daysAgo(700).toISOString(), to: daysAgo(340).toISOString() };
    await db.transaction().execute(async (trx) => {
      await sql`
        insert into runs (workspace_id, id, automation_id, automation_version, status, trigger_type, created_at)
        select ${of.workspace_id}, gen_random_uuid(), ${of.automation_id}, 1, 'queued', 'deal_created',
          ${daysAgo(600)}::timestamptz + n * interval '3 hours'
        from generate_series(1, 2000) as n`.execute(trx);
      await sql`update runs set status = 'failed', completed_at = created_at
        where automation_id = ${of.automation_id}`.execute(trx);
    });
    const stats = async () => {
      const { byStatus } = await store.runRecords.stats(of.workspace_id, of.automation_id, period, true);
      return byStatus;
    };
    const before = await stats();
    await Promise.all([removeNow(), removeNow(), removeNow()]);
    // Who came last may have left what another one held.
    await removeNow();
    const { rows } = await sql<{ count: number; oldest: Date }>`
      select count(*)::integer as count, min(completed_at) as oldest from runs where automation_id = ${of.automation_id}
      `.execute(db);
    expect(rows[0]?.count).toBe(121);
    expect(rows[0]?.oldest.getTime()).toBeGreaterThanOrEqual(daysAgo(365).getTime());
    expect(before).toEqual([{ status: "failed", runs: 2000 }]);
    expect(await stats()).toEqual(before);
  });

  it("an entry of the outbox goes after 90 days, or as many as are set", async () => {
    const { db, store } = opened;
    const add = async (days: number): Promise<string> => {
      const content = { text: "Hello" };
      const entry = { kind: "whatsapp" as const, channelId: null, contactId: null, recipient: "+55", content };
      const { id } = await store.outbox.add(place.workspace_id, randomUUID(), entry);
      await sql`update outbox set created_at = ${daysAgo(days)} where id = ${id}`.execute(db);
      return id;
    };
    const [first, second] = [await add(89), await add(91)];
    const kept = async () => (await db.selectFrom("outbox").select("id").execute()).map(({ id }) => id);
    expect((await kept()).toSorted()).toEqual([first, second].toSorted());
    await removeNow();
    expect(await kept()).toEqual([first]);
    await removeNow({ outboxDays: 88 });
    expect(await kept()).toEqual([]);
  });

  /** What is left of versions that came so many days ago, of which some have or had runs and the last one is current. */
  async function versionsLeft(
    days: number[],
    withRuns: number[] = [],
    isDeleted = false,
    movedFrom: number | null = null,
  ): Promise<number[]> {
    const { db } = opened;
    const { workspace_id, automation_id } = await insertEmptyAutomation(db);
    const of = { workspace_id, automation_id };
    await db.deleteFrom("automation_versions").where("automation_id", "=", automation_id).execute();
    const rows = days.map((each, index) => ({
      ...of,
      version: index + 1,
      definition: "{}",
      created_at: daysAgo(each),
    }));
    await db.insertInto("automation_versions").values(rows).execute();
    await db.updateTable("automations").set({ version: days.length }).where("id", "=", automation_id).execute();
    for (const automation_version of withRuns) await storeRun(db, { ...of, automation_version });
    if (movedFrom !== null) await insertMigration(of, movedFrom, days.length);
    if (isDeleted) await db.deleteFrom("automations").where("id", "=", automation_id).execute();
    await removeNow();
    const kept = db.selectFrom("automation_versions").select("version").where("automation_id", "=", automation_id);
    return (await kept.orderBy("version").execute()).map(({ version }) => version);
  }

  /** A migration that could be undone. */
  async function insertMigration(
    of: { workspace_id: string; automation_id: string },
    version: number,
    to_version: number,
  ): Promise<void> {
    const choices = JSON.stringify([{ version, nodeId: "wait", phase: "sleeping", future: "same", choice: "move" }]);
    const by = { by_member_id: "m", by_api_key_id: "k" };
    await opened.db
      .insertInto("run_migrations")
      .values({ ...of, ...by, id: `m-${of.automation_id}`, to_version, status: "done", choices })
      .execute();
  }

  describe("versions of an automation", () => {
    it.each<[string, Parameters<typeof versionsLeft>, number[]]>([
      ["the current one stays, however old", [[4000]], [1]],
      ["those that were replaced more than 365 days ago go", [[800, 700, 366]], [3]],
      ["one that was replaced 364 days ago stays, however old", [[800, 700, 364]], [2, 3]],
      ["one that a run is left of stays", [[800, 700, 600, 366], [2]], [2, 4]],
      ["one that a moved run can be put back into stays", [[800, 700, 366], [], false, 1], [1, 3]],
      ["all go with a deleted automation", [[800, 366], [], true], []],
      ["of a deleted automation those stay that a run is left of", [[800, 366], [1], true], [1]],
      ["of a deleted automation young ones stay", [[800, 364], [], true], [2]],
    ])("%s", async (_, versions, expected) => {
      expect(await versionsLeft(...versions)).toEqual(expected);
    });
  });
});
