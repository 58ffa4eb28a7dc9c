import { pause } from "./pause.ts";

/** Something that is done over and over, until it is stopped. */
export interface Loop {
  /** Does it now instead of in a while; once more, where it is being done. */
  wake(): void;
  /** Does it no more, once what is under way has ended. */
  stop(): Promise<void>;
}

export interface LoopParts {
  everyMs: number;
  /** So long after each time at least, whoever wakes it: what came meanwhile is done together. */
  restMs?: number;
  /** Answers how much it did: after something, it is done again at once. */
  work(): Promise<number>;
  onError(error: unknown): void;
}

/** Begins at once. Any number of processes may do the same: the work leaves what another has in hand. */
export function startLoop({ everyMs, restMs = 0, work, onError }: LoopParts): Loop {
  const stopping = new AbortController();
  let woken = new AbortController();

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = new AbortController();
      const count = await work().catch((error: unknown) => {
        onError(error);
        return 0;
      });
      const restedAt = performance.now() + restMs;
      if (count === 0) await pause(everyMs, woken.signal, stopping.signal);
      if (performance.now() < restedAt) await pause(restedAt - performance.now(), stopping.signal);
    }
  }

  const looping = loop();
  return {
    // With a reason of its own, as the one it would make costs more than all else here.
    wake: () => woken.abort("woken"),
    stop() {
      stopping.abort();
      return looping;
    },
  };
}
