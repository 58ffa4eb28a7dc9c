import { type Loop, startLoop } from "../../platform/background/loop.ts";
import { within } from "../../platform/background/pause.ts";

/** Where work comes from. */
export interface Source<Work> {
  /** At most so much; 0 asks for one beyond the concurrency, where somebody must not wait for a place. */
  take(limit: number): Promise<Work[]>;
  carryOut(work: Work): Promise<void>;
  /** Gives back what could not be carried out. */
  giveBack(work: Work): Promise<void>;
  onError(error: unknown): void;
}

/** Keeps a number of pieces of work going, or one more than that. */
export interface Pump extends Pick<Loop, "wake"> {
  /** Takes no more, and waits for what is under way, at most so long. */
  stop(graceMs: number): Promise<void>;
}

/** Takes as much at once as there is room for, so that the more there is to do, the less it costs to look. */
export function startPump<Work>(
  { take, carryOut, giveBack, onError }: Source<Work>,
  concurrency: number,
  everyMs: number,
): Pump {
  const underWay = new Set<Promise<void>>();
  let failed: Work[] = [];

  function begin(work: Work): void {
    const done = carryOut(work)
      .catch(() => void failed.push(work))
      .finally(() => {
        underWay.delete(done);
        loop.wake();
      });
    underWay.add(done);
  }

  /** What cannot be given back now, the database being away, is tried again. */
  async function giveBackFailed(): Promise<void> {
    const given = failed;
    failed = [];
    for (const work of given) {
      await giveBack(work).catch((error: unknown) => {
        failed.push(work);
        onError(error);
      });
    }
  }

  const loop = startLoop({
    everyMs,
    async work() {
      await giveBackFailed();
      const room = concurrency - underWay.size;
      if (room >= 0) (await take(room)).forEach(begin);
      // Either there was no more to do, or no room for more: the end of something wakes this, and so does who adds some.
      return 0;
    },
    onError,
  });

  return {
    wake: loop.wake,
    async stop(graceMs) {
      await loop.stop();
      await within(graceMs, Promise.all(underWay));
      await giveBackFailed();
    },
  };
}
