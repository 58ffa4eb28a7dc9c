import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { RUN_STATUSES } from "@trilho/engine/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addWorkspace } from "../http/testing/workspace.ts";
import { openTestStore, STORE_KINDS, type TestStore } from "../testing/open-test-store.ts";

const page = readFileSync(new URL("../../../../docs/runs.md", import.meta.url), "utf8");
const pairs = (pattern: RegExp): string[] => [...page.matchAll(pattern)].map(([, from, to]) => `${from} ${to}`);

/** What the page says. */
const drawn = pairs(/^ {4}(\w+) --> (\w+)$/gm);
const listed = pairs(/^\| `(\w+)` +\| `(\w+)` +\|/gm);

test("the diagram and the table of docs/runs.md name the same transitions", () => {
  expect(drawn).toEqual(listed);
  expect(new Set(drawn).size).toBe(drawn.length);
});

describe.each(STORE_KINDS)("a run's status on %s", (kind) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  afterAll(() => opened.close());

  test("changes as docs/runs.md says and in no other way", async () => {
    const { db, serverSecret, store } = opened;
    const { id: workspace_id } = await addWorkspace(db, serverSecret);
    const scope = { scope: "global", pipelineId: null, stageId: null } as const;
    const automation = await store.automations.create(
      workspace_id,
      {
        ...scope,
        name: "A",
        enabled: true,
        triggerType: "deal_created",
        outboundChannelId: null,
        respectBusinessHours: false,
        triggerWindow: null,
        conditions: null,
        triggerConfig: null,
        graphDefinition: { version: 2, nodes: [], edges: [] },
      },
      { signing: null, headerValue: null, password: null, headers: [] },
    );
    const change = async (from: string, to: string): Promise<boolean> => {
      const id = randomUUID();
      const run = {
        workspace_id,
        id,
        automation_id: automation.id,
        automation_version: 1,
        trigger_type: "deal_created",
      };
      const nothing = { deal_id: null, contact_id: null, last_error: null, current_node_id: null, chain_id: null };
      await db
        .insertInto("runs")
        .values({ ...run, ...nothing, status: from, event_id: id })
        .execute();
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
