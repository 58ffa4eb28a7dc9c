import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inOrder } from "../../platform/database/in-order.ts";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { planOf } from "../../testing/query-plan.ts";
import { storeRun } from "../../testing/stored.ts";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { firstDue } from "./due-runs.ts";

const WAITING = 20_000;

let opened: TestStore;
let of: { workspace_id: string; automation_id: string };
beforeAll(async () => {
  opened = await openTestStore();
  of = await insertEmptyAutomation(opened.db);
});
afterAll(() => opened.close());

const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

describe("runs that are due", () => {
  it("are taken once, in the order in which they are due; what waits, is paused, over or in other hands is not", async () => {
    const { db, store } = opened;
    const due: string[] = [];
    for (const seconds of [10, 30, 20]) {
      due.push(await storeRun(db, { ...of, status: "queued", next_attempt_at: ago(seconds) }));
    }
    const [first, second, third] = [due[1], due[2], due[0]];
    await storeRun(db, { ...of, status: "waiting", next_attempt_at: ago(-60) });
    await storeRun(db, { ...of, status: "waiting", next_attempt_at: ago(60), is_paused: true });
    await storeRun(db, { ...of, status: "running", next_attempt_at: ago(60), lease_until: ago(-60) });
    await storeRun(db, { ...of, status: "completed", next_attempt_at: ago(60) });
    expect(await store.dueRuns.workspaces()).toEqual(new Set([of.workspace_id]));
    const taken: string[] = [];
    for (const count of [1, 10, 10]) {
      for (const { runId, tick, lost } of await store.dueRuns.takeFirst(count, [])) {
        expect([tick, lost]).toEqual([1, undefined]);
        taken.push(runId);
      }
    }
    expect([taken[0], taken.slice(1).toSorted()]).toEqual([first, [second, third].toSorted()]);
  });

  it("are taken by one of several processes that look at the same instant", async () => {
    const { db, store } = opened;
    for (let each = 0; each < 40; each += 1) await storeRun(db, { ...of, status: "queued", next_attempt_at: ago(1) });
    const looks = await Promise.all(Array.from({ length: 8 }, () => store.dueRuns.takeFirst(10, [])));
    const ids = looks.flat().map(({ runId }) => runId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length + (await store.dueRuns.takeFirst(100, [])).length).toBe(40);
  });

  it("are found along an index that ends at the first few, however many wait, also before PostgreSQL has counted them", async () => {
    const { db } = opened;
    await sql`
      insert into runs (workspace_id, id, automation_id, automation_version, trigger_type, event_id, status, next_attempt_at)
      select ${of.workspace_id}, 'many-' || n, ${of.automation_id}, 1, 'deal_created', 'many-' || n, 'queued',
        now() + case when n % 2 = 0 then interval '1 day' else - interval '1 second' end
      from generate_series(1, ${WAITING}) as n`.execute(db);
    for (const isCounted of [false, true]) {
      if (isCounted) await sql`analyze runs`.execute(db);
      const read = (await planOf(db, firstDue(sql`true`, inOrder(8)))).filter(
        (node) => node["Relation Name"] === "runs",
      );
      expect(read).toMatchObject([{ "Node Type": "Index Scan", "Index Name": "runs_due" }]);
      for (const node of read) expect(node["Actual Rows"]).toBeLessThanOrEqual(20);
    }
  });
});
