import type { RunStatus } from "@trilho/engine/contract";
import type { Viewer } from "../../platform/security/principal.ts";
import type { ChangeReason, Changer } from "./changes.ts";
import type { Position } from "../../platform/security/cursors.ts";
import type { StoredRun } from "./run.ts";

/** Which runs of a workspace are meant; what is null does not matter. Instants are ISO 8601. */
export interface WorkspaceRunFilter {
  automationId: string | null;
  dealSeq: number | null;
  version: number | null;
  nodeId: string | null;
  statuses: readonly RunStatus[] | null;
  timing: "due" | "late" | null;
  error: string | null;
  reason: ChangeReason["code"] | null;
  from: string | null;
  to: string | null;
  isTest: boolean | null;
}

export type PlacedRun = StoredRun & { automation: { id: string; name: string } };

/** Runs of all automations that are there, as far as their deals are the viewer's to see. */
export interface WorkspaceRuns {
  /** Newest first. */
  list(viewer: Viewer, filter: WorkspaceRunFilter, limit: number, after: Position | null): Promise<PlacedRun[]>;
  /** How many, and of how many automations. */
  count(viewer: Viewer, filter: WorkspaceRunFilter): Promise<{ runs: number; automations: number }>;
  /** Cancels those that are not over; answers how many. */
  cancel(workspaceId: string, ids: readonly string[], by: Changer): Promise<number>;
}
