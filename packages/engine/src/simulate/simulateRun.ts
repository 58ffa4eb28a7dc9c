import type { GraphDefinition } from "../contract/definition.ts";
import type { Effect, RunEvent, RunState, Step } from "../contract/run.ts";
import type { Renderer, Scenario, SimulationError, SimulationResult } from "../contract/scenario.ts";
import { advance, startState } from "../interpreter/advance.ts";
import { compileRun } from "../interpreter/plan.ts";
import type { Plan } from "../interpreter/plan.ts";
import { describeReason } from "../messages/describe.ts";
import { answer, factsAt } from "./answers.ts";
import type { World } from "./answers.ts";
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

const STEP_BUDGET = 10_000;

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
  return drive(world, checked.startAt, options.stepBudget ?? STEP_BUDGET);
}

function createWorld(plan: Plan, { scenario, facts, startAt }: CheckedScenario, options: SimulationOptions): World {
  return {
    plan,
    scenario,
    render: options.render ?? null,
    runName: options.run ?? "",
    streams: new Map(),
    roundRobin: new Map(Object.entries(scenario.roundRobin ?? {})),
    trace: [],
    facts,
    stageSince: stageSince(facts, startAt),
  };
}

function drive(world: World, startAt: number, budget: number): SimulationResult {
  let state = startState();
  let event: RunEvent = { type: "started", at: startAt, facts: factsAt(world, startAt) };
  for (let events = 0; events < budget; events += 1) {
    const { state: next, effects, steps } = advance(world.plan, state, event);
    state = next;
    const effect = effects[0] ?? null;
    record(world, steps, effect, event.at);
    if (effect === null || effect.type === "finish")
      return conclude(world, state, startAt, event.at, hoursError(steps));
    event = answer(world, effect, event.at);
  }
  const message = `The run did not end within ${budget} events.`;
  return conclude(world, state, startAt, event.at, { code: "step-budget", message });
}

function record(world: World, steps: readonly Step[], effect: Effect | null, at: number): void {
  steps.forEach((step, index) => {
    const opened = index === steps.length - 1 ? effect : null;
    const shown = opened?.type === "perform" ? world.render?.render(opened.config, factsAt(world, at), at) : undefined;
    world.trace.push({
      ...step,
      at: iso(step.at),
      text: describeReason(step.why),
      effect: opened,
      rendered: shown?.config ?? null,
      issues: shown?.issues ?? [],
    });
  });
}

function hoursError(steps: readonly Step[]): SimulationError | null {
  const why = steps.at(-1)?.why;
  if (why?.code !== "hours-unusable") return null;
  const code = why.params["problem"] === "hours-never-open" ? "hours-never-open" : "invalid-business-hours";
  return { code, message: describeReason(why) };
}

function conclude(
  { trace, facts, roundRobin }: World,
  { status }: RunState,
  startAt: number,
  endAt: number,
  error: SimulationError | null,
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
