import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import type { AttemptOutcome, Outcome } from "../contract/scenario.ts";
import { isAmount } from "../json/amount.ts";

type Reads = (outcome: Record<string, unknown>) => boolean;

const ATTEMPTS: Record<AttemptOutcome["type"], Reads> = {
  reply: (outcome) => isTimedReply(outcome) && isListOrMissing(outcome["further"], isTimedReply),
  silence: () => true,
  fail: ({ message, retryAfterSeconds }) =>
    isTextOrMissing(message) && (retryAfterSeconds === undefined || isAmount(retryAfterSeconds)),
  fail_permanently: ({ message }) => isTextOrMissing(message),
  uncertain: ({ message }) => isTextOrMissing(message),
};

const OUTCOMES: Record<Outcome["type"], Reads> = {
  ...ATTEMPTS,
  fail: (outcome) => isAmount(outcome["times"]) && ATTEMPTS.fail(outcome),
  attempts: ({ attempts }) => Array.isArray(attempts) && attempts.every((each) => isOneOf(ATTEMPTS, each)),
};

/**
 * Whether a value is an outcome of a scenario.
 *
 * @example
 * ```ts
 * import { isOutcome } from "@trilho/engine";
 *
 * isOutcome({ type: "fail", times: 2 }); // true
 * ```
 */
export const isOutcome = (outcome: unknown): outcome is JsonObject & Outcome => isOneOf(OUTCOMES, outcome);

function isOneOf(kinds: Readonly<Record<string, Reads>>, outcome: unknown): boolean {
  if (!isObject(outcome)) return false;
  const { type } = outcome;
  return typeof type === "string" && Object.hasOwn(kinds, type) && kinds[type]?.(outcome) === true;
}

function isTimedReply(given: unknown): boolean {
  if (!isObject(given)) return false;
  const { afterSeconds, reply } = given;
  return (
    isAmount(afterSeconds) && isObject(reply) && isTextOrMissing(reply["buttonId"]) && isTextOrMissing(reply["text"])
  );
}

const isTextOrMissing = (text: unknown): boolean => text === undefined || typeof text === "string";

const isListOrMissing = (list: unknown, holds: (item: unknown) => boolean): boolean =>
  list === undefined || (Array.isArray(list) && list.every(holds));

/** What an outcome says of one attempt; null where that succeeds and nobody replies. */
export function attemptOf(outcome: Outcome | null, attempt: number): AttemptOutcome | null {
  if (outcome?.type === "attempts") return outcome.attempts[attempt - 1] ?? null;
  if (outcome?.type === "uncertain" && attempt > 1) return null;
  return outcome?.type === "fail" && attempt > outcome.times ? null : outcome;
}
