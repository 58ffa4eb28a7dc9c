import { type Action, type ActionCall, type Actions, succeeded } from "@trilho/server/runs/action";
import type { CallGate } from "@trilho/server/runs/call-gate";
import { createDispatcher } from "@trilho/server/runs/dispatcher";
import { createExecutor } from "@trilho/server/runs/executor";
import { createPlans } from "@trilho/server/runs/plans";
import { createRendering } from "@trilho/server/runs/rendering";
import { createRunner, type Runner } from "@trilho/server/runs/runner";
import { openPool } from "@trilho/server/platform/database/open/postgres";
import { createStore } from "@trilho/server/app/store";
import { ACTION_TYPES } from "@trilho/engine/contract";

export function fail(error: unknown): never {
  throw error;
}

/** The database as a process of the server has it. */
export function openParts(databaseUrl: string, serverSecret: string) {
  const db = openPool(databaseUrl, fail);
  return { db, store: createStore(db, serverSecret, fail) };
}

/**
 * Takes runs further as a worker does; `acted` is told of each action, and is all that happens in them. With a gate, as
 * many begin as that lets in.
 */
export function runnerOn(
  { store }: ReturnType<typeof openParts>,
  concurrency: number,
  acted: (automationId: string) => unknown = () => undefined,
  gate?: CallGate,
): Runner {
  const action: Action = {
    where: "outside",
    async perform({ run }) {
      await acted(run.automationId);
      return succeeded();
    },
    ...(gate !== undefined && { host: ({ config }: ActionCall) => new URL(String(config["url"])).host }),
  };
  const actions = Object.fromEntries(ACTION_TYPES.map((type) => [type, action])) as unknown as Actions;
  const executor = createExecutor({
    store,
    actions,
    planOf: createPlans(),
    render: createRendering(),
    ...(gate && { gate }),
  });
  return createRunner({ store, executor, dispatcher: createDispatcher(store), concurrency, onError: fail });
}
