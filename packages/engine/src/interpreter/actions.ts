import type { JsonObject } from "../contract/json.ts";
import type { EffectError } from "../contract/run.ts";
import { fail, finish, leave, NO_ERROR, notRunnable, sleep } from "./moves.ts";
import type { LastError, Moment, Move, Plan, PlanNode, Staying, Stop, Why } from "./plan.ts";
import { because } from "./reasons.ts";
import { MAX_ATTEMPTS, retryDelay } from "./retry.ts";

/** Begins an attempt at a node's action, or puts it off to the next opening. */
export function attempt(plan: Plan, node: PlanNode, moment: Moment, number: number, last: LastError): Move {
  return (node.reachesCustomer ? deferral(plan, moment, number - 1, last) : null) ?? perform(node, number, last);
}

/** The first attempt at a node's action, where nothing puts it off. */
export function firstAttempt(node: Pick<PlanNode, "actionType">): Stop {
  return perform(node, 1, NO_ERROR);
}

function perform({ actionType }: Pick<PlanNode, "actionType">, attempts: number, last: LastError): Stop {
  if (actionType === null) return notRunnable({ code: "action-without-type", params: {} });
  const { lastError, lastFailure = null } = last;
  const why = () => because("performing", { actionType, attempt: attempts });
  return { type: "stay", phase: "performing", status: "running", attempts, lastError, lastFailure, lastsMs: null, why };
}

function deferral({ hours }: Plan, { at }: Moment, attempts: number, last: LastError): Stop | null {
  if (hours === null) return null;
  const answer = "error" in hours ? hours : hours.nextOpening(at);
  if ("error" in answer) {
    const { code, message, detail, params } = answer.error;
    return fail("hours-unusable", code, message, [{ code: detail, params }]);
  }
  const { opensAt } = answer;
  if (opensAt <= at || "error" in hours) return null;
  const why = () =>
    because("outside-business-hours", { opensAt, opens: hours.wallTime(opensAt), timeZone: hours.timeZone });
  return sleep(opensAt - at, "deferred", why, attempts, last);
}

type Attempted = Pick<Staying, "attempts">;

/** The action succeeded: the run goes on, or stays until the contact answers. */
export function performed(node: PlanNode, { attempts }: Attempted): Move {
  return (attempts === 1 ? node.usual.done : null) ?? succeeded(node, attempts);
}

/** What follows when the attempt of that number succeeded. */
export function succeeded(node: Pick<PlanNode, "edges" | "actionType" | "reply">, attempts: number): Move {
  const { actionType, reply } = node;
  if (reply === null) return leave(node, "next", () => because("succeeded", { actionType, attempt: attempts }));
  const { timeoutMs } = reply;
  return sleep(timeoutMs, "awaiting_reply", () => because("awaiting-reply", { timeoutMs }), attempts);
}

/** The action failed: it is tried again, or has failed for good. */
export function performFailed(node: PlanNode, { attempts }: Attempted, error: EffectError, random: number): Move {
  const { message, failure, permanent, uncertain } = error;
  const cause: JsonObject = failure === undefined ? { message } : { message, failure };
  const last = { lastError: message, lastFailure: failure ?? null };
  if (uncertain === true && node.atMostOnce) {
    return giveUp(node, () => because("may-have-gone-out", cause), "dead_letter", last);
  }
  if (permanent) return giveUp(node, () => because("failed-permanently", cause), "failed", last);
  if (attempts >= MAX_ATTEMPTS) {
    return giveUp(node, () => because("retries-exhausted", { attempts, ...cause }), "dead_letter", last);
  }
  const retryInMs = retryDelay(attempts, error, random);
  const why = () => because("attempt-failed", { attempt: attempts, maxAttempts: MAX_ATTEMPTS, ...cause, retryInMs });
  return sleep(retryInMs, "retrying", why, attempts, last);
}

function giveUp(node: PlanNode, why: Why, status: "failed" | "dead_letter", last: LastError): Move {
  return node.edges.has("fallback") ? leave(node, "fallback", why) : finish(status, why, last);
}
