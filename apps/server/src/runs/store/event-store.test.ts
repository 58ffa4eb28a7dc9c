import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { planOf } from "../../testing/query-plan.ts";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { eventsToTake } from "./event-store.ts";

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

describe("events to dispatch", () => {
  it("are read along their index, no more than are taken, while PostgreSQL takes them for few", async () => {
    const { db } = opened;
    const workspaces = await Promise.all(Array.from({ length: 3 }, () => insertEmptyAutomation(db)));
    const add = (count: number) =>
      Promise.all(
        workspaces.map(({ workspace_id }) =>
          sql`insert into events (workspace_id, id, type, payload)
            select ${workspace_id}, ${randomUUID()} || n, 'deal_created', '{}' from generate_series(1, ${count}) as n`.execute(
            db,
          ),
        ),
      );
    await sql`alter table events set (autovacuum_enabled = off)`.execute(db);
    for (const counted of [0, 5, 40]) {
      await sql`delete from events`.execute(db);
      await add(counted);
      await sql`vacuum analyze events`.execute(db);
      await add(5000);
      const nodes = await planOf(db, eventsToTake(100, ""));
      const read = nodes.filter((node) => node["Relation Name"] === "events");
      expect(read.map((node) => node["Node Type"])).not.toContain("Bitmap Heap Scan");
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
      for (const node of read) expect(node["Actual Rows"]).toBeLessThanOrEqual(20);
    }
  });
});
