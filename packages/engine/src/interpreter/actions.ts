import type { EffectError, RunState } from "../contract/run.ts";
import { fail, finish, leave, notRunnable, sleep } from "./moves.ts";
import type { Moment, Move } from "./moves.ts";
import { CUSTOMER_ACTIONS } from "./plan.ts";
import type { Plan, PlanNode } from "./plan.ts";
import { because } from "./reasons.ts";
import { MAX_ATTEMPTS, retryDelay } from "./retry.ts";

/** Begins an attempt at a node's action, or puts it off to the next opening. */
export function attempt(plan: Plan, node: PlanNode, moment: Moment, number: number, lastError: string | null): Move {
  const { actionType } = node;
  if (actionType === null) return notRunnable("action-without-type", "This action has no known type.");
  const putOff = CUSTOMER_ACTIONS.has(actionType) ? deferral(plan, node, moment, number - 1, lastError) : null;
  if (putOff) return putOff;
  return {
    type: "stay",
    staying: { phase: "performing", status: "running", wakeAt: null, attempts: number, lastError },
    why: because("performing", { actionType, attempt: number }),
    effect: { type: "perform", nodeId: node.id, actionType, config: node.config, attempt: number },
  };
}

function deferral(plan: Plan, node: PlanNode, { at }: Moment, attempts: number, lastError: string | null): Move | null {
  if (plan.hours === null) return null;
  const answer = "error" in plan.hours ? plan.hours : plan.hours.nextOpening(at);
  if ("error" in answer) {
    return fail("hours-unusable", answer.error.message, { problem: answer.error.code });
  }
  if (answer.opensAt <= at || "error" in plan.hours) return null;
  const opens = plan.hours.wallTime(answer.opensAt);
  const why = because("outside-business-hours", { opensAt: answer.opensAt, opens, timeZone: plan.hours.timeZone });
  return sleep(node.id, answer.opensAt, "business_hours", { phase: "deferred", attempts, lastError }, why);
}

/** The action succeeded: the run goes on, or stays until the contact answers. */
export function performed(node: PlanNode, state: RunState, { at }: Moment): Move {
  if (node.reply === null) {
    return leave("next", because("succeeded", { actionType: node.actionType, attempt: state.attempts }));
  }
  const { timeoutMs } = node.reply;
  const staying = { phase: "awaiting_reply" as const, attempts: state.attempts, lastError: null };
  return sleep(node.id, at + timeoutMs, "reply", staying, because("awaiting-reply", { timeoutMs }));
}

/** The action failed: it is tried again, or has failed for good. */
export function performFailed(
  node: PlanNode,
  state: RunState,
  { at }: Moment,
  error: EffectError,
  random: number,
): Move {
  const { message, permanent } = error;
  const { attempts } = state;
  if (permanent) return giveUp(node, because("failed-permanently", { message }), "failed", message);
  if (attempts >= MAX_ATTEMPTS) {
    return giveUp(node, because("retries-exhausted", { attempts, message }), "dead_letter", message);
  }
  const retryInMs = retryDelay(attempts, error, random);
  const why = because("attempt-failed", { attempt: attempts, maxAttempts: MAX_ATTEMPTS, message, retryInMs });
  return sleep(node.id, at + retryInMs, "retry", { phase: "retrying", attempts, lastError: message }, why);
}

function giveUp(
  node: PlanNode,
  why: ReturnType<typeof because>,
  status: "failed" | "dead_letter",
  message: string,
): Move {
  return node.edges.has("fallback") ? leave("fallback", why) : finish(status, why, message);
}
