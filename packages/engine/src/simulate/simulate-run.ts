import { amountOf } from "../json/option.ts";
import type { ActionType, GraphDefinition } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Facts, Reply, RoundRobinState } from "../contract/run.ts";
import type {
  Catalogue,
  Outcome,
  Renderer,
  Scenario,
  SimulationError,
  SimulationResult,
} from "../contract/scenario.ts";
import { compileRun } from "../interpreter/compile-run.ts";
import type { Plan, PlanNode } from "../interpreter/plan.ts";
import { RoundRobin } from "../interpreter/round-robin.ts";
import { cannotRun, simulationError } from "../messages/simulation.ts";
import type { Certain, Coming, World } from "./answers.ts";
import { drive } from "./drive.ts";
import type { Ending } from "./drive.ts";
import { randomStream } from "./random.ts";
import type { RandomStream } from "./random.ts";
import { refusalOf } from "./refusals.ts";
import { RunFacts } from "./run-facts.ts";
import { checkScenario } from "./scenario.ts";
import type { CheckedScenario } from "./scenario.ts";
import { TraceWriter } from "./trace.ts";
import { iso } from "./instants.ts";
import { FactsObject } from "./world.ts";

/** How to simulate. */
export interface SimulationOptions {
  /** Renders what actions would send. Without it `rendered` stays null. */
  render?: Renderer;
  /** Events after which a simulation is given up; 10,000 by default. */
  stepBudget?: number;
  /** Names one run of many under the scenario's seed: each has its own randomness. */
  run?: string;
}

/** Events after which a simulation is given up, by default. */
export const STEP_BUDGET = 10_000;

/**
 * Runs an automation on a virtual clock, through the same interpreter as real runs. Depends on its arguments alone.
 * Never throws, but for options that mean nothing (a `RangeError` that names them): a scenario or definition that cannot
 * be simulated gives `error`. A draft runs as far as it goes. Who
 * simulates one definition often gives the plan that `compileRun` makes of it; business hours are then the plan's.
 *
 * @example
 * ```ts
 * import { compileRun, simulateRun } from "@trilho/engine";
 *
 * const definition = {
 *   version: 2 as const,
 *   nodes: [
 *     { id: "start", type: "trigger" as const },
 *     { id: "pause", type: "wait" as const, config: { delaySeconds: 3600 } },
 *   ],
 *   edges: [{ source: "start", target: "pause" }],
 * };
 * const scenario = { startAt: "2026-01-05T09:00:00Z", facts: { deal: { value: 12_000 } } };
 * simulateRun(definition, scenario).trace.map(({ text }) => text);
 * // ["the trigger fired", "waits 1 h", "waited 1 h", "nothing follows: the run completes"]
 *
 * const plan = compileRun(definition); // once
 * for (const seed of ["a", "b", "c"]) simulateRun(plan, { ...scenario, seed });
 * ```
 */
export function simulateRun(
  definition: GraphDefinition | Plan,
  scenario: Scenario,
  options: SimulationOptions = {},
): SimulationResult {
  const stepBudget = amountOf(options, "stepBudget", STEP_BUDGET);
  try {
    return simulate(definition, scenario, options, stepBudget);
  } catch (error) {
    return refuse(null, simulationError("invalid-scenario", "unreadable", { message: errorMessage(error) }));
  }
}

function simulate(
  definition: GraphDefinition | Plan,
  scenario: Scenario,
  options: SimulationOptions,
  stepBudget: number,
): SimulationResult {
  const checked = checkScenario(scenario);
  if ("error" in checked) return refuse(scenario, checked.error);
  const plan = isPlan(definition) ? definition : compileRun(definition, scenario);
  if (plan.problem !== null) return refuse(scenario, cannotRun(plan.problem, plan.problemReason));
  const world = new ScenarioWorld(plan, checked, options);
  const trace = new TraceWriter();
  const ending = drive(world, checked.startAt, stepBudget, trace);
  return conclude(world, trace, checked.startAt, ending);
}

function isPlan(given: GraphDefinition | Plan): given is Plan {
  return typeof given === "object" && given !== null && "triggerId" in given && given.nodes instanceof Map;
}

/** The world that a scenario describes. */
class ScenarioWorld implements World {
  readonly plan: Plan;
  readonly render: Renderer | null;
  readonly coming: Coming[] = [];
  private readonly stages: Catalogue["stages"];
  private readonly facts: RunFacts<FactsObject>;
  private readonly outcomes: Readonly<Record<string, Outcome>>;
  private readonly standing: ReadonlyMap<string, RoundRobinState>;
  private readonly seed: string;
  private readonly run: string;
  private readonly turns = new Map<string, RoundRobin>();
  private readonly streams = new Map<string, RandomStream>();

  constructor(plan: Plan, { scenario, facts, startAt }: CheckedScenario, options: SimulationOptions) {
    this.plan = plan;
    this.render = options.render ?? null;
    this.stages = scenario.stages;
    this.facts = new RunFacts(new FactsObject(facts), startAt, scenario);
    this.outcomes = scenario.outcomes ?? {};
    this.standing = new Map(Object.entries(scenario.roundRobin ?? {}));
    this.seed = scenario.seed ?? "";
    this.run = options.run ?? "";
  }

  outcome({ id }: PlanNode): Outcome | null {
    return Object.hasOwn(this.outcomes, id) ? (this.outcomes[id] ?? null) : null;
  }

  random({ id }: PlanNode): number {
    const stream = this.streams.get(id) ?? randomStream(this.run, this.seed, id);
    this.streams.set(id, stream);
    return stream.next();
  }

  turn({ id, exits }: PlanNode): string | null {
    const turns = this.turns.get(id) ?? new RoundRobin(exits, this.standing.get(id) ?? {});
    this.turns.set(id, turns);
    return turns.next();
  }

  factsAt(at: number): Facts {
    this.facts.passTo(at);
    return this.facts.store.facts;
  }

  refusal(actionType: ActionType, sent: JsonObject, at: number): Certain | null {
    return refusalOf(actionType, sent, this.factsAt(at), this.stages);
  }

  acted({ actionType }: PlanNode, config: JsonObject, at: number): void {
    if (actionType !== null) this.facts.act(actionType, config, at);
  }

  replied(_: PlanNode, reply: Reply, at: number): void {
    this.facts.reply(reply, at);
  }

  overheard(_: PlanNode, at: number): void {
    this.facts.overhear(at);
  }

  roundRobin(): Record<string, RoundRobinState> {
    const moved = [...this.turns].map(([id, turns]): [string, RoundRobinState] => [id, turns.state()]);
    return Object.fromEntries([...this.standing, ...moved]);
  }
}

function conclude(
  world: ScenarioWorld,
  { trace }: TraceWriter,
  startAt: number,
  { status, endAt, error }: Ending,
): SimulationResult {
  return {
    status: error ? "failed" : status,
    trace,
    facts: world.factsAt(endAt),
    startedAt: iso(startAt),
    endedAt: iso(endAt),
    durationMs: endAt - startAt,
    roundRobin: world.roundRobin(),
    error,
  };
}

function refuse(scenario: Scenario | null, error: SimulationError): SimulationResult {
  const startedAt = typeof scenario?.startAt === "string" ? scenario.startAt : "";
  const facts = scenario?.facts ?? {};
  return { status: "failed", trace: [], facts, startedAt, endedAt: startedAt, durationMs: 0, roundRobin: {}, error };
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : "an unusual value";
}
