import type { Facts } from "../contract/run.ts";
import type { Outcome, Scenario, SimulationError } from "../contract/scenario.ts";
import { isObject } from "../graph/parts.ts";
import { parseInstant } from "../query/instant.ts";
import { compileHours } from "../interpreter/hours.ts";

/** A scenario whose values were checked. `startAt` is Unix ms. */
export interface CheckedScenario {
  scenario: Scenario;
  startAt: number;
  facts: Facts;
}

/** Checks a scenario, which may come from a file or a form. */
export function checkScenario(scenario: Scenario): CheckedScenario | { error: SimulationError } {
  if (!isObject(scenario)) return invalid("A scenario is an object.");
  const startAt = readInstant(scenario.startAt);
  if (startAt === null) {
    return invalid("“startAt” must be an ISO 8601 instant with a zone, for example 2026-01-05T09:00:00Z.");
  }
  const facts = scenario.facts ?? {};
  if (!isObject(facts)) return invalid("“facts” must be an object.");
  if (facts["deal"] !== undefined && !isObject(facts["deal"])) return invalid("“facts.deal” must be an object.");
  const problem = outcomeProblem(scenario.outcomes ?? {}) ?? recordProblem(scenario);
  if (problem !== null) return invalid(problem);
  if (!scenario.businessHours) return { scenario, startAt, facts };
  const hours = compileHours(scenario.businessHours);
  return "error" in hours ? { error: hours.error } : { scenario, startAt, facts };
}

function readInstant(text: unknown): number | null {
  const parsed = typeof text === "string" ? parseInstant(text) : null;
  return parsed?.form === "instant" ? parsed.at : null;
}

function outcomeProblem(outcomes: unknown): string | null {
  if (!isObject(outcomes)) return "“outcomes” must be an object by node id.";
  for (const [nodeId, outcome] of Object.entries(outcomes)) {
    if (!isOutcome(outcome)) return `The outcome of node “${nodeId}” cannot be read.`;
  }
  return null;
}

const OUTCOMES: Record<Outcome["type"], (outcome: Record<string, unknown>) => boolean> = {
  reply: ({ afterSeconds, reply }) => isCount(afterSeconds) && isObject(reply),
  silence: () => true,
  fail: ({ times }) => isCount(times),
  fail_permanently: () => true,
};

function isOutcome(outcome: unknown): boolean {
  if (!isObject(outcome)) return false;
  const { type } = outcome;
  return typeof type === "string" && Object.hasOwn(OUTCOMES, type) && OUTCOMES[type as Outcome["type"]](outcome);
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function recordProblem({ roundRobin, fieldSlugs }: Scenario): string | null {
  if (roundRobin !== undefined && !(isObject(roundRobin) && Object.values(roundRobin).every(isObject))) {
    return "“roundRobin” must hold an object by node id.";
  }
  return fieldSlugs === undefined || isObject(fieldSlugs) ? null : "“fieldSlugs” must be an object by field id.";
}

function invalid(message: string): { error: SimulationError } {
  return { error: { code: "invalid-scenario", message } };
}
