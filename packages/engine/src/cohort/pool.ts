import { BLOCK, sizeOf } from "./cohort.ts";
import type { CohortInput } from "./cohort.ts";
import { isFor } from "./messages.ts";
import type { CohortText, FromWorker, ToWorker } from "./messages.ts";
import { isGone, listen } from "./ports.ts";
import type { CohortPort } from "./ports.ts";
import { Starts } from "./starts.ts";
import { isTally } from "./tally.ts";
import type { Tally, TallySize } from "./tally.ts";

/** What workers are to simulate together. */
export interface PoolJob {
  input: CohortInput;
  seed: string;
  arrivals: boolean;
  size: number;
  /** Told how many runs are done; false stops the cohort. */
  goOn(done: number): boolean;
}

/** What came of it: the workers' tallies, and the runs missing from them because workers failed. */
export interface PoolAnswer {
  tallies: Tally[];
  lost: Lost[];
}

/** So many runs from a number on. */
export interface Lost {
  from: number;
  size: number;
}

/** Blocks of runs given out at once, at most: few, so that a cohort stops soon and nobody is left with a long rest. */
const MOST_BLOCKS = 8;
/** Shares that a worker has at a time: one that it works on, one so that it need not wait. */
const SHARES = 2;

let jobs = 0;

/** Lets workers simulate a cohort: whoever is free gets the next blocks. */
export function runPool(ports: readonly CohortPort[], job: PoolJob): Promise<PoolAnswer> {
  jobs += 1;
  const id = `cohort ${jobs}`;
  const pool = new Pool(job, ports.length);
  const links = ports.map((port) => new Link(port, id, pool));
  // All get ready while the first runs are drawn up.
  for (let share = 0; share < SHARES; share += 1) for (const link of links) link.give();
  for (const link of links) link.finish();
  return Promise.all(links.map((link) => link.closed)).then((tallies) => ({
    tallies: tallies.filter((tally) => tally !== null),
    lost: pool.lost(),
  }));
}

/** Runs from a number on, with their starts (Unix ms). */
interface Share {
  from: number;
  starts: Float64Array<ArrayBuffer>;
}

/** Runs that a worker has, or had. */
interface Given extends Lost {
  isDone?: boolean;
}

/** The runs that are left to give out. */
class Pool {
  readonly job: PoolJob;
  /** For all workers. */
  readonly input: string;
  private readonly missing: Lost[] = [];
  private readonly workers: number;
  private readonly starts: Starts;
  private next = 0;
  private done = 0;
  private goesOn = true;

  /** Of tallies. */
  readonly size: TallySize;

  constructor(job: PoolJob, workers: number) {
    this.job = job;
    this.size = sizeOf(job.input.runnable, job.arrivals);
    this.input = textOf(job);
    this.workers = workers;
    this.starts = new Starts(job.input.checked, job.seed);
    this.report(0);
  }

  /** The next runs; null when there are none, or no more are wanted. */
  share(): Share | null {
    const { size } = this.job;
    if (!this.goesOn || this.next >= size) return null;
    const blocks = Math.ceil((size - this.next) / BLOCK / this.workers / SHARES);
    const from = this.next;
    this.next = Math.min(from + Math.min(blocks, MOST_BLOCKS) * BLOCK, size);
    return { from, starts: this.starts.take(this.next - from) };
  }

  report(runs: number): void {
    this.done += runs;
    this.goesOn &&= this.job.goOn(this.done);
  }

  /** A worker took its shares along. */
  lose(shares: readonly Given[]): void {
    this.missing.push(...shares.map(({ from, size }) => ({ from, size })));
    this.done -= shares.reduce((sum, { isDone, size }) => sum + (isDone === true ? size : 0), 0);
  }

  /** The runs that are left to whoever asked, in order; none once no more are wanted. */
  lost(): Lost[] {
    const { size } = this.job;
    if (!this.goesOn) return [];
    const rest = this.next < size ? [{ from: this.next, size: size - this.next }] : [];
    return [...this.missing, ...rest].toSorted((a, b) => a.from - b.from);
  }
}

function textOf({ input: { runnable, checked }, seed, arrivals }: PoolJob): string {
  const { definition } = runnable;
  return JSON.stringify({ definition, model: checked.model, seed, arrivals } satisfies CohortText);
}

const KINDS = ["cohort-done", "cohort-tally", "cohort-failed"] as const;

/** The way to one worker. */
class Link {
  /** Its tally; null when it failed. */
  readonly closed: Promise<Tally | null>;
  private readonly port: CohortPort;
  private readonly id: string;
  private readonly pool: Pool;
  private close: (tally: Tally | null) => void = () => undefined;
  private readonly given: Given[] = [];
  private isClosed = false;

  constructor(port: CohortPort, id: string, pool: Pool) {
    [this.port, this.id, this.pool] = [port, id, pool];
    this.closed = new Promise((resolve) => {
      const stop = listen(port, {
        message: (data) => isFor<FromWorker>(data, KINDS) && data.job === id && this.take(data),
        broken: () => this.fail(),
      });
      this.close = (tally) => {
        this.isClosed = true;
        stop();
        resolve(tally);
      };
    });
    if (isGone(port)) this.fail();
    else this.open();
  }

  private open(): void {
    this.send({ trilho: "cohort-open", job: this.id, input: this.pool.input });
  }

  private take(message: FromWorker): void {
    if (message.trilho === "cohort-tally") return this.conclude(message.tally);
    // Each share is answered in turn; who answers something else cannot be counted on.
    const share = this.given.find(({ isDone }) => isDone !== true);
    if (message.trilho === "cohort-failed" || message.runs !== share?.size) return this.fail();
    share.isDone = true;
    this.pool.report(message.runs);
    this.give();
    this.finish();
  }

  private conclude(tally: Tally): void {
    const runs = this.given.reduce((sum, { size }) => sum + size, 0);
    if (isTally(tally, this.pool.size) && tally.runs === runs) this.close(tally);
    else this.fail();
  }

  /** Gives it the next runs, if any are left. */
  give(): void {
    const share = this.isClosed ? null : this.pool.share();
    if (share === null) return;
    this.given.push({ from: share.from, size: share.starts.length });
    this.send({ trilho: "cohort-runs", job: this.id, ...share }, [share.starts.buffer]);
  }

  /** Asks for its tally, once it has nothing left to do. */
  finish(): void {
    if (!this.isClosed && this.given.every(({ isDone }) => isDone)) this.send({ trilho: "cohort-close", job: this.id });
  }

  private send(message: ToWorker, transfer: ArrayBuffer[] = []): void {
    try {
      this.port.postMessage(message, transfer);
    } catch {
      // What it was to do is done by others, as it is wherever a worker goes wrong.
      this.fail();
    }
  }

  private fail(): void {
    if (this.isClosed) return;
    this.pool.lose(this.given);
    this.close(null);
  }
}
