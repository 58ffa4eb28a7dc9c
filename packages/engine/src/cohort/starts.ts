import { randomStream } from "../simulate/random.ts";
import type { RandomStream } from "../simulate/random.ts";
import { numberDrawer } from "./distribution.ts";
import type { Draw } from "./distribution.ts";
import type { CheckedModel } from "./model.ts";

/** The end of JavaScript's calendar, Unix ms: later starts start there. */
const LAST_INSTANT = 8.64e15;

/**
 * When the runs of a cohort start, one after the other. Each needs all before it, so that they are drawn in one place,
 * whoever simulates the runs.
 */
export class Starts {
  /** Of the next run. Set at once, as a field that was undefined before keeps its numbers on the heap. */
  private at = 0;
  private readonly gap: Draw | null;
  /** The seconds to the next start. */
  private readonly seconds = new Float64Array(1);
  private readonly gaps: RandomStream;

  constructor({ model, startAt }: CheckedModel, seed: string) {
    this.at = startAt;
    this.gap = model.arrivals ? numberDrawer(model.arrivals) : null;
    this.gaps = randomStream("", seed, "arrivals");
  }

  /** The next run's start, Unix ms. */
  next(): number {
    const { at } = this;
    this.goOn();
    return at;
  }

  /** Those of some runs. */
  take(runs: number): Float64Array<ArrayBuffer> {
    const starts = new Float64Array(runs);
    for (let run = 0; run < runs; run += 1) {
      starts[run] = this.at;
      this.goOn();
    }
    return starts;
  }

  private goOn(): void {
    const { gap, seconds } = this;
    if (gap === null) return;
    gap(this.gaps, seconds, 0);
    this.at = Math.min(this.at + Math.round((seconds[0] ?? 0) * 1000), LAST_INSTANT);
  }
}
