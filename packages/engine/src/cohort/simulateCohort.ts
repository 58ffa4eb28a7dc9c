import { readRunnable } from "../analyse/read.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import type { RoundRobinState } from "../contract/run.ts";
import type { Renderer, Scenario, SimulationError } from "../contract/scenario.ts";
import { compileRun } from "../interpreter/plan.ts";
import { CohortCounter } from "./counter.ts";
import type { CohortCounts } from "./counter.ts";
import { checkModel } from "./model.ts";
import type { CheckedModel, CohortModel } from "./model.ts";
import { createSampler } from "./sampler.ts";
import { drive } from "../simulate/drive.ts";
import { createWorld, STEP_BUDGET } from "../simulate/simulateRun.ts";

/** How to simulate a cohort. */
export interface CohortOptions {
  /** How many runs. */
  size: number;
  /** The same seed gives the same cohort everywhere; "" unless told. */
  seed?: string;
  /** Told after every chunk. */
  onProgress?: (progress: CohortProgress) => void;
  /** Stops the cohort after the current chunk, as an AbortSignal does; what was counted is kept. */
  signal?: { readonly aborted: boolean };
  /** Awaited between chunks, so that a host can let other work in: `() => new Promise((go) => setTimeout(go))`. */
  yield?: () => Promise<void>;
  /** Runs between two progress reports; 200 unless told. */
  chunk?: number;
  /** Renders what actions would send, where Liquid in configs decides what happens. Slow. */
  render?: Renderer;
}

/** How far a cohort is. */
export interface CohortProgress {
  done: number;
  size: number;
}

/** What `simulateCohort` answers. `error` tells why no run could start. */
export interface CohortResult extends CohortCounts {
  /** Runs simulated; fewer than asked when stopped. */
  runs: number;
  aborted: boolean;
  /** Standing of the round robins after the last run. */
  roundRobin: Record<string, RoundRobinState>;
  error: SimulationError | null;
}

/**
 * Simulates many runs of an automation, one after the other, through the interpreter that real runs go through. Run
 * number 0, 1, … each have streams of randomness of their own, so that a cohort is the sum of `simulateRun` over the
 * scenarios of `cohortScenario`. Round robins carry on from run to run. Depends on its arguments alone. Never throws for
 * what is in definition or model: `error` says it.
 *
 * @example
 * ```ts
 * import { simulateCohort } from "@trilho/engine/cohort";
 *
 * const { statuses, durationMs, messages } = await simulateCohort(
 *   { version: 2, nodes: [{ id: "start", type: "trigger" }] },
 *   {
 *     startAt: "2026-01-05T09:00:00-03:00",
 *     arrivals: { type: "exponential", mean: 600 },
 *     vary: { "deal.value": { type: "normal", mean: 8000, deviation: 2000, min: 0 } },
 *     handles: { ask: { btn_yes: 0.3, timeout: 0.5 } },
 *   },
 *   { size: 10_000, seed: "spring" },
 * );
 * ```
 */
export async function simulateCohort(
  definition: GraphDefinition,
  model: CohortModel,
  options: CohortOptions,
): Promise<CohortResult> {
  const size = Math.max(0, Math.floor(options.size) || 0);
  const cohort = startCohort(definition, model, options);
  const chunk = Math.max(1, Math.floor(options.chunk ?? 200) || 1);
  let done = 0;
  while (cohort.error === null && done < size && !options.signal?.aborted) {
    const until = Math.min(done + chunk, size);
    for (; done < until; done += 1) cohort.run();
    options.onProgress?.({ done, size });
    if (done < size) await (options.yield?.() ?? Promise.resolve());
  }
  const aborted = cohort.error === null && done < size;
  return { ...cohort.counter.counts(), runs: done, aborted, roundRobin: cohort.standing(), error: cohort.error };
}

/**
 * The scenario of one run of a cohort (from 0), to look at it closely with `simulateRun` and `{ run: String(run) }`. Its
 * round robins start as the model says; in a cohort they carry on from the run before.
 *
 * @example
 * ```ts
 * import { simulateRun } from "@trilho/engine";
 * import { cohortScenario } from "@trilho/engine/cohort";
 *
 * const definition = { version: 2 as const, nodes: [{ id: "start", type: "trigger" as const }] };
 * const scenario = cohortScenario(definition, { startAt: "2026-01-05T09:00:00Z" }, { seed: "spring", run: 17 });
 * if (!("error" in scenario)) simulateRun(definition, scenario, { run: "17" }).trace;
 * ```
 */
export function cohortScenario(
  definition: GraphDefinition,
  model: CohortModel,
  { seed = "", run }: { seed?: string; run: number },
): Scenario | { error: SimulationError } {
  const checked = checkModel(model);
  if ("error" in checked) return checked;
  const sampler = createSampler(readRunnable(definition), checked, seed);
  for (let skipped = 0; skipped < run; skipped += 1) sampler.next();
  return sampler.next().scenario;
}

interface Cohort {
  counter: CohortCounter;
  error: SimulationError | null;
  run(): void;
  standing(): Record<string, RoundRobinState>;
}

function startCohort(given: GraphDefinition, model: CohortModel, options: CohortOptions): Cohort {
  const runnable = readRunnable(given);
  const counter = new CohortCounter(runnable.graph);
  const checked = checkModel(model);
  const stopped = (error: SimulationError): Cohort => ({ counter, error, run: () => undefined, standing: () => ({}) });
  if ("error" in checked) return stopped(checked.error);
  const plan = compileRun(runnable.definition, settingsOf(checked));
  if (plan.problem !== null) return stopped({ code: "invalid-definition", message: plan.problem });
  const sampler = createSampler(runnable, checked, options.seed ?? "");
  let roundRobin = new Map(Object.entries(checked.model.roundRobin ?? {}));
  return {
    counter,
    error: null,
    run() {
      const { scenario, facts, startAt, run } = sampler.next();
      const world = createWorld(
        plan,
        { scenario, facts, startAt },
        { ...(options.render && { render: options.render }), run },
      );
      const shared = { ...world, roundRobin };
      counter.begin();
      counter.end(startAt, drive(shared, startAt, STEP_BUDGET, counter.watch));
      roundRobin = shared.roundRobin;
    },
    standing: () => Object.fromEntries(roundRobin),
  };
}

function settingsOf({ model: { respectBusinessHours, businessHours } }: CheckedModel) {
  return {
    ...(respectBusinessHours !== undefined && { respectBusinessHours }),
    ...(businessHours !== undefined && { businessHours }),
  };
}
