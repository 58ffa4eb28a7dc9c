import { LIVE_STATUSES } from "../contract/run.ts";
import type { Effect, RunControl, RunError, RunState } from "../contract/run.ts";
import { NO_ERROR } from "./moves.ts";
import type { LastError, Plan } from "./plan.ts";

/** What a run's state tells, whoever wrote it. */
export type Standing = Pick<RunState, keyof RunState>;

const OVER = { phase: "ended", attempts: 0, wakeAt: null } as const;

/** What a run with this open effect becomes by what is done to it; null where its state does not expect that. */
export function controlled(
  plan: Plan | null,
  state: Standing,
  open: Effect | null,
  event: RunControl,
): Standing | null {
  if (event.type === "retried") return retried(plan, state);
  if (!LIVE_STATUSES.includes(state.status)) return null;
  switch (event.type) {
    case "cancelled":
      return { ...state, ...OVER, status: "cancelled", ...NO_ERROR };
    case "skipped":
      return { ...state, ...OVER, status: "skipped", ...lastOf(event.error) };
    case "abandoned":
      return { ...state, status: "dead_letter", ...lastOf(event.error) };
    case "put_off": {
      const isOpen = open?.type === "perform" && open.nodeId === event.nodeId && open.attempt === event.attempt;
      return isOpen ? putOff(state, event) : null;
    }
  }
}

const lastOf = (error: RunError | null): LastError =>
  error === null ? NO_ERROR : { lastError: error.message, lastFailure: error.failure ?? null };

function putOff(state: Standing, { begun, until, error }: Extract<RunControl, { type: "put_off" }>): Standing {
  const { seq, attempts } = state;
  const before = { phase: "deferred", seq: seq - 1, attempts: attempts - 1 } as const;
  return { ...state, ...(!begun && before), status: "waiting", wakeAt: until, ...(error && lastOf(error)) };
}

function retried(plan: Plan | null, state: Standing): Standing | null {
  const { status, phase, nodeId } = state;
  if (status !== "failed" && status !== "dead_letter") return null;
  const again = { ...state, status: "queued", attempts: 0, ...NO_ERROR } as const;
  if (phase !== "ended" && phase !== "performing") return again;
  const node = nodeId === null ? undefined : plan?.nodes.get(nodeId);
  const isAction = node?.kind === "action" && node.actionType !== null && node.actionType !== "wait";
  return isAction ? { ...again, phase: "deferred", wakeAt: null } : null;
}
