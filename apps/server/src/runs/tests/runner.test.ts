import { ACTION_TYPES, type ActionType, type JsonObject } from "@trilho/engine/contract";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { succeeded, type Actions } from "../action.ts";
import { createDispatcher } from "../dispatcher.ts";
import { createExecutor } from "../executor.ts";
import { createPlans } from "../plans.ts";
import { startTestApi, type TestApi } from "../../app/testing/api.ts";
import { createStore } from "../../app/store.ts";
import { fail } from "../../testing/open-test-store.ts";
import { createRunner, type Runner } from "../runner.ts";

let api: TestApi;
let runner: Runner;
const done: string[] = [];

const perform = async ({ key, config }: { key: string; config: JsonObject }) => {
  done.push(`${key.split(":")[1]} ${JSON.stringify(config["text"] ?? config["url"] ?? null)}`);
  return succeeded();
};

beforeAll(async () => {
  api = await startTestApi();
  const { db, serverSecret } = api.app.opened;
  const store = createStore(db, serverSecret, fail);
  const action = { where: "outside" as const, perform };
  const actions = Object.fromEntries(ACTION_TYPES.map((type: ActionType) => [type, action])) as unknown as Actions;
  const executor = createExecutor({ store, actions, planOf: createPlans(), render: (_, config) => config });
  runner = createRunner({ store, executor, dispatcher: createDispatcher(store), concurrency: 2, onError: fail });
  runner.start();
});
afterAll(async () => {
  await runner.stop();
  await api.app.close();
});

describe("an automation", () => {
  it("acts when its event happens", async () => {
    const { id } = await api.create({
      enabled: true,
      triggerType: "deal_created",
      graphDefinition: {
        version: 2,
        nodes: [
          { id: "start", type: "trigger" },
          { id: "hook", type: "action", actionType: "webhook", config: { url: "https://example.com" } },
          { id: "end", type: "end" },
        ],
        edges: [
          { id: "a", source: "start", target: "hook" },
          { id: "b", source: "hook", target: "end" },
        ],
      },
    });
    await api.call("POST", "/deals", { json: { name: "Solar kit" } });
    runner.wake();
    const runs = async () => (await api.call("GET", `/automations/${id}/runs`)).body.data.items;
    await vi.waitFor(
      async () => expect(await runs()).toMatchObject([{ status: "completed", currentNodeId: "end" }]),
      20_000,
    );
    expect(done).toEqual(['hook "https://example.com"']);
  });
});
