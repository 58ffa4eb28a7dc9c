import { pause } from "../../platform/background/pause.ts";

/** Where jobs come from, and where what became of them goes. */
export interface Source<Job extends { id: string }> {
  /** At most so many; 0 asks for one beyond the concurrency, where somebody must not wait for a place. */
  fetch(limit: number): Promise<Job[]>;
  done(ids: string[]): Promise<unknown>;
  failed(id: string, error: unknown): Promise<unknown>;
  onError(error: unknown): void;
}

/** Keeps a number of jobs going, or one more than that. */
export interface Pump {
  /** Looks for jobs now instead of in a moment. */
  wake(): void;
  /** Takes no more jobs, and waits for those under way, at most so long. */
  stop(graceMs: number): Promise<void>;
}

/**
 * Takes as many jobs at once as there is room for, and tells of those that ended in one go, so that the more there is to
 * do, the less the queue itself costs.
 */
export function startPump<Job extends { id: string }>(
  { fetch, done, failed, onError }: Source<Job>,
  handle: (job: Job) => Promise<void>,
  concurrency: number,
  pollMs: number,
): Pump {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();
  let woken = new AbortController();
  let ended: string[] = [];
  const wake = (): void => woken.abort();

  async function carryOut(job: Job): Promise<void> {
    try {
      await handle(job);
      ended.push(job.id);
    } catch (error) {
      await failed(job.id, error).catch(onError);
    }
  }

  function begin(job: Job): void {
    const work = carryOut(job).finally(() => {
      underWay.delete(work);
      wake();
    });
    underWay.add(work);
  }

  async function reportEnded(): Promise<void> {
    if (ended.length === 0) return;
    const ids = ended;
    ended = [];
    // A job that is not known to be done comes again, and finds that its run went on.
    await done(ids).catch(onError);
  }

  async function take(): Promise<void> {
    await reportEnded();
    const room = concurrency - underWay.size;
    if (room >= 0) (await fetch(room)).forEach(begin);
  }

  async function loop(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = new AbortController();
      await take().catch(onError);
      // Either there was no more to do, or no room for more: the end of a job wakes this, and so does who sends one.
      await pause(pollMs, woken.signal, stopping.signal);
    }
  }

  const looping = loop();
  return {
    wake,
    async stop(graceMs) {
      stopping.abort();
      await looping;
      const grace = new AbortController();
      const over = pause(graceMs, grace.signal);
      await Promise.race([Promise.all(underWay), over]);
      grace.abort();
      await reportEnded();
    },
  };
}
