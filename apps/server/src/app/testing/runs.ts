import { DAY_MS, startState } from "@trilho/engine";
import type { Insertable } from "kysely";
import type { Database } from "../../platform/database/schema/database.ts";
import { storeRun } from "../../testing/stored.ts";
import { testEvent } from "../../runs/model/trial.ts";
import type { TestApp } from "./test-app.ts";

type RunRow = Insertable<Database["runs"]>;

/** A run of an automation's first version, waiting by default. Answers its id. */
export const addRun = (
  app: TestApp,
  workspace: { id: string },
  automationId: string,
  dealId: string | null,
  change: Partial<RunRow> = {},
): Promise<string> =>
  storeRun(app.opened.db, {
    workspace_id: workspace.id,
    automation_id: automationId,
    deal_id: dealId,
    ...change,
  });

/** A test that waits until tomorrow, as `addRun` takes it. */
export const waitingTest = (): Partial<RunRow> => ({
  is_test: true,
  event: JSON.stringify(testEvent("deal_created", Date.now(), false)),
  state: JSON.stringify({ ...startState(), phase: "sleeping", nodeId: "n", wakeAt: Date.now() + DAY_MS }),
  next_attempt_at: new Date(Date.now() + DAY_MS),
});

/** What a run's webhook `hook` sent to an address, and was answered 200. Answers its id. */
export async function addDelivery(
  app: TestApp,
  workspace: { id: string },
  runId: string,
  url: string,
): Promise<string> {
  const { id } = await app.opened.store.deliveries.add(workspace.id, {
    runId,
    nodeId: "hook",
    attempt: 1,
    request: { url, method: "POST", headers: {}, timeoutMs: 1000 },
    body: "{}",
    status: 200,
    response: "",
    failure: null,
    durationMs: 1,
    at: "2026-06-01T12:00:00Z",
  });
  return id;
}
