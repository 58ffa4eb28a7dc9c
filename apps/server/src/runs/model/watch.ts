import type { ActionType, RunStatus } from "@trilho/engine/contract";
import type { ActionOutcome, HeldRun, RunClaim } from "./run.ts";

/** So many runs began, or ended like this. */
export interface RunCount {
  what: "started" | Exclude<RunStatus, "queued" | "running" | "waiting">;
  count: number;
}

/** Is told of runs once what became of them is committed. */
export type RunTally = (counted: RunCount) => void;

/** Which run and where in it: what each line of the log says. */
export interface RunPlace {
  workspaceId: string;
  runId: string;
  /** Null until the run was read. */
  automationId: string | null;
  nodeId: string | null;
  attempt: number | null;
}

/** Hears of what this process does for runs. Does nothing that can fail. */
export interface RunWatch {
  /** A tick began so long after its time, in ms. */
  began(lateMs: number): void;
  /** An action that reaches another system was tried. */
  tried(at: RunPlace, actionType: ActionType, outcome: ActionOutcome): void;
  /** Nobody foresaw this. */
  failed(error: unknown, at: RunPlace): void;
}

export const NOBODY_WATCHES: RunWatch = { began: () => undefined, tried: () => undefined, failed: () => undefined };

export const beforeReading = ({ workspaceId, runId }: RunClaim): RunPlace => ({
  workspaceId,
  runId,
  automationId: null,
  nodeId: null,
  attempt: null,
});

export const placeOf = (
  { workspaceId, id, automationId, state }: HeldRun,
  { nodeId, attempt }: { nodeId: string | null; attempt: number } = { nodeId: state.nodeId, attempt: state.attempts },
): RunPlace => ({ workspaceId, runId: id, automationId, nodeId, attempt });
