import { LAST_INSTANT } from "../interpreter/walk.ts";
import { randomStream } from "../simulate/random.ts";
import type { RandomStream } from "../simulate/random.ts";
import { numberDrawer } from "./distribution.ts";
import type { Draw } from "./distribution.ts";
import type { CheckedModel } from "./model.ts";

/** Starts left out together: no more room than this is needed for any number of them. */
const AT_ONCE = 1000;

/**
 * When the runs of a cohort start, one after the other. Each needs all before it, so that they are drawn in one place,
 * whoever simulates the runs.
 */
export class Starts {
  /** Of the next run. Set at once, as a field that was undefined before keeps its numbers on the heap. */
  private at = 0;
  private readonly gap: Draw | null;
  private readonly gaps: RandomStream;

  constructor({ model, startAt }: CheckedModel, seed: string) {
    this.at = startAt;
    this.gap = model.arrivals ? numberDrawer(model.arrivals) : null;
    this.gaps = randomStream("", seed, "arrivals");
  }

  /** Leaves some runs out. */
  skip(runs: number): void {
    for (let left = runs; left > 0; left -= AT_ONCE) this.take(Math.min(left, AT_ONCE));
  }

  /** The starts of the next runs, Unix ms. */
  take(runs: number): Float64Array<ArrayBuffer> {
    const { gap, gaps } = this;
    const starts = new Float64Array(runs);
    if (gap === null) return starts.fill(this.at);
    for (let run = 0; run < runs; run += 1) gap(gaps, starts, run);
    let { at } = this;
    for (let run = 0; run < runs; run += 1) {
      const seconds = starts[run] ?? 0;
      starts[run] = at;
      at = Math.min(at + Math.round(seconds * 1000), LAST_INSTANT);
    }
    this.at = at;
    return starts;
  }
}
