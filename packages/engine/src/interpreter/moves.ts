import type { Facts, Effect, Reason, RunState, RunStatus } from "../contract/run.ts";
import type { JsonValue } from "../contract/json.ts";
import { because } from "./reasons.ts";
import type { NotRunnable, ReasonCode } from "../messages/locale.ts";

/** The circumstances of an event: its instant (Unix ms) and the facts then. */
export interface Moment {
  at: number;
  facts: Facts;
}

/** What a run stays in the middle of. */
export type Staying = Pick<RunState, "phase" | "status" | "wakeAt" | "attempts" | "lastError">;

/** What a node makes of an event: the token leaves, stays with an open effect, or the run is over. */
export type Move =
  | { type: "leave"; handle: string; why: Reason }
  | { type: "stay"; staying: Staying; why: Reason; effect: Effect }
  | { type: "finish"; status: RunStatus; why: Reason; lastError: string | null };

export function leave(handle: string, why: Reason): Move {
  return { type: "leave", handle, why };
}

export function finish(status: RunStatus, why: Reason, lastError: string | null = null): Move {
  return { type: "finish", status, why, lastError };
}

/** Ends a run that cannot go on, saying why. */
export function fail(code: ReasonCode, message: string, params: Record<string, JsonValue> = {}): Move {
  return finish("failed", because(code, { message, ...params }), message);
}

/** Ends a run whose definition cannot go on here. */
export function notRunnable(problem: NotRunnable, message: string): Move {
  return fail("not-runnable", message, { problem });
}

/** Stays at a node until an instant (Unix ms). */
export function sleep(
  nodeId: string,
  until: number,
  reason: Extract<Effect, { type: "sleep" }>["reason"],
  staying: Pick<Staying, "phase" | "attempts" | "lastError">,
  why: Reason,
): Move {
  const wakeAt = Math.min(until, LAST_INSTANT);
  return {
    type: "stay",
    staying: { ...staying, status: "waiting", wakeAt },
    why,
    effect: { type: "sleep", nodeId, until: wakeAt, reason },
  };
}

/** The end of JavaScript's calendar, Unix ms: longer waits end there. */
const LAST_INSTANT = 8.64e15;
