import type { EffectError } from "../contract/run.ts";
import { fail, finish, leave, notRunnable, sleep } from "./moves.ts";
import type { Moment, Move, Plan, PlanNode, Staying, Stop, Why } from "./plan.ts";
import { because } from "./reasons.ts";
import { MAX_ATTEMPTS, retryDelay } from "./retry.ts";

/** Begins an attempt at a node's action, or puts it off to the next opening. */
export function attempt(plan: Plan, node: PlanNode, moment: Moment, number: number, lastError: string | null): Move {
  return (
    (node.reachesCustomer ? deferral(plan, moment, number - 1, lastError) : null) ?? perform(node, number, lastError)
  );
}

/** The first attempt at a node's action, where nothing puts it off. */
export function firstAttempt(node: Pick<PlanNode, "actionType">): Stop {
  return perform(node, 1, null);
}

function perform({ actionType }: Pick<PlanNode, "actionType">, attempts: number, lastError: string | null): Stop {
  if (actionType === null) return notRunnable("action-without-type", "This action has no known type.");
  const why = () => because("performing", { actionType, attempt: attempts });
  return { type: "stay", phase: "performing", status: "running", attempts, lastError, lastsMs: null, why };
}

function deferral({ hours }: Plan, { at }: Moment, attempts: number, lastError: string | null): Stop | null {
  if (hours === null) return null;
  const answer = "error" in hours ? hours : hours.nextOpening(at);
  if ("error" in answer) {
    return fail("hours-unusable", answer.error.message, { problem: answer.error.code });
  }
  const { opensAt } = answer;
  if (opensAt <= at || "error" in hours) return null;
  const why = () =>
    because("outside-business-hours", { opensAt, opens: hours.wallTime(opensAt), timeZone: hours.timeZone });
  return sleep(opensAt - at, "deferred", why, attempts, lastError);
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
  const { message, permanent, uncertain } = error;
  if (uncertain === true && node.atMostOnce) {
    return giveUp(node, () => because("may-have-gone-out", { message }), "dead_letter", message);
  }
  if (permanent) return giveUp(node, () => because("failed-permanently", { message }), "failed", message);
  if (attempts >= MAX_ATTEMPTS) {
    return giveUp(node, () => because("retries-exhausted", { attempts, message }), "dead_letter", message);
  }
  const retryInMs = retryDelay(attempts, error, random);
  const why = () => because("attempt-failed", { attempt: attempts, maxAttempts: MAX_ATTEMPTS, message, retryInMs });
  return sleep(retryInMs, "retrying", why, attempts, message);
}

function giveUp(node: PlanNode, why: Why, status: "failed" | "dead_letter", message: string): Move {
  return node.edges.has("fallback") ? leave(node, "fallback", why) : finish(status, why, message);
}
