import type { GraphDefinition } from "../contract/definition.ts";
import type { Renderer, Scenario, SimulationError, SimulationResult, TraceEntry } from "../contract/scenario.ts";
import { compileRun } from "../interpreter/plan.ts";
import type { Plan } from "../interpreter/plan.ts";
import { describeReason } from "../messages/describe.ts";
import type { World } from "./answers.ts";
import { drive } from "./drive.ts";
import type { Ending, Happening } from "./drive.ts";
import { checkScenario } from "./scenario.ts";
import type { CheckedScenario } from "./scenario.ts";
import { stageSince } from "./world.ts";

/** How to simulate. */
export interface SimulationOptions {
  /** Renders what actions would send. Without it `rendered` stays null. */
  render?: Renderer;
  /** Events after which a simulation is given up; 10,000 unless told. */
  stepBudget?: number;
  /** Names one run of many under the scenario's seed: each has its own randomness. */
  run?: string;
}

/** Events after which a simulation is given up, unless told. */
export const STEP_BUDGET = 10_000;

/**
 * Runs an automation on a virtual clock, through the same interpreter as real runs. Depends on its arguments alone.
 * Never throws: a scenario or definition that cannot be simulated gives `error`. A draft runs as far as it goes.
 */
export function simulateRun(
  definition: GraphDefinition,
  scenario: Scenario,
  options: SimulationOptions = {},
): SimulationResult {
  const checked = checkScenario(scenario);
  if ("error" in checked) return refuse(scenario, checked.error);
  const plan = compileRun(definition, scenario);
  if (plan.problem !== null) return refuse(scenario, { code: "invalid-definition", message: plan.problem });
  const world = createWorld(plan, checked, options);
  const trace: TraceEntry[] = [];
  const ending = drive(world, checked.startAt, options.stepBudget ?? STEP_BUDGET, (happening) => {
    record(trace, happening);
  });
  return conclude(world, trace, checked.startAt, ending);
}

/** A world in which one run begins. */
export function createWorld(
  plan: Plan,
  { scenario, facts, startAt }: CheckedScenario,
  options: SimulationOptions,
): World {
  return {
    plan,
    scenario,
    render: options.render ?? null,
    runName: options.run ?? "",
    streams: new Map(),
    roundRobin: new Map(Object.entries(scenario.roundRobin ?? {})),
    sent: null,
    facts,
    stageSince: stageSince(facts, startAt),
  };
}

function record(trace: TraceEntry[], { steps, effect, shown }: Happening): void {
  steps.forEach((step, index) => {
    const isLast = index === steps.length - 1;
    trace.push({
      ...step,
      at: iso(step.at),
      text: describeReason(step.why),
      effect: isLast ? effect : null,
      rendered: (isLast ? shown?.config : null) ?? null,
      issues: (isLast ? shown?.issues : null) ?? [],
    });
  });
}

function conclude(
  { facts, roundRobin }: World,
  trace: TraceEntry[],
  startAt: number,
  { state: { status }, endAt, error }: Ending,
): SimulationResult {
  return {
    status: error ? "failed" : status,
    trace,
    facts,
    startedAt: iso(startAt),
    endedAt: iso(endAt),
    durationMs: endAt - startAt,
    roundRobin: Object.fromEntries(roundRobin),
    error,
  };
}

function refuse(scenario: Scenario, error: SimulationError): SimulationResult {
  const startedAt = typeof scenario?.startAt === "string" ? scenario.startAt : "";
  const facts = scenario?.facts ?? {};
  return { status: "failed", trace: [], facts, startedAt, endedAt: startedAt, durationMs: 0, roundRobin: {}, error };
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
