import { randomUUID } from "node:crypto";
import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import type { Database } from "@trilho/server/platform/database/schema/database";
import { orderedId } from "@trilho/server/platform/service/ordered-id";
import { type Kysely, sql } from "kysely";
import type { openParts } from "./parts.ts";

export type Parts = ReturnType<typeof openParts>;

export interface Automation {
  readonly workspaceId: string;
  readonly automationId: string;
  readonly dealId: string | null;
}

/** A trigger, some steps one after the other, an end. */
export function chainOf(count: number, body: Omit<GraphNode, "id">): GraphDefinition {
  const steps = Array.from({ length: count }, (_, at): GraphNode => ({ id: `n${at}`, ...body }));
  const nodes: GraphNode[] = [{ id: "start", type: "trigger" }, ...steps, { id: "end", type: "end" }];
  const edges = nodes
    .slice(1)
    .map(({ id }, at): GraphEdge => ({ id: `e${at}`, source: nodes[at]?.id ?? "", target: id }));
  return { version: 2, nodes, edges };
}

export const HOOK = { type: "action", actionType: "webhook", config: { url: "https://example.com" } } as const;

/** Its text asks for the deal. */
export const HOOK_OF_DEAL = { ...HOOK, config: { url: "https://example.com/{{ deal.id }}" } } as const;

/** An automation in the workspace that is there, about a deal of it; or in another one, about none. */
export async function addAutomation(
  db: Kysely<Database>,
  graphDefinition: GraphDefinition,
  trigger_type = "task_completed",
  workspaceId?: string,
): Promise<Automation> {
  const first = await db.selectFrom("deals").select(["workspace_id", "id"]).limit(1).executeTakeFirstOrThrow();
  const workspace_id = workspaceId ?? first.workspace_id;
  const dealId = workspaceId === undefined ? first.id : null;
  const automationId = randomUUID();
  const named = { name: "Bench", name_folded: "bench" };
  const kept = { workspace_id, id: automationId, version: 1, enabled: true, trigger_type, secrets: "{}" };
  await db
    .insertInto("automations")
    .values({ ...named, ...kept })
    .execute();
  const definition = {
    triggerConfig: null,
    scope: "global",
    pipelineId: null,
    stageId: null,
    conditions: null,
    triggerWindow: null,
    outboundChannelId: null,
    respectBusinessHours: false,
    graphDefinition,
  };
  await db
    .insertInto("automation_versions")
    .values({ workspace_id, automation_id: automationId, version: 1, definition: JSON.stringify(definition) })
    .execute();
  return { workspaceId: workspace_id, automationId, dealId };
}

/** Starts runs, all in one transaction: nobody sees the first before the last is there. Answers their ids. */
export async function startRuns({ store }: Parts, automation: Automation, count: number): Promise<string[]> {
  return store.transaction(async (inside) => {
    const ids: string[] = [];
    for (let each = 0; each < count; each += 1) {
      const job = await inside.runs.start({
        ...automation,
        id: orderedId(),
        automationVersion: 1,
        contactId: null,
        triggerType: "task_completed",
        eventId: randomUUID(),
        event: {},
        chainId: randomUUID(),
        depth: 0,
        refusal: null,
      });
      if (job === null) continue;
      ids.push(job.runId);
    }
    return ids;
  });
}

/** Runs that wait for years, by one statement: those from one number up to another. */
export async function fillWaiting(
  { db, store }: Parts,
  automation: Automation,
  { from, to }: { from: number; to: number },
): Promise<void> {
  await startRuns({ db, store } as Parts, automation, 1);
  const template = await db
    .selectFrom("runs")
    .select("id")
    .where("automation_id", "=", automation.automationId)
    .executeTakeFirstOrThrow();
  // Written as they would have become: the database's own checks let a run begin as `queued` or `skipped` alone.
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into runs (workspace_id, id, automation_id, automation_version, deal_id, status, trigger_type, chain_id,
        current_node_id, event_id, state, tick, next_attempt_at, created_at)
      select workspace_id, 'wait-' || n, automation_id, automation_version, deal_id, 'waiting', trigger_type, chain_id,
        'n0', 'wait-' || n, '{"status":"waiting","nodeId":"n0","seq":2,"phase":"sleeping","attempts":0,"wakeAt":4102444800000,"lastError":null}',
        1, timestamptz '2100-01-01', now() - interval '1 day'
      from runs, generate_series(${from + 1}::integer, ${to}::integer) as n where id = ${template.id}`.execute(trx);
  });
  await sql`vacuum analyze runs`.execute(db);
  // Else PostgreSQL writes it to the disk while others are measured.
  await sql`checkpoint`.execute(db);
}

/** Whether runs are left that wait for a worker, or are in the hands of one. */
export async function hasOpenRuns(db: Kysely<Database>): Promise<boolean> {
  const open = db.selectFrom("runs").select("id").where("status", "in", ["queued", "running"]);
  return (await open.limit(1).executeTakeFirst()) !== undefined;
}
