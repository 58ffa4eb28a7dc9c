import type { RunStatus } from "../../contract/run.ts";
import { MAX_ATTEMPTS, retryDelay } from "../../interpreter/retry.ts";
import type { Runnable } from "../read.ts";
import { waysOf } from "../ways.ts";
import { TOLERANCE_MS } from "./knownRun.ts";
import type { RunTimes } from "./knownRun.ts";
import type { RunPhase } from "./phases.ts";

/** Why a run cannot have come so far so soon, in words; null where it can. `arrivalMs` is the least time to the node. */
export function tooEarly(
  runnable: Runnable,
  nodeId: string,
  phase: RunPhase,
  status: RunStatus | undefined,
  arrivalMs: number,
  { startedAt, lastAttemptAt, nextAttemptAt, completedAt }: RunTimes,
): string | null {
  if (typeof startedAt !== "number") return null;
  const arrives = startedAt + arrivalMs;
  const node = runnable.plan.nodes.get(nodeId);
  const stays =
    phase === "sleeping" ? (node?.delayMs ?? 0) : phase === "awaiting_reply" ? (node?.reply?.timeoutMs ?? 0) : 0;
  if (WAITS.has(phase) && isBefore(nextAttemptAt, arrives + stays)) {
    return `nextAttemptAt of a run at “${nodeId}” is ${iso(arrives + stays)} at the earliest.`;
  }
  if (ATTEMPTS.has(phase) && isBefore(lastAttemptAt, arrives)) {
    return `No run comes to “${nodeId}” before ${iso(arrives)}.`;
  }
  const ends = phase === "ended" ? arrives + leastStay(runnable, nodeId, status) : arrives;
  return phase === "ended" && isBefore(completedAt, ends) ? `No run ends at “${nodeId}” before ${iso(ends)}.` : null;
}

const WAITS: ReadonlySet<RunPhase> = new Set(["sleeping", "awaiting_reply", "retrying", "deferred"]);
/** Phases in which the last attempt was at this node. */
const ATTEMPTS: ReadonlySet<RunPhase> = new Set(["performing", "awaiting_reply", "retrying"]);

/** How long a run stays at least at the node where it ends like this. */
function leastStay(runnable: Runnable, nodeId: string, status: RunStatus | undefined): number {
  const position = runnable.graph.indexOf.get(nodeId) ?? -1;
  const ways = waysOf(runnable, position).filter(({ ends }) => ends === status);
  if (ways.length === 0) return 0;
  const stays = ways.map(({ cause, minMs }) => minMs + (cause === "retries-exhausted" ? leastRetries() : 0));
  return Math.min(...stays);
}

function leastRetries(): number {
  const error = { message: "", permanent: false };
  const delays = Array.from({ length: MAX_ATTEMPTS - 1 }, (_, index) => retryDelay(index + 1, error, 0));
  return delays.reduce((total, delay) => total + delay, 0);
}

function iso(at: number): string {
  return Math.abs(at) <= 8.64e15 ? new Date(at).toISOString() : "the end of time";
}

function isBefore(at: number | null | undefined, earliest: number): boolean {
  return typeof at === "number" && at + TOLERANCE_MS < earliest;
}
