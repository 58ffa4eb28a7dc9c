import { RUN_STATUSES } from "../../contract/run.ts";
import type { RunStatus } from "../../contract/run.ts";
import { isObject } from "../../graph/parts.ts";
import { MAX_ATTEMPTS } from "../../interpreter/retry.ts";
import { parseInstant } from "../../query/instant.ts";

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
  | "effects-out-of-order"
  | "too-early";

export interface ConformanceReason {
  code: ConformanceCode;
  message: string;
  nodeId?: string;
}

/** The instants of a run, Unix ms; null where it has none, undefined where it is not known. */
export type RunTimes = Partial<Record<(typeof TIMES)[number], number | null>>;

const TIMES = ["createdAt", "startedAt", "lastAttemptAt", "nextAttemptAt", "completedAt"] as const;
/** Two clocks may differ by this much. */
export const TOLERANCE_MS = 1000;

/** Checks the shape of what is known, and reads its times; null where it cannot be read. */
export function readTimes(run: KnownRun): RunTimes | null {
  if (!isObject(run)) return null;
  const { status, currentNodeId = null, attempts = 0, effects = [] } = run as KnownRun;
  if (status !== undefined && !RUN_STATUSES.includes(status)) return null;
  if (currentNodeId !== null && typeof currentNodeId !== "string") return null;
  if (!Number.isInteger(attempts) || attempts < 0 || !Array.isArray(effects)) return null;
  const times: RunTimes = {};
  for (const key of TIMES) {
    const value: unknown = (run as KnownRun)[key];
    if (value === undefined) continue;
    const at = typeof value === "string" ? (parseInstant(value)?.at ?? null) : null;
    if (value !== null && at === null) return null;
    times[key] = at;
  }
  return times;
}

export const ENDED: ReadonlySet<RunStatus> = new Set(["completed", "failed", "dead_letter", "skipped", "cancelled"]);
const BEGUN: ReadonlySet<RunStatus> = new Set(["running", "waiting", "completed", "failed", "dead_letter"]);
const ORDERED = [
  ["createdAt", "startedAt"],
  ["startedAt", "lastAttemptAt"],
  ["startedAt", "completedAt"],
  ["createdAt", "completedAt"],
  ["lastAttemptAt", "completedAt"],
] as const;

/** What no definition could explain. */
export function contradictions({ status, attempts = 0 }: KnownRun, times: RunTimes): ConformanceReason[] {
  const reasons: ConformanceReason[] = [];
  for (const [first, second] of ORDERED) {
    const [a, b] = [times[first], times[second]];
    if (typeof a !== "number" || typeof b !== "number" || a <= b + TOLERANCE_MS) continue;
    reasons.push({ code: "times-out-of-order", message: `${second} is before ${first}.` });
  }
  if (status !== undefined && BEGUN.has(status) && times.startedAt === null) {
    reasons.push({ code: "not-started", message: `A run that is “${status}” has a startedAt.` });
  }
  if (status !== undefined && !ENDED.has(status) && typeof times.completedAt === "number") {
    reasons.push({ code: "ended-and-going-on", message: `A run that is “${status}” has no completedAt.` });
  }
  if (attempts > MAX_ATTEMPTS) {
    reasons.push({ code: "too-many-attempts", message: `An action is tried ${MAX_ATTEMPTS} times at most.` });
  }
  return reasons;
}
