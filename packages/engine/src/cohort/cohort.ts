import { readRunnable } from "../analyse/read.ts";
import type { Runnable } from "../analyse/read.ts";
import type { GraphDefinition } from "../contract/definition.ts";
import type { Renderer, SimulationError } from "../contract/scenario.ts";
import { cannotRun } from "../messages/simulation.ts";
import { driveOn } from "../simulate/drive.ts";
import { STEP_BUDGET } from "../simulate/simulate-run.ts";
import { Crossings } from "./crossings.ts";
import { checkModel } from "./model.ts";
import type { CheckedModel, CohortModel } from "./model.ts";
import { Sampler } from "./sampler.ts";
import { TallyWriter } from "./tally.ts";
import type { Tally, TallySize } from "./tally.ts";
import { CohortWorld } from "./world.ts";

/** Runs that share their round robins: run number n belongs to block ⌊n / 1000⌋, whoever simulates it. */
export const BLOCK = 1000;

/** Later blocks begin their turns as if so many blocks had been before them. */
const TURN_CYCLE = 1024;

/** A definition and a model that were read and checked. */
export interface CohortInput {
  readonly runnable: Runnable;
  readonly checked: CheckedModel;
}

/** Reads a definition and a model. Never throws. */
export function readCohort(definition: GraphDefinition, model: CohortModel): CohortInput | { error: SimulationError } {
  const checked = checkModel(model);
  if ("error" in checked) return checked;
  const runnable = readRunnable(definition);
  const { problem, problemReason } = runnable.plan;
  return problem === null ? { runnable, checked } : { error: cannotRun(problem, problemReason) };
}

/** Simulates some of a cohort's runs, and counts them. */
export class Cohort {
  private readonly sampler: Sampler;
  private readonly world: CohortWorld;
  private readonly crossings: Crossings;
  private readonly size: TallySize;
  private writer: TallyWriter;
  private block = -1;

  constructor({ runnable, checked }: CohortInput, seed: string, render: Renderer | null, arrivals: boolean) {
    this.sampler = new Sampler(runnable, checked, seed);
    this.world = new CohortWorld(runnable, checked.model, this.sampler, render);
    this.crossings = new Crossings(this.world, runnable.graph.order ?? []);
    this.size = sizeOf(runnable, arrivals);
    this.writer = new TallyWriter(this.size, this.crossings);
  }

  /** Simulates the runs from a number on that start at these instants (Unix ms). */
  simulate(from: number, starts: Float64Array): void {
    const { sampler, world, writer } = this;
    for (let index = 0; index < starts.length; index += 1) {
      const run = from + index;
      const block = Math.floor(run / BLOCK);
      if (block !== this.block) world.resetTurns(block % TURN_CYCLE);
      this.block = block;
      sampler.startAt = starts[index] ?? 0;
      sampler.goTo(run);
      world.begin();
      writer.begins(world);
      driveOn(world, STEP_BUDGET, writer);
      writer.ended();
    }
  }

  /** What was counted. The next run is the first of another cohort of the same kind. */
  close(): Tally {
    const tally = this.writer.read({ block: this.block, roundRobin: this.world.roundRobin() });
    this.block = -1;
    this.world.endTurns();
    this.writer = new TallyWriter(this.size, this.crossings);
    return tally;
  }
}

/** What to count for. */
export function sizeOf({ graph }: Runnable, arrivals: boolean): TallySize {
  return { nodes: graph.nodes.length, edges: graph.edges.length, arrivals };
}
