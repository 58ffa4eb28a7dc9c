import { isAmount } from "../json/amount.ts";
import { amountOf, checkAmount } from "../json/option.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import type { RoundRobinState } from "../contract/run.ts";
import type { Renderer, Scenario, SimulationError } from "../contract/scenario.ts";
import { compileGraph } from "../graph/compile.ts";
import { readDefinition, readRunnable } from "../analyse/read.ts";
import { simulationError } from "../messages/simulation.ts";
import { Cohort, readCohort, sizeOf } from "./cohort.ts";
import type { CohortInput } from "./cohort.ts";
import { countsOf } from "./counts.ts";
import type { CohortCounts } from "./counts.ts";
import { checkModel } from "./model.ts";
import type { CohortModel } from "./model.ts";
import { runPool } from "./pool.ts";
import type { Lost } from "./pool.ts";
import type { CohortPort } from "./ports.ts";
import { Sampler } from "./sampler.ts";
import { Starts } from "./starts.ts";
import { addUp } from "./tally.ts";
import type { Tally } from "./tally.ts";

/** How to simulate a cohort. */
export interface CohortOptions {
  /** How many runs, from 0 to 10,000,000; what is no such number is refused (`error`). */
  size: number;
  /** The same seed gives the same cohort everywhere; "" by default. */
  seed?: string;
  /** Told after every chunk. */
  onProgress?: (progress: CohortProgress) => void;
  /** Stops the cohort after the current chunk, as an AbortSignal does; what was counted is kept. */
  signal?: { readonly aborted: boolean };
  /** Awaited between chunks, so that a host can let other work in: `() => new Promise((go) => setTimeout(go))`. */
  yield?: () => Promise<void>;
  /** Runs between two progress reports; 200 by default. Workers report after whole blocks of 1000. */
  chunk?: number;
  /**
   * Workers that simulate the runs, in which `serveCohort` serves; the caller makes and ends them. The result is the same
   * with any number of them, and without.
   */
  workers?: readonly CohortPort[];
  /** Tells of each node when runs come there (`arrivalMs`), at a little cost. */
  arrivals?: boolean;
  /** Renders what actions would send, where Liquid in configs decides what happens. Slow. Workers bring their own. */
  render?: Renderer;
}

/** How far a cohort is. */
export interface CohortProgress {
  done: number;
  size: number;
}

/** The result of `simulateCohort`. `error` is why no run could start. */
export interface CohortResult extends CohortCounts {
  /** Runs simulated; fewer than asked when stopped. */
  runs: number;
  aborted: boolean;
  /** Standing of the round robins after the last run. */
  roundRobin: Record<string, RoundRobinState>;
  error: SimulationError | null;
}

/** More would need more memory for exact percentiles than a page should take: 8 bytes for each run. */
const MOST_RUNS = 10_000_000;
/** Runs between two reports, by default. */
const CHUNK = 200;

/**
 * Simulates many runs of an automation through the interpreter that real runs go through. Run number 0, 1, … each have
 * streams of randomness of their own, so that a cohort is the sum of `simulateRun` over the scenarios of
 * `cohortScenario`. Round robins carry on from run to run within blocks of 1000 runs (0 … 999, 1000 … 1999, …); block
 * number b begins them b turns (modulo 1024) after where the model has them. Blocks need nothing of one another, so workers can
 * share them. Depends on definition, model, size and seed alone: runs that a broken worker took along are simulated here.
 * Never throws for what is in definition or model; a `chunk` that means nothing is a `RangeError`.
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
 *
 * @example
 * ```ts
 * import { simulateCohort } from "@trilho/engine/cohort";
 * import type { CohortModel, CohortPort } from "@trilho/engine/cohort";
 * import type { GraphDefinition } from "@trilho/engine";
 *
 * // Of a file that calls `serveCohort`. Browser: new Worker(new URL("./cohort.worker.ts", import.meta.url), { type: "module" })
 * // Node.js: new Worker(new URL("./cohort.worker.js", import.meta.url)) of node:worker_threads
 * declare const workers: CohortPort[];
 * declare const [definition, model]: [GraphDefinition, CohortModel];
 * const { edges } = await simulateCohort(definition, model, { size: 1_000_000, workers });
 * ```
 */
export async function simulateCohort(
  definition: GraphDefinition,
  model: CohortModel,
  options: CohortOptions,
): Promise<CohortResult> {
  amountOf(options, "chunk", CHUNK, 1);
  const input = readCohort(definition, model);
  if ("error" in input) return refused(definition, input.error);
  const size = isAmount(options.size) ? Math.floor(options.size) : Number.POSITIVE_INFINITY;
  if (size > MOST_RUNS) {
    return refused(definition, simulationError("invalid-size", "cohort-size", { most: MOST_RUNS }));
  }
  const workers = options.workers ?? [];
  return workers.length > 0 ? together(input, size, workers, options) : alone(input, size, options);
}

async function alone(input: CohortInput, size: number, options: CohortOptions): Promise<CohortResult> {
  return concluded(input, await simulateHere(input, [{ from: 0, size }], 0, size, options), size);
}

async function together(
  input: CohortInput,
  size: number,
  workers: readonly CohortPort[],
  options: CohortOptions,
): Promise<CohortResult> {
  const { tallies, lost } = await runPool(workers, {
    input,
    seed: seedOf(options),
    arrivals: options.arrivals === true,
    size,
    goOn(done) {
      if (done > 0) options.onProgress?.({ done, size });
      return options.signal?.aborted !== true;
    },
  });
  const counted = tallies.reduce((sum, { runs }) => sum + runs, 0);
  if (lost.length > 0) tallies.push(await simulateHere(input, lost, counted, size, options));
  return concluded(input, addUp(tallies, sizeOf(input.runnable, options.arrivals === true)), size);
}

/** Simulates runs here: all, or those that workers that went wrong took along. */
async function simulateHere(
  input: CohortInput,
  lost: readonly Lost[],
  counted: number,
  size: number,
  options: CohortOptions,
): Promise<Tally> {
  const cohort = new Cohort(input, seedOf(options), options.render ?? null, options.arrivals === true);
  const starts = new Starts(input.checked, seedOf(options));
  let [at, done] = [0, counted];
  for (const { from, size: runs } of lost) {
    starts.skip(from - at);
    for (at = from; at < from + runs && !options.signal?.aborted;) {
      const until = Math.min(at + chunkOf(options), from + runs);
      cohort.simulate(at, starts.take(until - at));
      done += until - at;
      at = until;
      options.onProgress?.({ done, size });
      if (done < size) await (options.yield?.() ?? Promise.resolve());
    }
  }
  return cohort.close();
}

const chunkOf = ({ chunk = CHUNK }: CohortOptions): number => Math.floor(chunk);

function concluded({ runnable: { graph } }: CohortInput, tally: Tally, size: number): CohortResult {
  const { runs, last } = tally;
  return { ...countsOf(graph, tally), runs, aborted: runs < size, roundRobin: last.roundRobin, error: null };
}

function refused(definition: GraphDefinition, error: SimulationError): CohortResult {
  const graph = compileGraph(readDefinition(definition));
  const nothing = addUp([], { nodes: graph.nodes.length, edges: graph.edges.length, arrivals: false });
  return { ...countsOf(graph, nothing), runs: 0, aborted: false, roundRobin: {}, error };
}

/** Seeds may come from a form. */
function seedOf({ seed }: { seed?: unknown }): string {
  return typeof seed === "string" ? seed : seed === undefined || seed === null ? "" : (JSON.stringify(seed) ?? "");
}

/**
 * The scenario of one run of a cohort (from 0), to look at it closely with `simulateRun` and `{ run: String(run) }`. Its
 * round robins start as in the model; in a cohort they carry on from the run before.
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
  options: { seed?: string; run: number },
): Scenario | { error: SimulationError } {
  checkAmount("run", options.run);
  const checked = checkModel(model);
  if ("error" in checked) return checked;
  const sampler = new Sampler(readRunnable(definition), checked, seedOf(options));
  const starts = new Starts(checked, seedOf(options));
  const run = Math.min(Math.floor(options.run), MOST_RUNS);
  starts.skip(run);
  sampler.startAt = starts.take(1)[0] ?? checked.startAt;
  sampler.goTo(run);
  return sampler.scenario();
}
