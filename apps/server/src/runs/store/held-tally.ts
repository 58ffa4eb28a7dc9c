import type { RunCount, RunTally } from "../model/watch.ts";

/** What a transaction counted, told once it is committed: what was undone never happened. */
export interface HeldTally {
  count: RunTally;
  /** Forgets what `work` counted where it rejects. */
  attempt<T>(work: () => Promise<T>): Promise<T>;
  tell(to: RunTally): void;
}

export function holdTally(): HeldTally {
  const counts: RunCount[] = [];
  return {
    count: (counted) => void counts.push(counted),
    async attempt(work) {
      const before = counts.length;
      try {
        return await work();
      } catch (error) {
        counts.length = before;
        throw error;
      }
    },
    tell: (to) => counts.forEach(to),
  };
}
