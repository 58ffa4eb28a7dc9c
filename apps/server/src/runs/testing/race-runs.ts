import { randomUUID } from "node:crypto";
import type { GraphDefinition, JsonObject } from "@trilho/engine";
import { ACTION_TYPES, type ActionType } from "@trilho/engine/contract";
import type { Kysely, Selectable } from "kysely";
import { automationPrincipal } from "../../areas/automations/principal.ts";
import type { Store } from "../model/stores.ts";
import { succeeded, type Action, type ActionCall, type Actions } from "../action.ts";
import { stopAutomations } from "../actions/deal.ts";
import { createExecutor, type Executor } from "../executor.ts";
import { LEASE_MS, type RunClaim } from "../model/run.ts";
import { createPlans } from "../plans.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { createStore } from "../../app/store.ts";
import { orderedId } from "../../platform/service/ordered-id.ts";
import { fail, openTestStore } from "../../testing/open-test-store.ts";
import { REAL } from "./real-actions.ts";
import { insertAutomation, insertDeal, insertWorkspace, type CaseRows } from "./run-cases.ts";
import { openVirtualClock } from "./virtual-clock.ts";

/** Runs on a real database whose clock and claims a test controls. */
export interface RaceRuns {
  db: Kysely<Database>;
  store: Store;
  executor: Executor;
  /** Takes what is due in the workspace of the automation made last. */
  take(): Promise<RunClaim[]>;
  /** What outside actions do; nothing by default. */
  outside(perform: (call: ActionCall) => Promise<unknown>): void;
  /** An automation of this graph in a workspace of its own, and a deal. */
  automation(graph: GraphDefinition, triggerType?: string, triggerConfig?: JsonObject): Promise<CaseRows>;
  /** A run of a version, of the first by default. */
  start(rows: CaseRows, version?: number): Promise<RunClaim>;
  /** Performs what is due there until nothing is. */
  settle(): Promise<void>;
  /** Claims what is due there so many times, as processes do that end before any progress. */
  lose(times: number): Promise<void>;
  /** A message of the contact; whether a run took it. */
  answer(rows: CaseRows, text: string): Promise<boolean>;
  passSeconds(seconds: number): Promise<void>;
  run(job: RunClaim): Promise<{ status: string; lastError: string | null; path: string[] }>;
  /** What is stored of a run. */
  row(job: RunClaim): Promise<RunRow>;
  /** Version 2, which the automation does not have yet. */
  addVersion(rows: CaseRows, graphDefinition: GraphDefinition): Promise<unknown>;
  disable(rows: CaseRows): Promise<unknown>;
  close(): Promise<void>;
}

type RunRow = Pick<Selectable<Database["runs"]>, "next_attempt_at" | "state" | "event">;

/** Sees and changes everything in the workspace. */
export const viewerOf = ({ workspaceId }: CaseRows) =>
  automationPrincipal({ workspaceId, workspace: { timeZone: "UTC", locale: "en" } });

const nothing = (): Promise<unknown> => Promise.resolve();

export async function openRaceRuns(): Promise<RaceRuns> {
  const opened = await openTestStore();
  const clock = await openVirtualClock(opened);
  const { db } = clock;
  let now = Date.parse("2026-01-05T12:00:00Z");
  await clock.set(now);
  let workspace = "";
  const store = createStore(db, opened.serverSecret, fail);
  const take = async (): Promise<RunClaim[]> => {
    const claims = await store.dueRuns.takeShares(new Map([[workspace, 100]]), []);
    const lost = await store.dueRuns.takeLost();
    return lost?.workspaceId === workspace ? [...claims, lost] : claims;
  };
  const passSeconds = async (seconds: number): Promise<void> => {
    now += seconds * 1000;
    await clock.set(now);
  };
  let perform: (call: ActionCall) => Promise<unknown> = nothing;
  const outside: Action = {
    where: "outside",
    async perform(call) {
      await perform(call);
      return succeeded();
    },
  };
  const actionOf = (type: ActionType): Action =>
    type === "stop_automations" ? stopAutomations : (REAL[type] ?? outside);
  const actions = Object.fromEntries(ACTION_TYPES.map((type) => [type, actionOf(type)])) as unknown as Actions;
  const executor = createExecutor({ store, actions, planOf: createPlans(), render: (_, config) => config });
  return {
    db,
    store,
    executor,
    take,
    outside: (next) => (perform = next),
    async automation(graph, triggerType = "deal_created", triggerConfig) {
      const [workspaceId, automationId] = [randomUUID(), randomUUID()];
      workspace = workspaceId;
      perform = nothing;
      await insertWorkspace(db, workspaceId, null);
      await insertAutomation(
        db,
        { workspace_id: workspaceId, id: automationId },
        { graph, triggerType, ...(triggerConfig && { triggerConfig }) },
      );
      return { workspaceId, automationId, ...(await insertDeal(db, workspaceId, {}, new Date(now).toISOString())) };
    },
    async start(rows, automationVersion = 1) {
      const job = await store.runs.start({
        ...rows,
        id: orderedId(),
        automationVersion,
        triggerType: "deal_created",
        eventId: randomUUID(),
        event: {},
        chainId: randomUUID(),
        depth: 0,
        refusal: null,
      });
      if (job === null) throw new Error("The run did not start");
      return job;
    },
    async settle() {
      for (let claims = await take(); claims.length > 0; claims = await take()) {
        for (const claim of claims) await executor.tick(claim);
      }
    },
    async lose(times) {
      for (let time = 0; time < times; time += 1) {
        await take();
        await passSeconds(LEASE_MS / 1000);
      }
    },
    answer: ({ workspaceId, contactId }, text) =>
      store.runs.answer(workspaceId, { contactId, messageId: null, isTest: false }, { text }),
    passSeconds,
    async run({ workspaceId, runId }) {
      const row = await db
        .selectFrom("runs")
        .select(["status", "last_error"])
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", runId)
        .executeTakeFirstOrThrow();
      const steps = await db
        .selectFrom("run_steps")
        .select(["node_id", "handle"])
        .where("workspace_id", "=", workspaceId)
        .where("run_id", "=", runId)
        .orderBy("seq")
        .execute();
      const path = steps.flatMap(({ node_id, handle }) => (handle === null ? [] : [`${node_id}:${handle}`]));
      return { status: row.status, lastError: row.last_error, path };
    },
    row: ({ workspaceId, runId }) =>
      db
        .selectFrom("runs")
        .select(["next_attempt_at", "state", "event"])
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", runId)
        .executeTakeFirstOrThrow(),
    addVersion: ({ workspaceId, automationId }, graphDefinition) =>
      db
        .insertInto("automation_versions")
        .values({
          workspace_id: workspaceId,
          automation_id: automationId,
          version: 2,
          definition: JSON.stringify({ graphDefinition, respectBusinessHours: false, outboundChannelId: null }),
        })
        .execute(),
    disable: ({ automationId }) =>
      db.updateTable("automations").set({ enabled: false }).where("id", "=", automationId).execute(),
    async close() {
      await clock.close();
      await opened.close();
    },
  };
}
