import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { openTestStore } from "../../testing/open-test-store.ts";
import { DEFAULT_RETENTION, removeExpired } from "./cleanup.ts";

const EVENTS = 5_000;

describe("PGlite, which sweeps nothing by itself", () => {
  it("passes everything that was dispatched in each look for more, until it was swept", async () => {
    const { db, close } = await openTestStore("pglite");
    const pagesOfLook = async (): Promise<number> => {
      const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number } }] }>`
        explain (analyze, buffers, format json)
        select id from events where workspace_id = 'a' and dispatched_at is null
        order by created_at, id limit 1`.execute(db);
      return rows[0]?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"] ?? Number.NaN;
    };
    await sql`set session_replication_role = replica`.execute(db);
    await sql`
      insert into events (workspace_id, id, type, payload)
      select 'a', 'event-' || n, 'deal_created', '{}' from generate_series(1, ${EVENTS}::integer) as n`.execute(db);
    await sql`update events set dispatched_at = now()`.execute(db);
    const before = await pagesOfLook();
    await removeExpired(db, { ...DEFAULT_RETENTION, sweeps: true }, Date.now());
    expect(before).toBeGreaterThan(30);
    expect(await pagesOfLook()).toBeLessThan(10);
    await close();
  });
});
