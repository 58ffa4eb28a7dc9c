import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertEmptyAutomation } from "../../runs/testing/run-cases.ts";
import { storeRun } from "../../testing/stored.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { countTables } from "./count-tables.ts";

const RUNS = 60;

describe.each(STORE_KINDS)("tables that were never counted, on %s", (kind) => {
  let opened: TestStore;
  let of: { workspace_id: string; automation_id: string };
  beforeAll(async () => {
    opened = await openTestStore(kind);
    of = await insertEmptyAutomation(opened.db);
  });
  afterAll(() => opened.close());

  /** A session tells what it changed a while later, unless it is asked to. */
  const addRuns = (count: number) =>
    opened.db.connection().execute(async (session) => {
      for (let run = 0; run < count; run += 1) await storeRun(session, of);
      await sql`select pg_stat_force_next_flush()`.execute(session);
    });

  const indexFor = async (): Promise<string> => {
    const query = opened.db
      .selectFrom("runs")
      .select("id")
      .where("workspace_id", "=", of.workspace_id)
      .where("id", "=", randomUUID())
      .forUpdate();
    return (await query.explain()).map((row) => Object.values(row as object).join(" ")).join("\n");
  };

  it("stay so while they hold few rows", async () => {
    await addRuns(5);
    expect(await countTables(opened.db, 10)).toBe(0);
  });

  it("are counted once when they have grown, and rows are found by their keys then", async () => {
    await addRuns(RUNS);
    expect([await countTables(opened.db, 10), await countTables(opened.db, 10)]).toEqual([1, 0]);
    expect(await indexFor()).toContain("runs_pkey");
  });
});
