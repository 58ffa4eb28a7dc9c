import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Outcome } from "../contract/scenario.ts";
import type { SimulationError } from "../contract/scenario.ts";
import { compileRun } from "../interpreter/compile-run.ts";
import { compileHours } from "../interpreter/hours.ts";
import type { Plan } from "../interpreter/plan.ts";
import { simulationError } from "../messages/simulation.ts";
import { parseInstant } from "../query/instant.ts";
import { isOutcome } from "../simulate/outcome.ts";
import { readEntry } from "../trigger/entry.ts";
import type { EntryRule } from "../trigger/entry.ts";
import { startCheck } from "../trigger/starts-on.ts";
import type { Happening, WorkspaceAutomation, WorkspaceScenario } from "./types.ts";

/** An automation made ready to run; no plan where its graph cannot. */
export interface ReadyAutomation {
  readonly automation: WorkspaceAutomation;
  readonly plan: Plan | null;
  readonly refusal: ReturnType<typeof startCheck>;
  /** How often a deal may enter; null where it always may. */
  readonly entry: EntryRule | null;
}

/** A scenario whose values were checked. Instants are Unix ms. */
export interface WorkspaceSetup {
  readonly scenario: WorkspaceScenario;
  readonly from: number;
  readonly until: number;
  readonly automations: readonly ReadyAutomation[];
  readonly happenings: readonly { readonly at: number; readonly happening: Happening }[];
}

/** Checks a scenario, which may come from a file or a form, and makes its automations ready. */
export function setUp(scenario: WorkspaceScenario): WorkspaceSetup | { error: SimulationError } {
  if (!isObject(scenario)) return invalid("scenario");
  const from = instantOf(scenario.from);
  const until = instantOf(scenario.until);
  if (from === null || until === null) return invalid("start-at");
  const lists = [scenario.automations, scenario.deals, scenario.contacts, scenario.events];
  if (!lists.every((list) => Array.isArray(list) && list.every(isObject))) return invalid("scenario");
  if (!scenario.deals.every(({ id, facts }) => typeof id === "string" && isObject(facts))) return invalid("deal");
  const outcomes = [scenario.outcomes ?? {}, ...Object.values(scenario.dealOutcomes ?? {})];
  if (!outcomes.every(areOutcomes)) return invalid("outcomes");
  const { businessHours = null } = scenario;
  const hours = businessHours === null ? null : compileHours(businessHours);
  if (hours !== null && "error" in hours) return { error: hours.error };
  const happenings = scenario.events.map((happening) => ({ at: instantOf(happening.at) ?? Number.NaN, happening }));
  if (happenings.some(({ at }) => Number.isNaN(at))) return invalid("start-at");
  return { scenario, from, until, happenings, automations: scenario.automations.map((each) => ready(each, scenario)) };
}

function ready(
  automation: WorkspaceAutomation,
  { businessHours = null, timeZone = "UTC" }: WorkspaceScenario,
): ReadyAutomation {
  const { triggerType: type, triggerConfig: config, graphDefinition, respectBusinessHours = false } = automation;
  const plan = compileRun(graphDefinition, {
    respectBusinessHours,
    businessHours,
    timeZone,
    trigger: { type, config },
  });
  return {
    automation,
    plan: plan.problem === null ? plan : null,
    refusal: startCheck(automation),
    entry: readEntry(config),
  };
}

const areOutcomes = (given: unknown): boolean =>
  isObject(given) &&
  Object.values(given).every((nodes) => isObject(nodes) && Object.values(nodes).every((each) => isOutcome(each)));

function instantOf(text: unknown): number | null {
  const parsed = typeof text === "string" ? parseInstant(text) : null;
  return parsed?.form === "instant" ? parsed.at : null;
}

const invalid = (detail: "scenario" | "start-at" | "deal" | "outcomes") => ({
  error: simulationError("invalid-scenario", detail),
});

/** What the world answers a node of an automation's run, of a deal or in general. */
export function outcomeOf(
  { outcomes = {}, dealOutcomes = {} }: WorkspaceScenario,
  dealId: string | null,
  automationId: string,
  nodeId: string,
): Outcome | null {
  const ofDeal = dealId === null ? null : own(own(own(dealOutcomes, dealId), automationId), nodeId);
  return (ofDeal ?? own(own(outcomes, automationId), nodeId)) as Outcome | null;
}

function own(holder: unknown, key: string): JsonObject | null {
  return isObject(holder) && Object.hasOwn(holder, key) ? ((holder[key] as JsonObject | undefined) ?? null) : null;
}
