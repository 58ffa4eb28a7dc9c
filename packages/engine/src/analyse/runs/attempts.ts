import type { PlanNode } from "../../interpreter/plan.ts";
import { MAX_ATTEMPTS, retryDelay } from "../../interpreter/retry.ts";
import { isGivenUp } from "./known-run.ts";
import type { KnownRun } from "./known-run.ts";
import type { RunPhase } from "./phases.ts";

/** The fewest and the most attempts that a run has made in each phase. */
const ATTEMPTS: Record<RunPhase, readonly [fewest: number, most: number]> = {
  new: [0, 0],
  // None where a person asked for it again and it is about to begin.
  performing: [0, MAX_ATTEMPTS],
  picking_exit: [0, 0],
  passing: [0, 0],
  sleeping: [0, 0],
  awaiting_reply: [1, MAX_ATTEMPTS],
  // None where a service put the first one off, since too many calls were under way.
  retrying: [0, MAX_ATTEMPTS - 1],
  deferred: [0, MAX_ATTEMPTS - 1],
  ended: [0, MAX_ATTEMPTS],
};

/** Whether a run in this phase can have made the attempts that it is said to have made. */
export function fitsAttempts(phase: RunPhase, run: KnownRun, node: PlanNode | undefined): boolean {
  const { status, attempts } = run;
  if (attempts === undefined) return true;
  if (status === "queued") return attempts === 0;
  // Only the last attempt leads there, or any that may have gone out. Some services set the count back at the end, as the
  // interpreter does.
  if (phase === "ended" && status === "dead_letter" && !isGivenUp(run) && node?.atMostOnce !== true)
    return attempts === 0 || attempts === MAX_ATTEMPTS;
  const [fewest, most] = ATTEMPTS[phase];
  return fewest <= attempts && attempts <= most;
}

/** Of one that is to be tried again at once. */
const SOON = { message: "", permanent: false, retryAfterMs: 0 };

/** The least time that passes until an attempt (from 1) begins, ms: the shortest pauses after those before it. */
export function leastBackoffs(attempt: number): number {
  const delays = Array.from({ length: Math.max(attempt - 1, 0) }, (_, index) => retryDelay(index + 1, SOON, 0));
  return delays.reduce((total, delay) => total + delay, 0);
}
