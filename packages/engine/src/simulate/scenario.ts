import { isObject } from "../contract/json.ts";
import type { Facts } from "../contract/run.ts";
import type { Catalogue, Scenario, SimulationError } from "../contract/scenario.ts";
import type { MessageParams } from "../contract/diagnostic.ts";
import type { SimulationDetail } from "../messages/locale.ts";
import { simulationError } from "../messages/simulation.ts";
import { parseInstant } from "../query/instant.ts";
import { compileHours } from "../interpreter/hours.ts";
import { isOutcome } from "./outcome.ts";

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
  return clockProblem(scenario) ?? { scenario, startAt, facts };
}

function clockProblem({ businessHours, timeZone }: Scenario): Refusal | null {
  const told = [...(timeZone === undefined ? [] : [{ timeZone, days: [] }]), ...(businessHours ? [businessHours] : [])];
  for (const each of told) {
    const hours = compileHours(each);
    if ("error" in hours) return { error: hours.error };
  }
  return null;
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

/** The parts of a catalogue that are given. */
export const catalogueIn = ({ fieldSlugs, fieldTypes, stages }: Catalogue): Catalogue => ({
  ...(fieldSlugs !== undefined && { fieldSlugs }),
  ...(fieldTypes !== undefined && { fieldTypes }),
  ...(stages !== undefined && { stages }),
});

/** Whether the parts that are given are what they should be. */
export function isCatalogue({ fieldSlugs, fieldTypes, stages }: Catalogue): boolean {
  return (
    [fieldSlugs, fieldTypes].every((each) => each === undefined || isObject(each)) &&
    (stages === undefined || (Array.isArray(stages) && stages.every(isStage)))
  );
}

const isStage = (given: unknown): boolean =>
  isObject(given) && typeof given["id"] === "string" && typeof given["pipelineId"] === "string";

function recordProblem({ roundRobin, ...scenario }: Scenario): Refusal | null {
  if (roundRobin !== undefined && !(isObject(roundRobin) && Object.values(roundRobin).every(isObject))) {
    return invalid("round-robin");
  }
  return isCatalogue(scenario) ? null : invalid("catalogue");
}

function invalid(detail: SimulationDetail, params: MessageParams = {}): Refusal {
  return { error: simulationError("invalid-scenario", detail, params) };
}
