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
  private at: number;
  private readonly gap: Draw<number> | null;
  private readonly gaps: RandomStream;

  constructor({ model, startAt }: CheckedModel, seed: string) {
    this.at = startAt;
    this.gap = model.arrivals ? numberDrawer(model.arrivals) : null;
    this.gaps = randomStream("", seed, "arrivals");
  }

  /** The next run's start, Unix ms. */
  next(): number {
    const { at, gap } = this;
    if (gap) this.at = Math.min(at + Math.round(gap(this.gaps) * 1000), LAST_INSTANT);
    return at;
  }

  /** Those of some runs. */
  take(runs: number): Float64Array<ArrayBuffer> {
    const starts = new Float64Array(runs);
    for (let run = 0; run < runs; run += 1) starts[run] = this.next();
    return starts;
  }
}
