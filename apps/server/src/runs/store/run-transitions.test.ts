import { readFileSync } from "node:fs";
import { RUN_STATUSES } from "@trilho/engine/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestStore, STORE_KINDS, type TestStore } from "../../testing/open-test-store.ts";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { storeRun } from "../../testing/stored.ts";

const page = readFileSync(new URL("../../../../../docs/runs.md", import.meta.url), "utf8");
const pairs = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, from, to]) => `${from} ${to}`);

/** What the page says. */
const drawn = pairs(/^ {4}(\w+) --> (\w+)$/gm);
const born = [...page.matchAll(/^ {4}\[\*\] --> (\w+)$/gm)].map(([, status]) => status);
const listed = pairs(/^\| `(\w+)` +\| `(\w+)` +\|/gm);

test("the diagram and the table of docs/runs.md name the same transitions", () => {
  expect(drawn).toEqual(listed);
  expect(new Set(drawn).size).toBe(drawn.length);
});

const NOTHING = {
  automation_version: 1,
  trigger_type: "deal_created",
  deal_id: null,
  contact_id: null,
  last_error: null,
  current_node_id: null,
  chain_id: null,
  event_id: null,
};

describe.each(STORE_KINDS)("a run's status on %s", (kind) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  afterAll(() => opened.close());

  test("begins as docs/runs.md draws it, and in no other way", async () => {
    const of = await insertEmptyAutomation(opened.db);
    const begins = (status: string): Promise<boolean> =>
      opened.db
        .insertInto("runs")
        .values({ ...NOTHING, ...of, id: status, status })
        .execute()
        .then(
          () => true,
          (error: unknown) => {
            expect(String(error)).toContain(`a run cannot begin as ${status}`);
            return false;
          },
        );
    const allowed: string[] = [];
    for (const status of RUN_STATUSES) if (await begins(status)) allowed.push(status);
    expect(allowed.toSorted()).toEqual(born.toSorted());
  });

  test("changes as docs/runs.md says and in no other way", async () => {
    const { db } = opened;
    const of = await insertEmptyAutomation(opened.db);
    const change = async (from: string, to: string): Promise<boolean> => {
      const id = await storeRun(db, { ...of, status: from });
      return db
        .updateTable("runs")
        .set({ status: to })
        .where("id", "=", id)
        .execute()
        .then(
          () => true,
          (error: unknown) => {
            expect(String(error)).toContain(`a run cannot go from ${from} to ${to}`);
            return false;
          },
        );
    };
    const allowed: string[] = [];
    for (const from of RUN_STATUSES)
      for (const to of RUN_STATUSES) if (from !== to && (await change(from, to))) allowed.push(`${from} ${to}`);
    expect(allowed.toSorted()).toEqual(listed.toSorted());
  });
});
