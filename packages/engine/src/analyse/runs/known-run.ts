import { LIVE_STATUSES } from "../../contract/run.ts";
import type { RunStatus } from "../../contract/run.ts";
import { MAX_ATTEMPTS } from "../../interpreter/retry.ts";

/** What is known of a run: any part of the contract's "Automation run". Instants are ISO 8601. What is left out is not known. */
export interface KnownRun {
  status?: RunStatus;
  currentNodeId?: string | null;
  attempts?: number;
  waitingForReply?: boolean;
  createdAt?: string | null;
  startedAt?: string | null;
  lastAttemptAt?: string | null;
  nextAttemptAt?: string | null;
  completedAt?: string | null;
  /** Ids of nodes whose effects are known to have been carried out, in order. */
  effects?: readonly string[];
  /**
   * True where its service gave it up, wherever it stood, as its turns failed or were lost again and again: it is a
   * `dead_letter`, or was one until a person asked for it again. Unless told, runs die by their attempts alone.
   */
  givenUp?: boolean;
}

export type ConformanceCode =
  | "unreadable-run"
  | "not-runnable"
  | "times-out-of-order"
  | "not-started"
  | "ended-and-going-on"
  | "too-many-attempts"
  | "unknown-node"
  | "unreachable-node"
  | "cannot-hold"
  | "wrong-attempts"
  | "no-effect"
  | "effects-out-of-order"
  | "too-early";

export interface ConformanceReason {
  code: ConformanceCode;
  message: string;
  nodeId?: string;
}

export const INSTANTS = ["createdAt", "startedAt", "lastAttemptAt", "nextAttemptAt", "completedAt"] as const;

/** The instants of a run, Unix ms; null where it has none, undefined where it is not known. */
export type RunTimes = Partial<Record<(typeof INSTANTS)[number], number | null>>;

/** Two clocks may differ by this much. */
export const TOLERANCE_MS = 1000;

const BEGUN: ReadonlySet<RunStatus> = new Set(["running", "waiting", "completed", "failed", "dead_letter"]);
const ORDERED = [
  ["createdAt", "startedAt"],
  ["startedAt", "lastAttemptAt"],
  ["startedAt", "completedAt"],
  ["createdAt", "completedAt"],
  ["lastAttemptAt", "completedAt"],
] as const;

/** Whether a service gave the run up, wherever it stood. */
export function isGivenUp({ status, givenUp }: KnownRun): boolean {
  return givenUp === true && (status === undefined || status === "dead_letter");
}

/** What no definition could explain. */
export function contradictions(run: KnownRun, times: RunTimes): ConformanceReason[] {
  const { status, attempts = 0 } = run;
  const reasons: ConformanceReason[] = [];
  for (const [first, second] of ORDERED) {
    const [a, b] = [times[first], times[second]];
    if (typeof a !== "number" || typeof b !== "number" || a <= b + TOLERANCE_MS) continue;
    reasons.push({ code: "times-out-of-order", message: `${second} is before ${first}.` });
  }
  if (status !== undefined && BEGUN.has(status) && times.startedAt === null && !isGivenUp(run)) {
    reasons.push({ code: "not-started", message: `A run that is “${status}” has a startedAt.` });
  }
  if (status !== undefined && LIVE_STATUSES.includes(status) && typeof times.completedAt === "number") {
    reasons.push({ code: "ended-and-going-on", message: `A run that is “${status}” has no completedAt.` });
  }
  if (attempts > MAX_ATTEMPTS) {
    reasons.push({ code: "too-many-attempts", message: `An action is tried ${MAX_ATTEMPTS} times at most.` });
  }
  return reasons;
}
