import type { KyselyPlugin } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { insertEmptyAutomation } from "../testing/run-cases.ts";
import { fail, openTestStore, type TestStore } from "../../testing/open-test-store.ts";
import { storeRun } from "../../testing/stored.ts";
import { createStore } from "../../app/store.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

let opened: TestStore;
beforeAll(async () => {
  opened = await openTestStore();
});
afterAll(() => opened.close());

/** Lets something happen between the first statement that reads and the next. */
const afterFirst = (happens: () => Promise<unknown>): KyselyPlugin => {
  let isFirst = true;
  return {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (isFirst) {
        isFirst = false;
        await happens();
      }
      return result;
    },
  };
};

test("a run, its steps and its history are read as of one moment, while a worker takes it further", async () => {
  const { db, serverSecret } = opened;
  const of = await insertEmptyAutomation(db);
  const id = await storeRun(db, { ...of, status: "queued" });
  const goesOn = async () => {
    await db.updateTable("runs").set({ status: "completed", tick: 1 }).where("id", "=", id).execute();
    const step = { seq: 1, at: new Date(), node_id: "start", handle: "next", edge_id: null, why: "{}" };
    await db
      .insertInto("run_steps")
      .values({ workspace_id: of.workspace_id, run_id: id, ...step })
      .execute();
  };
  const viewer = automationPrincipal({
    workspaceId: of.workspace_id,
    workspace: { timeZone: "UTC", locale: "en" },
  });
  const read = (reading: TestStore["db"]) =>
    createStore(reading, serverSecret, fail).runRecords.read(viewer, { automationId: of.automation_id, runId: id });
  const during = await read(db.withPlugin(afterFirst(goesOn)));
  expect([during?.run.status, during?.more.steps]).toEqual(["queued", []]);
  const after = await read(db);
  expect([after?.run.status, after?.more.steps.length]).toEqual(["completed", 1]);
});
