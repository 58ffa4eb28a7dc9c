import type { RunStatus } from "@trilho/engine/contract";
import type { AutomationRun, AutomationRunDetail, AutomationStats, AutomationWaiting } from "@trilho/contract";
import type { Viewer } from "../../platform/security/principal.ts";
import type { Position } from "../../platform/security/cursors.ts";
import type { StoredRun } from "./run.ts";

/** Which run of which automation. */
export interface RunPlace {
  automationId: string;
  runId: string;
}

export type RunDeal = NonNullable<AutomationRunDetail["deal"]>;

/** A run, and what is told of it beyond the list. */
export interface RecordedRun {
  run: AutomationRun;
  more: Omit<AutomationRunDetail, Exclude<keyof AutomationRun, "deal"> | "deliveries">;
}

/** Runs as people read them. */
export interface RunRecords {
  /** Of one automation, newest first, without those of deals that the viewer may not see. */
  list(
    viewer: Viewer,
    automationId: string,
    filter: RunFilter,
    limit: number,
    after: Position | null,
  ): Promise<StoredRun[]>;
  /** Null when there is none, when its automation was deleted, or when it is of a deal that the viewer may not see. */
  read(viewer: Viewer, place: RunPlace): Promise<RecordedRun | null>;
  /** Of the deals with these ids those that the viewer may see. */
  deals(viewer: Viewer, ids: readonly string[]): Promise<RunDeal[]>;
  /** Of the runs created from `from` until before `to`, both ISO 8601; without ways it looks at no step. */
  stats(
    workspaceId: string,
    automationId: string,
    period: { from: string; to: string },
    isWithWays: boolean,
  ): Promise<Omit<AutomationStats, "waiting">>;
  waiting(workspaceId: string, automationId: string): Promise<AutomationWaiting["waiting"]>;
  versions(workspaceId: string, automationId: string, versions: number[]): Promise<AutomationWaiting["versions"]>;
}

export interface RunFilter {
  status: RunStatus | null;
  /** Tests alone, or live runs alone. */
  isTest: boolean | null;
  /** Of the deal with this number. */
  dealSeq: number | null;
  version: number | null;
  /** Of the step where it is. */
  nodeId: string | null;
}
