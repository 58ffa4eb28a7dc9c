import { type Loop, startLoop } from "./loop.ts";

/** One thing that has to be done again and again. Answers how many rows it changed. */
export interface ClockTask {
  name: string;
  /** Only every so many ticks; at each one by default. */
  everyTicks?: number;
  /** At once; as many as a transaction may hold by default. */
  batch?: number;
  /** Does at most `limit` rows. `now` is Unix ms. */
  run(now: number, limit: number): Promise<number>;
}

export interface ClockworkParts {
  tasks: readonly ClockTask[];
  /** Unix ms. */
  now: () => number | Promise<number>;
  /** Between two ticks; 30 s by default. */
  everyMs?: number;
  onError: (error: unknown, task: string) => void;
}

export interface Clockwork {
  /** Does what is to be done now. Never rejects. One at a time: a tick that comes during another waits for it. */
  tick(): Promise<void>;
  /** Ticks now, and by itself from now on. */
  start(): void;
  /** Ticks no more, once the one under way has ended. */
  stop(): Promise<void>;
}

const EVERY_MS = 30_000;
/** Small enough that no transaction holds rows for long. */
const BATCH = 500;
/** What a tick leaves is the next one's: nothing may keep it busy for ever. */
const BATCHES = 200;

/** Any number of processes may run one on the same database: its tasks leave what another has in hand. */
export function createClockwork({ tasks, now, everyMs = EVERY_MS, onError }: ClockworkParts): Clockwork {
  let last: Promise<void> = Promise.resolve();
  let ticks = 0;
  let loop: Loop | null = null;
  const stopping = new AbortController();

  async function runTask({ name, run, batch: size = BATCH }: ClockTask): Promise<void> {
    try {
      for (let batch = 0; batch < BATCHES && !stopping.signal.aborted; batch += 1) {
        if ((await run(await now(), size)) < size) return;
      }
    } catch (error) {
      onError(error, name);
    }
  }

  async function runAll(): Promise<void> {
    const isDue = ({ everyTicks = 1 }: ClockTask): boolean => ticks % everyTicks === 0;
    for (const task of tasks.filter(isDue)) if (!stopping.signal.aborted) await runTask(task);
    ticks += 1;
  }

  const tick = (): Promise<void> => (last = last.then(runAll));

  return {
    tick,
    start() {
      if (stopping.signal.aborted) return;
      loop ??= startLoop({ everyMs, work: () => tick().then(() => 0), onError: (error) => onError(error, "tick") });
    },
    async stop() {
      stopping.abort();
      await Promise.all([last, loop?.stop()]);
    },
  };
}
