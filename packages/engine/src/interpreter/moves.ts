import type { FailureReason, RunStatus } from "../contract/run.ts";
import { notRunnableMessage, type NotRunnable } from "../failures/tables/unrunnable.ts";
import type { ReasonCode } from "../messages/locale.ts";
import type { LastError, Leave, PlanNode, Staying, Stop, Why } from "./plan.ts";
import { because } from "./reasons.ts";

/** Leaves a node by a handle. */
export function leave({ edges }: Pick<PlanNode, "edges">, handle: string, why: Why, branch = 0): Leave {
  return { type: "leave", handle, edge: edges.get(handle) ?? null, branch, why };
}

/** Nothing failed. */
export const NO_ERROR: LastError = { lastError: null, lastFailure: null };

/** Ends a run. */
export function finish(status: RunStatus, why: Why, { lastError, lastFailure }: LastError = NO_ERROR): Stop {
  return { type: "finish", phase: "ended", status, attempts: 0, lastError, lastFailure, lastsMs: null, why };
}

/** Ends a run that cannot go on, saying why. */
export function fail(code: ReasonCode, problem: string, message: string, failure: FailureReason[]): Stop {
  const why: Why = () => because(code, { message, failure, problem });
  return finish("failed", why, { lastError: message, lastFailure: failure });
}

/** Ends a run whose definition cannot go on here. */
export function notRunnable(reason: FailureReason<NotRunnable>): Stop {
  return fail("not-runnable", reason.code, notRunnableMessage(reason), [reason]);
}

/** Stays at a node for some time (ms). */
export function sleep(
  lastsMs: number,
  phase: Staying["phase"],
  why: Why,
  attempts = 0,
  { lastError, lastFailure }: LastError = NO_ERROR,
): Stop {
  return { type: "stay", phase, status: "waiting", attempts, lastError, lastFailure, lastsMs, why };
}
