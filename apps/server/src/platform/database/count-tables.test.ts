import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertEmptyAutomation } from "../../runs/testing/run-cases.ts";
import { storeRun } from "../../testing/stored.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { countTables } from "./count-tables.ts";

const RUNS = 60;
const ALL = 1000;

describe.each(STORE_KINDS)("tables that were never counted, on %s", (kind) => {
  let opened: TestStore;
  let of: { workspace_id: string; automation_id: string };
  beforeAll(async () => {
    opened = await openTestStore(kind);
    of = await insertEmptyAutomation(opened.db);
    // The database may have been another suite's before.
    await sql`select pg_stat_reset_single_table_counters('runs'::regclass)`.execute(opened.db);
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

  const countedAt = async (): Promise<Date | null> => {
    const { rows } = await sql<{ at: Date | null }>`
      select last_analyze as at from pg_stat_user_tables where relid = 'runs'::regclass`.execute(opened.db);
    return rows[0]?.at ?? null;
  };

  it("stay so while they hold few rows", async () => {
    await addRuns(5);
    await countTables(opened.db, ALL);
    expect(await countedAt()).toBeNull();
  });

  it("are counted once when they have grown, and rows are found by their keys then", async () => {
    await addRuns(RUNS);
    await countTables(opened.db, ALL);
    const at = await countedAt();
    expect(at).toBeInstanceOf(Date);
    await addRuns(RUNS);
    await countTables(opened.db, ALL);
    expect(await countedAt()).toEqual(at);
    expect(await indexFor()).toContain("runs_pkey");
  });
});
