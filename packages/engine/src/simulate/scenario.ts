import type { Facts } from "../contract/run.ts";
import type { JsonObject } from "../contract/json.ts";
import type { AttemptOutcome, Outcome, Scenario, SimulationError } from "../contract/scenario.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import { isObject } from "../graph/parts.ts";
import { isAmount } from "../json/amount.ts";
import type { SimulationDetail } from "../messages/locale.ts";
import { simulationError } from "../messages/simulation.ts";
import { parseInstant } from "../query/instant.ts";
import { compileHours } from "../interpreter/hours.ts";

/** A scenario whose values were checked. `startAt` is Unix ms. */
export interface CheckedScenario {
  scenario: Scenario;
  startAt: number;
  facts: Facts;
}

interface Refusal {
  error: SimulationError;
}

/** Checks a scenario, which may come from a file or a form. */
export function checkScenario(scenario: Scenario): CheckedScenario | { error: SimulationError } {
  if (!isObject(scenario)) return invalid("scenario");
  const startAt = readInstant(scenario.startAt);
  if (startAt === null) {
    return invalid("start-at");
  }
  const facts = scenario.facts ?? {};
  if (!isObject(facts)) return invalid("facts");
  if (facts["deal"] !== undefined && !isObject(facts["deal"])) return invalid("deal");
  if (!isTrigger(scenario.trigger)) return invalid("trigger");
  const problem = outcomeProblem(scenario.outcomes ?? {}) ?? recordProblem(scenario);
  if (problem !== null) return problem;
  if (!scenario.businessHours) return { scenario, startAt, facts };
  const hours = compileHours(scenario.businessHours);
  return "error" in hours ? { error: hours.error } : { scenario, startAt, facts };
}

function isTrigger(trigger: unknown): boolean {
  if (trigger === undefined) return true;
  return isObject(trigger) && typeof trigger["type"] === "string" && isObject(trigger["config"] ?? {});
}

function readInstant(text: unknown): number | null {
  const parsed = typeof text === "string" ? parseInstant(text) : null;
  return parsed?.form === "instant" ? parsed.at : null;
}

function outcomeProblem(outcomes: unknown): Refusal | null {
  if (!isObject(outcomes)) return invalid("outcomes");
  for (const [nodeId, outcome] of Object.entries(outcomes)) {
    if (!isOutcome(outcome)) return invalid("outcome", { node: nodeId });
  }
  return null;
}

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

function recordProblem({ roundRobin, fieldSlugs }: Scenario): Refusal | null {
  if (roundRobin !== undefined && !(isObject(roundRobin) && Object.values(roundRobin).every(isObject))) {
    return invalid("round-robin");
  }
  return fieldSlugs === undefined || isObject(fieldSlugs) ? null : invalid("field-slugs");
}

function invalid(detail: SimulationDetail, params: MessageParams = {}): Refusal {
  return { error: simulationError("invalid-scenario", detail, params) };
}
