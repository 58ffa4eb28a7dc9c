import type { JsonValue } from "../contract/json.ts";
import type { RunStatus } from "../contract/run.ts";
import type { NotRunnable, ReasonCode } from "../messages/locale.ts";
import type { Leave, PlanNode, Staying, Stop, Why } from "./plan.ts";
import { because } from "./reasons.ts";

/** Leaves a node by a handle. */
export function leave({ edges }: Pick<PlanNode, "edges">, handle: string, why: Why, branch = 0): Leave {
  return { type: "leave", handle, edge: edges.get(handle) ?? null, branch, why };
}

/** Ends a run. */
export function finish(status: RunStatus, why: Why, lastError: string | null = null): Stop {
  return { type: "finish", phase: "ended", status, attempts: 0, lastError, lastsMs: null, why };
}

/** Ends a run that cannot go on, saying why. */
export function fail(code: ReasonCode, message: string, params: Record<string, JsonValue> = {}): Stop {
  return finish("failed", () => because(code, { message, ...params }), message);
}

/** Ends a run whose definition cannot go on here. */
export function notRunnable(problem: NotRunnable, message: string): Stop {
  return fail("not-runnable", message, { problem });
}

/** Stays at a node for some time (ms). */
export function sleep(
  lastsMs: number,
  phase: Staying["phase"],
  why: Why,
  attempts = 0,
  lastError: string | null = null,
): Stop {
  return { type: "stay", phase, status: "waiting", attempts, lastError, lastsMs, why };
}
