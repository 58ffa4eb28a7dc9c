import { randomUUID } from "node:crypto";
import { ACTION_TYPES, type GraphDefinition, type GraphNode } from "@trilho/engine/contract";
import type { MigrateRunsRequest, RunMigration, RunMigrationPreview } from "@trilho/contract";
import { sql } from "kysely";
import { succeeded, type ActionCall, type Actions } from "../action.ts";
import { createExecutor } from "../executor.ts";
import { migrateSome } from "../migrations.ts";
import type { Store } from "../model/stores.ts";
import { createPlans } from "../plans.ts";
import { expectSuccess, startTestApi, type TestApi } from "../../app/testing/api.ts";
import { orderedId } from "../../platform/service/ordered-id.ts";

type Choice = MigrateRunsRequest["choices"][number];

/** A greeting, a wait, a call, an end. */
export function greeting(change: Partial<Record<"hello" | "pause" | "call", object>> = {}): GraphDefinition {
  const task = (id: "hello" | "call"): GraphNode => ({
    id,
    type: "action",
    actionType: "create_task",
    config: { title: id, ...change[id] },
  });
  return inLine({ id: "start", type: "trigger" }, task("hello"), pause(change.pause), task("call"), DONE);
}

export const DONE: GraphNode = { id: "done", type: "end" };
export const pause = (config: object = {}): GraphNode => ({
  id: "pause",
  type: "wait",
  config: { delaySeconds: 3600, ...config },
});

export const inLine = (...nodes: GraphNode[]): GraphDefinition => ({
  version: 2,
  nodes,
  edges: nodes.slice(1).map(({ id }, at) => ({ id: `e${at}`, source: nodes[at]?.id ?? "", target: id })),
});

/** A server whose runs are taken further by hand, and what their actions did. */
export interface MigrationWorld {
  api: TestApi;
  store: Store;
  /** What was carried out, as `run node title`. */
  done: string[];
  automation(graphDefinition: GraphDefinition): Promise<string>;
  publish(id: string, graphDefinition: GraphDefinition): Promise<void>;
  /** Begins runs of the version that is current, and lets them come to their wait. Answers their ids. */
  waiting(id: string, count: number): Promise<string[]>;
  /** Does all that is due. */
  work(): Promise<void>;
  /** As if the wait of a run were over. */
  pass(runId: string): Promise<void>;
  preview(id: string, draft?: GraphDefinition): Promise<RunMigrationPreview>;
  migrate(id: string, choices: Choice[], toVersion?: number): Promise<RunMigration>;
  /** Does what is to be moved, and answers how far it got. */
  migrated(id: string, migrationId: string): Promise<RunMigration>;
  undone(id: string, migrationId: string): Promise<RunMigration>;
  /** Version and status of each run, in this order. */
  standing(ids: readonly string[]): Promise<string[]>;
}

const at = (id: string, migrationId: string): string => `/automations/${id}/migrations/${migrationId}`;

export async function startMigrationWorld(): Promise<MigrationWorld> {
  const api = await startTestApi();
  const { store, db } = api.app.opened;
  const done: string[] = [];
  const perform = async (_: Store, { run, nodeId, config }: ActionCall) => {
    done.push(`${run.id} ${nodeId} ${String(config["title"])}`);
    return succeeded();
  };
  const actions = Object.fromEntries(ACTION_TYPES.map((type) => [type, { where: "inside", perform }]));
  const executor = createExecutor({
    store,
    actions: actions as unknown as Actions,
    planOf: createPlans(),
    render: (_, config) => config,
  });

  async function work(): Promise<void> {
    for (;;) {
      const [claim] = await store.dueRuns.takeFirst(1, []);
      if (claim === undefined) return;
      await executor.tick(claim);
    }
  }

  const moveAll = async (): Promise<void> => {
    while ((await migrateSome(store)) > 0);
  };
  const read = async (id: string, migrationId: string): Promise<RunMigration> =>
    expectSuccess("getRunMigration", await api.call("GET", at(id, migrationId)));

  return {
    api,
    store,
    done,
    work,
    automation: async (graphDefinition) => (await api.create({ enabled: true, graphDefinition })).id,
    publish: async (id, graphDefinition) => void (await api.replace(id, { graphDefinition })),
    async waiting(id, count) {
      const { version } = await api.read(id);
      const of = { workspaceId: api.workspace.id, automationId: id, automationVersion: version };
      const about = { dealId: null, contactId: null, triggerType: "deal_created", event: {}, depth: 0, refusal: null };
      const ids: string[] = [];
      for (let each = 0; each < count; each += 1) {
        const claim = await store.runs.start({
          ...of,
          ...about,
          id: orderedId(),
          eventId: randomUUID(),
          chainId: randomUUID(),
        });
        ids.push(claim?.runId ?? "");
      }
      await work();
      return ids.toSorted();
    },
    async pass(runId) {
      await sql`
        update runs set next_attempt_at = now() - interval '1 second',
          state = jsonb_set(state::jsonb, '{wakeAt}', to_jsonb(floor(extract(epoch from now()) * 1000) - 1000))::json
        where id = ${runId}`.execute(db);
      await work();
    },
    async preview(id, draft) {
      const json = draft === undefined ? {} : { draft: { graphDefinition: draft } };
      return expectSuccess(
        "previewRunMigration",
        await api.call("POST", `/automations/${id}/migration-preview`, { json }),
      );
    },
    async migrate(id, choices, toVersion = 2) {
      const json = { toVersion, choices, reason: "New texts" };
      return expectSuccess("migrateRuns", await api.call("POST", `/automations/${id}/migrations`, { json }));
    },
    async migrated(id, migrationId) {
      await moveAll();
      return read(id, migrationId);
    },
    async undone(id, migrationId) {
      expectSuccess("undoRunMigration", await api.call("POST", `${at(id, migrationId)}/undo`));
      await moveAll();
      return read(id, migrationId);
    },
    async standing(ids) {
      const { rows } = await sql<{ id: string; automation_version: number; status: string }>`
        select id, automation_version, status from runs where id = any(${ids}::text[]) order by id`.execute(db);
      return rows.map((row) => `${row.automation_version} ${row.status}`);
    },
  };
}

/** What is chosen for those who wait at `pause` in the first version. */
export const choose = (future: Choice["future"], choice: Choice["choice"], change: Partial<Choice> = {}): Choice => ({
  version: 1,
  nodeId: "pause",
  phase: "sleeping",
  future,
  choice,
  ...change,
});
