import type { AutomationRunEffect, AutomationRunStep } from "@trilho/contract";
import { readRunState } from "@trilho/engine";
import type { RunState, RunStatus } from "@trilho/engine/contract";
import type { Kysely, Selectable } from "kysely";
import type { Viewer } from "../../platform/security/principal.ts";
import { before, iso, isoOrNull } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import { runIsVisible } from "../../platform/database/visibility.ts";
import type { Position } from "../../platform/security/cursors.ts";
import type { StoredRun } from "../model/run.ts";
import type { RunFilter } from "../model/record-ports.ts";
import type { PlacedRun } from "../model/workspace-run-ports.ts";

/** The runs of one automation, newest first. */
export async function listRuns(
  db: Kysely<Database>,
  viewer: Viewer,
  automationId: string,
  { status, isTest, dealSeq, version, nodeId }: RunFilter,
  limit: number,
  position: Position | null,
): Promise<StoredRun[]> {
  const { workspaceId } = viewer;
  let query = db
    .selectFrom("runs")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("automation_id", "=", automationId)
    .where(runIsVisible(viewer));
  if (dealSeq !== null) {
    // `runs_of_deal` finds them.
    query = query.where("deal_id", "=", (eb) =>
      eb
        .selectFrom("deals")
        .select("deals.id")
        .where("deals.workspace_id", "=", workspaceId)
        .where("deals.seq", "=", dealSeq),
    );
  }
  if (isTest !== null) query = query.where("is_test", "=", isTest);
  if (version !== null) query = query.where("automation_version", "=", version);
  if (nodeId !== null) query = query.where("current_node_id", "=", nodeId);
  if (status !== null) query = query.where("status", "=", status);
  if (position !== null) query = query.where(before("runs.created_at", "runs.id", position));
  const rows = await query.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
  return rows.map(toRun);
}

/** Where a run stands, as its row says; null where that cannot be read. The column of its status counts. */
export const stateOf = ({ state, status }: Pick<Selectable<Database["runs"]>, "state" | "status">): RunState | null =>
  readRunState({ ...state, status });

export const toRun = (row: Selectable<Database["runs"]>): StoredRun => ({
  runId: row.id,
  dealId: row.deal_id,
  // The column's check constraint holds it to its type.
  status: row.status as RunStatus,
  triggerType: row.trigger_type,
  ...(row.is_test && { test: true }),
  automationVersion: row.automation_version,
  attempts: row.attempts,
  lastError: row.last_error,
  lastFailure: row.last_failure,
  currentNodeId: row.current_node_id,
  chainId: row.chain_id,
  triggerDepth: row.trigger_depth,
  waitingForReply: row.waiting_for_reply,
  createdAt: iso(row.created_at),
  startedAt: isoOrNull(row.started_at),
  lastAttemptAt: isoOrNull(row.last_attempt_at),
  nextAttemptAt: isoOrNull(row.next_attempt_at),
  completedAt: isoOrNull(row.completed_at),
});

export type PlacedRow = Selectable<Database["runs"]> & { automation_name: string };

export const toPlacedRun = (row: PlacedRow): PlacedRun => ({
  ...toRun(row),
  automation: { id: row.automation_id, name: row.automation_name },
});

export const toEffect = (row: Selectable<Database["run_effects"]>): AutomationRunEffect => ({
  nodeId: row.node_id,
  // Written from the actions of graphs alone.
  actionType: row.action_type as AutomationRunEffect["actionType"],
  config: row.config as AutomationRunEffect["config"],
  attempts: row.attempts,
  ok: row.is_done,
  result: row.result as AutomationRunEffect["result"],
  error: row.error,
  failure: row.failure,
  at: iso(row.at),
});

export const toStep = (row: Selectable<Database["run_steps"]>): AutomationRunStep => ({
  seq: row.seq,
  at: iso(row.at),
  nodeId: row.node_id,
  handle: row.handle,
  edgeId: row.edge_id,
  why: row.why,
});
