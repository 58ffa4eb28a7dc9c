import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DealApi, startDealApi } from "../../app/testing/deal-api.ts";
import { addAutomation, runsOf } from "../../app/testing/triggers.ts";
import { createStore } from "../../app/store.ts";
import { fail } from "../../testing/open-test-store.ts";
import { createHookService } from "./hooks.ts";

let api: DealApi;
beforeAll(async () => {
  api = await startDealApi();
});
afterAll(() => api.app.close());

const TRIGGER = "incoming_webhook";
const SECRET = { auth: "header", headerName: "x-key", headerValue: "first", dealSeqPath: "deal" };

const add = () => addAutomation(api, { triggerType: TRIGGER, triggerConfig: SECRET });
type Automation = Awaited<ReturnType<typeof add>>;

const call = async ({ triggerConfig }: Automation, body: object, key = "first"): Promise<number> => {
  const path = `/hooks/automations/${triggerConfig.hookToken}`;
  return (await api.app.call("POST", path, { json: body, headers: { "x-key": key } })).status;
};

/** An automation that was called, so that the server remembers it. */
async function called(): Promise<Automation> {
  const automation = await add();
  expect(await call(automation, {})).toBe(202);
  return automation;
}

describe("an automation that was called before", () => {
  it.each<[string, (automation: Automation) => Promise<unknown>, number]>([
    ["is called again", () => Promise.resolve(), 202],
    [
      "takes no calls once it is switched off",
      ({ id }) => api.call("PATCH", `/automations/${id}/enabled`, { json: { enabled: false } }),
      404,
    ],
    ["takes no calls once it is deleted", ({ id }) => api.call("DELETE", `/automations/${id}`), 404],
    [
      "lets nobody in by a secret that it had before",
      ({ id }) => api.replace(id, { enabled: true, triggerType: TRIGGER, triggerConfig: other("second") }),
      401,
    ],
  ])("%s", async (_, change, status) => {
    const automation = await called();
    await change(automation);
    // A body that names a deal is looked into by another way than one that names nobody.
    const { seq } = await api.make();
    expect([
      await call(automation, {}),
      await call(automation, { deal: seq }),
      await call(automation, { deal: -1 }),
    ]).toEqual([status, status, status === 202 ? 400 : status]);
  });

  it("lets whoever has its new secret in", async () => {
    const automation = await called();
    await api.replace(automation.id, { enabled: true, triggerType: TRIGGER, triggerConfig: other("second") });
    expect(await call(automation, {}, "second")).toBe(202);
  });

  it("finds the deal where its settings say by now", async () => {
    const automation = await called();
    const { id, seq } = await api.make();
    const triggerConfig = { ...SECRET, dealSeqPath: "order.deal" };
    await api.replace(automation.id, { enabled: true, triggerType: TRIGGER, triggerConfig });
    expect(await call(automation, { order: { deal: seq } })).toBe(202);
    expect((await runsOf(api, automation.id)).map(({ dealId }) => dealId)).toContain(id);
  });

  it("is called by one statement", async () => {
    const automation = await add();
    const { opened } = api.app;
    let statements = 0;
    const db = opened.db.withPlugin({
      transformQuery: ({ node }) => ((statements += 1), node),
      transformResult: async ({ result }) => result,
    });
    const hooks = createHookService({ store: createStore(db, opened.serverSecret, fail), now: Date.now });
    const { seq } = await api.make();
    const take = async () => {
      statements = 0;
      const hook = await hooks.find(automation.triggerConfig.hookToken);
      if (hook === null) throw new Error("Nobody listens");
      expect(await hooks.call(hook, { deal: seq }, { idempotencyKey: null, mark: null })).toMatchObject({ ok: true });
      return statements;
    };
    expect([await take(), await take()]).toEqual([2, 1]);
  });
});

const other = (headerValue: string) => ({ ...SECRET, headerValue });
