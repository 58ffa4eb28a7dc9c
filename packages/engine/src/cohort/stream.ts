import { draw, RandomStream, scramble } from "../simulate/random.ts";
import { firstWord, seedState } from "../simulate/seed.ts";
import type { Key } from "../simulate/seed.ts";

/** A stream that is begun often and mostly asked for one number, which needs a part of the state alone. */
export class BriefStream extends RandomStream {
  /** The seed of the state, which is made when a second number is asked for. */
  private high = 0;
  private low = 0;
  private drawn = 0;

  override begin(name: Key, run: Key): this {
    this.high = name.high ^ run.high;
    this.low = name.low ^ run.low;
    this.drawn = 0;
    return this;
  }

  override word(): number {
    if (this.drawn === 0) {
      this.drawn = 1;
      return scramble(firstWord(this.high, this.low));
    }
    if (this.drawn === 1) {
      this.drawn = 2;
      seedState(this.state, this.high, this.low);
      draw(this.state);
    }
    return draw(this.state);
  }
}
