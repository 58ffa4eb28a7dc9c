import { pause } from "../platform/background/pause.ts";
import type { Store } from "./model/stores.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Executor } from "./executor.ts";
import { takeUpRuns } from "./pauses.ts";
import type { RunQueue } from "./queue/run-queue.ts";

/** Events of other processes are found this soon; those of this one at once. */
const LOOK_EVERY_MS = 500;
const RECONCILE_EVERY_MS = 5_000;
/** A run that is late by so much more than what the queue still has to hand out has lost its job. */
const LATE_MS = 5_000;
const RECONCILE_BATCH = 200;

export interface RunnerParts {
  store: Store;
  queue: RunQueue;
  executor: Executor;
  dispatcher: Dispatcher;
  /** Runs that one process takes further at the same time. */
  concurrency: number;
  /** Of runs, `executor` tells more: it knows which and where. */
  onError(error: unknown, doing: "dispatching" | "reconciling" | "running"): void;
}

/** Starts the runs of events and takes them further, until it is stopped. */
export interface Runner {
  start(): Promise<void>;
  /** Something happened: looks now instead of in a moment. */
  wake(): void;
  /** Lets what is under way end, at most so long; what does not is taken over by others. */
  stop(graceMs?: number): Promise<void>;
}

export function createRunner(parts: RunnerParts): Runner {
  const { store, queue, executor, dispatcher, concurrency, onError } = parts;
  const stopping = new AbortController();
  let woken = new AbortController();
  const loops: Promise<void>[] = [];

  const wake = (): void => {
    woken.abort();
    queue.wake();
  };

  /** Does something over and over: again at once after work, else after a pause that `wake` ends. */
  async function loop(
    doing: "dispatching" | "reconciling",
    everyMs: number,
    work: () => Promise<number>,
  ): Promise<void> {
    while (!stopping.signal.aborted) {
      if (doing === "dispatching" && woken.signal.aborted) woken = new AbortController();
      const count = await work().catch((error: unknown) => {
        onError(error, doing);
        return 0;
      });
      if (count > 0) queue.wake();
      else await pause(everyMs, stopping.signal, ...(doing === "dispatching" ? [woken.signal] : []));
    }
  }

  async function reconcile(): Promise<number> {
    const takenUp = await takeUpRuns(store);
    if (takenUp > 0) return takenUp;
    // A run that is no later than the oldest job of its workspace may have one itself, and wait its turn.
    const jobs = await store.runs.late(LATE_MS, await queue.oldestDue(), RECONCILE_BATCH);
    for (const job of jobs) await queue.remind(job);
    if (jobs.length > 0) queue.wake();
    return 0;
  }

  return {
    async start() {
      await queue.work(
        async (job) => {
          try {
            await executor.tick(job);
          } catch (error) {
            onError(error, "running");
            throw error;
          }
          // What a run did may start others.
          wake();
        },
        concurrency,
        executor.busyAutomations,
      );
      loops.push(loop("dispatching", LOOK_EVERY_MS, () => dispatcher.dispatch()));
      loops.push(loop("reconciling", RECONCILE_EVERY_MS, reconcile));
    },
    wake,
    async stop(graceMs = 10_000) {
      stopping.abort();
      await Promise.all([...loops, queue.stop(graceMs)]);
    },
  };
}
