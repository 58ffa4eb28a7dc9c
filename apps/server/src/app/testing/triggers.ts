import { createDispatcher } from "../../runs/dispatcher.ts";
import { expectSuccess } from "./api.ts";
import { automationBody } from "./graphs.ts";
import type { Answer, CallInit, TestApp } from "./test-app.ts";

interface Caller {
  app: TestApp;
  call(method: string, path: string, init?: CallInit): Promise<Answer>;
}

/** Starts the runs of all that has happened. */
export async function dispatchAll({ app }: Pick<Caller, "app">): Promise<void> {
  const dispatcher = createDispatcher(app.opened.store);
  while ((await dispatcher.dispatch()) > 0);
}

/** An automation that is switched on, as the API answers it. */
export const addAutomation = async (api: Caller, change: object): Promise<Answer["body"]> =>
  expectSuccess(
    "createAutomation",
    await api.call("POST", "/automations", { json: automationBody({ enabled: true, ...change }) }),
  );

/** What the runs of an automation are about, in the order in which they began. */
export async function runsOf(
  { app }: Pick<Caller, "app">,
  automationId: string,
): Promise<{ dealId: string | null; contactId: string | null; type: string; event: Record<string, unknown> }[]> {
  await dispatchAll({ app });
  const rows = await app.opened.db
    .selectFrom("runs")
    .select(["deal_id", "contact_id", "trigger_type", "event"])
    .where("automation_id", "=", automationId)
    .orderBy("created_at")
    .execute();
  return rows.map((row) => ({
    dealId: row.deal_id,
    contactId: row.contact_id,
    type: row.trigger_type,
    event: row.event as Record<string, unknown>,
  }));
}
