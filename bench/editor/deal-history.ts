import type { GraphNode } from "@trilho/engine";
import type { Database } from "@trilho/server/platform/database/schema/database";
import { type Kysely, sql } from "kysely";
import { addAutomation, chainOf, HOOK_OF_DEAL } from "../runs/fill.ts";

const RUNS = 500;
const TASKS = 10;
const HOOKS = 9;
/** Each run, the tasks that it made and what it sent. */
export const ENTRIES = RUNS * (1 + TASKS + HOOKS);

const TASK: Omit<GraphNode, "id"> = {
  type: "action",
  actionType: "create_task",
  config: { title: "Call {{ contact.name }}" },
};

/** Runs that have ended, an hour apart, each with its steps, effects and lines; of one deal. */
export async function fillHistory(db: Kysely<Database>, seq: number): Promise<void> {
  const sends = chainOf(TASKS + HOOKS, HOOK_OF_DEAL);
  const nodes = sends.nodes.map((node) => (isTask(node.id) ? { ...node, ...TASK } : node));
  const { workspaceId, automationId } = await addAutomation(db, { ...sends, nodes });
  await db.transaction().execute(async (trx) => {
    // Written as they would have become: the database's own checks let a run begin as `queued` or `skipped` alone.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into runs (workspace_id, id, automation_id, automation_version, deal_id, status, trigger_type, chain_id,
        event_id, state, tick, created_at, started_at, completed_at)
      select workspace_id, 'of-deal-' || n, ${automationId}, 1, id, 'completed', 'task_completed', 'of-deal-' || n, 'of-deal-' || n,
        '{"status":"completed","nodeId":"end","seq":20,"phase":"new","attempts":0,"wakeAt":null,"lastError":null}',
        20, at, at, at + interval '1 minute'
      from deals, generate_series(1, ${RUNS}::integer) as n, lateral (select now() - n * interval '1 hour') as began (at)
      where workspace_id = ${workspaceId} and seq = ${seq}`.execute(trx);
    await sql`
      insert into run_steps (workspace_id, run_id, seq, at, node_id, handle, edge_id, why)
      select workspace_id, id, n, created_at + n * interval '3 seconds', 'n' || n, 'out', 'e' || n, '{"code":"done"}'
      from runs, generate_series(0, ${TASKS + HOOKS - 1}::integer) as n where automation_id = ${automationId}`.execute(
      trx,
    );
    await sql`
      insert into activities (workspace_id, id, deal_id, type, metadata, actor_type, actor_automation_id, actor_run_id,
        actor_node_id, occurred_at)
      select run.workspace_id, run.run_id || ':' || run.seq, runs.deal_id, 'TASK_CREATED',
        '{"title":"Call Maria","assigneeUserId":null}', 'automation', ${automationId}, run.run_id, run.node_id, run.at
      from run_steps as run join runs on runs.workspace_id = run.workspace_id and runs.id = run.run_id
      where runs.automation_id = ${automationId} and run.seq < ${TASKS}`.execute(trx);
    await sql`
      insert into run_effects (workspace_id, run_id, node_id, action_type, config, attempts, is_done, result, at)
      select run.workspace_id, run.run_id, run.node_id, 'webhook', '{"url":"https://example.com/1"}', 1, true,
        '{"status":200}', run.at
      from run_steps as run join runs on runs.workspace_id = run.workspace_id and runs.id = run.run_id
      where runs.automation_id = ${automationId} and run.seq >= ${TASKS}`.execute(trx);
  });
  await sql`vacuum analyze runs, run_steps, run_effects, activities`.execute(db);
}

const isTask = (nodeId: string): boolean => /^n\d$/.test(nodeId);
