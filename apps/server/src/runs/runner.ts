import { type Loop, startLoop } from "../platform/background/loop.ts";
import { within } from "../platform/background/pause.ts";
import type { Dispatcher } from "./dispatcher.ts";
import type { Executor } from "./executor.ts";
import type { RunClaim } from "./model/run.ts";
import type { Store } from "./model/stores.ts";
import { migrateSome } from "./migrations.ts";
import { takeUpRuns } from "./pauses.ts";
import { createFairScheduler } from "./queue/fair-scheduler.ts";
import { startPump } from "./queue/pump.ts";

/** What other processes did is found this soon; what this one did at once. */
const LOOK_EVERY_MS = 500;
/** Where much happens at once, a look for events finds some of it. */
const REST_MS = 10;
/** Nobody hurries runs whose pause ended without word, or that were lost again and again. */
const LOOK_SELDOM_MS = 5_000;
/** Somebody looks on while runs are moved. */
const LOOK_MOVES_MS = 1000;

export interface RunnerParts {
  store: Store;
  executor: Executor;
  dispatcher: Dispatcher;
  /** Runs that one process takes further at the same time. */
  concurrency: number;
  /** Between two looks for events at least; 10 ms by default. */
  restMs?: number;
  /** Of runs, `executor` reports more: it knows which and where. */
  onError(error: unknown, doing: Doing): void;
}

type Doing = "dispatching" | "moving runs" | "taking up paused runs" | "taking runs" | "running";

/** Starts the runs of events and takes them further, until it is stopped. */
export interface Runner {
  start(): void;
  /** Something happened: looks now instead of in a moment. */
  wake(): void;
  /** Lets what is under way end, at most so long; what does not is taken over by others. */
  stop(graceMs?: number): Promise<void>;
}

export function createRunner(parts: RunnerParts): Runner {
  let running: Running | null = null;
  const wake = (): void => running?.wake();
  return {
    start: () => void (running ??= begin(parts, wake)),
    wake,
    stop: async (graceMs = 10_000) => running?.stop(graceMs),
  };
}

interface Running {
  wake(): void;
  stop(graceMs: number): Promise<void>;
}

function begin(parts: RunnerParts, wake: () => void): Running {
  const { store, executor, dispatcher, concurrency, restMs = REST_MS, onError } = parts;
  const { dueRuns, runs } = store;
  const scheduler = createFairScheduler(dueRuns, executor.busyAutomations);
  const reporting = (doing: Doing) => (error: unknown) => onError(error, doing);

  async function carryOut(claim: RunClaim): Promise<void> {
    try {
      await executor.tick(claim);
    } catch (error) {
      onError(error, "running");
      throw error;
    }
    // What a run did may start others.
    wake();
  }

  /** One at a time: what it does to this process, it does to no other run that was lost. */
  async function takeLost(): Promise<number> {
    const claim = await dueRuns.takeLost();
    if (claim === null) return 0;
    await carryOut(claim).catch(() => runs.giveBack(claim));
    return 1;
  }

  const source = {
    async take(room: number) {
      if (room > 0) await executor.callWaiting();
      return scheduler.take(room);
    },
    carryOut: (claim: RunClaim) => scheduler.during(claim, () => carryOut(claim)),
    giveBack: (claim: RunClaim) => runs.giveBack(claim),
    onError: reporting("taking runs"),
  };
  const pump = startPump(source, concurrency, LOOK_EVERY_MS);
  const look = (doing: Doing, everyMs: number, work: () => Promise<number>): Loop =>
    startLoop({
      everyMs,
      restMs,
      async work() {
        const count = await work();
        if (count > 0) pump.wake();
        return count;
      },
      onError: reporting(doing),
    });
  const dispatching = look("dispatching", LOOK_EVERY_MS, () => dispatcher.dispatch());
  const seldom = [
    look("taking up paused runs", LOOK_SELDOM_MS, () => takeUpRuns(store)),
    look("taking runs", LOOK_SELDOM_MS, takeLost),
    look("moving runs", LOOK_MOVES_MS, () => migrateSome(store)),
  ];
  return {
    wake() {
      dispatching.wake();
      pump.wake();
    },
    async stop(graceMs) {
      const stopped = Promise.all([dispatching, ...seldom].map((loop) => loop.stop()));
      await Promise.all([within(graceMs, stopped), pump.stop(graceMs)]);
    },
  };
}
