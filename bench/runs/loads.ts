import PgBoss from "pg-boss";
import {
  addAutomation,
  type Automation,
  chainOf,
  hasOpenRuns,
  HOOK,
  HOOK_OF_DEAL,
  startRuns,
  type Parts,
} from "./fill.ts";
import { fail } from "./parts.ts";
import { EMPTY_QUEUE, type Order } from "./protocol.ts";

export const STEPS_OF_RUN = 5;

export const EMPTY = "pg-boss, empty jobs";
export const STEPS = "steps of runs";
const READING = "steps that read the deal";

/** What processes are given to do. */
export interface Load {
  readonly name: string;
  readonly kind: Order["kind"];
  /** All of it is there at once: so many runs, or as many jobs as they have steps. */
  fill(runs: number): Promise<unknown>;
  isLeft(): Promise<boolean>;
}

export interface Loads {
  readonly steps: Load;
  /** Where a text or a condition asks for the deal, it is read with all that belongs to it. */
  readonly reading: Load;
  readonly empty: Load;
  close(): Promise<void>;
}

export async function openLoads(databaseUrl: string, parts: Parts): Promise<Loads> {
  const boss = new PgBoss({ connectionString: databaseUrl, schedule: false });
  boss.on("error", fail);
  await boss.start();
  await boss.createQueue(EMPTY_QUEUE);
  return {
    steps: runsOf(parts, STEPS, await addAutomation(parts.db, chainOf(STEPS_OF_RUN, HOOK))),
    reading: runsOf(parts, READING, await addAutomation(parts.db, chainOf(STEPS_OF_RUN, HOOK_OF_DEAL))),
    empty: emptyJobs(boss),
    close: () => boss.stop({ graceful: false }),
  };
}

const runsOf = (parts: Parts, name: string, automation: Automation): Load => ({
  name,
  kind: "ours",
  fill: (runs) => startRuns(parts, automation, runs),
  isLeft: () => hasOpenRuns(parts.db),
});

const emptyJobs = (boss: PgBoss): Load => ({
  name: EMPTY,
  kind: "empty",
  fill: (runs) => boss.insert(Array.from({ length: runs * STEPS_OF_RUN }, () => ({ name: EMPTY_QUEUE }))),
  isLeft: async () => (await boss.getQueueSize(EMPTY_QUEUE, { before: "completed" })) > 0,
});
