import { once } from "node:events";
import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { simulateCohort } from "@trilho/engine/cohort";
import type { CohortPort } from "@trilho/engine/cohort";
import type { Absent, Benchmark, Case } from "../../harness/benchmark.ts";
import { SALES } from "../graphs/sales.ts";
import { cohortByArrays } from "./cohort-arrays.ts";
import { cohortByHand } from "./cohort-limit.ts";
import { cohortProgram } from "./cohort-program.ts";
import { SALES_MODEL } from "./sales-model.ts";

const SIZE = 1_000_000;
const START = Date.parse(SALES_MODEL.startAt);

const WORKER = new URL("./cohortWorker.js", import.meta.url);
const LIMIT_WORKER = new URL("./limitWorker.js", import.meta.url);

const ALONE = "simulateCohort";
const ONE = "simulateCohort, one worker thread";
const TWO = "simulateCohort, two worker threads";
const LIMIT = "hand-written limit";
const LIMIT_ONE = "hand-written limit, one worker thread";
const LIMIT_TWO = "hand-written limit, two worker threads";

/** Two threads; they do not keep the process alive. */
function openWorkers(file: URL): Worker[] {
  return [0, 1].map(() => {
    const worker = new Worker(file);
    worker.unref();
    return worker;
  });
}

/** The same in threads. They need the compiled file. */
function inThreads(units: number): (Case | Absent)[] {
  const names = [ONE, TWO];
  if (!existsSync(WORKER)) return names.map((name) => ({ name, absent: "not built" }));
  const workers: CohortPort[] = openWorkers(WORKER);
  return names.map((name, index) => ({
    name,
    role: "ours",
    units,
    run: () => simulateCohort(SALES, SALES_MODEL, { size: SIZE, workers: workers.slice(0, index + 1) }),
  }));
}

/** How much a second thread is worth on this machine: the limit's plain loop over half of the runs each, nothing shared. */
function limitInThreads(units: number): (Case | Absent)[] {
  const names = [LIMIT_ONE, LIMIT_TWO];
  if (!existsSync(LIMIT_WORKER)) return names.map((name) => ({ name, absent: "not built" }));
  const workers = openWorkers(LIMIT_WORKER);
  return names.map((name, index) => ({
    name,
    role: "limit",
    units,
    note: "a plain loop in each, whose counts nobody adds up: what a second thread is worth on this machine",
    run: () => Promise.all(workers.slice(0, index + 1).map((worker) => loop(worker, SIZE / (index + 1)))),
  }));
}

function loop(worker: Worker, runs: number): Promise<unknown> {
  worker.postMessage(runs, []);
  return once(worker, "message");
}

/** Many runs, counted. */
export const cohort: Benchmark = {
  title: "a cohort of 1,000,000 runs",
  about:
    "Deals with seven drawn fields go through the sales automation of 50 nodes, 13 edges each on average. The limits draw the same and count the same. Each case ran for 3 rounds before it was measured, so that every thread had its code compiled.",
  unit: "edge taken",
  baseline: ALONE,
  goals: [
    {
      say: "on one thread at least 60 % of the limit's edges per second (1.67 times its time)",
      case: ALONE,
      against: LIMIT,
      atMost: 1 / 0.6,
    },
    {
      say: "on two worker threads at most 1 / 1.8 of the time of all in the calling thread (0.556)",
      case: TWO,
      against: ALONE,
      atMost: 1 / 1.8,
    },
    {
      say: "on two worker threads at most 1 / 1.8 of the time on one (0.556), beside which the calling thread draws the starts",
      case: TWO,
      against: ONE,
      atMost: 1 / 1.8,
    },
    {
      say: "of what a second thread is worth on this machine, at least 90 % is used (1.11 times the limit's share)",
      case: TWO,
      against: ONE,
      beside: [LIMIT_TWO, LIMIT_ONE],
      atMost: 1 / 0.9,
    },
  ],
  // Each thread compiles for itself: what is measured are threads that have simulated for a while, the limit's as well.
  warmUpRounds: 3,
  rounds: 12,
  turnMs: 1,
  prepare: async () => {
    const program = cohortProgram(SALES, SALES_MODEL);
    const { edges } = await simulateCohort(SALES, SALES_MODEL, { size: SIZE });
    const units = edges.reduce((sum, { taken }) => sum + taken, 0);
    return [
      {
        name: ALONE,
        role: "ours",
        note: "all in the calling thread",
        units,
        run: () => simulateCohort(SALES, SALES_MODEL, { size: SIZE, chunk: 10_000 }),
      },
      ...inThreads(units),
      {
        name: LIMIT,
        role: "limit",
        note: "any graph and model of this kind, turned into arrays before; trusts them",
        units,
        run: () => cohortByArrays(program, SIZE, ""),
      },
      ...limitInThreads(units),
      {
        name: "hand-written for this graph alone",
        role: "limit",
        note: "graph and model written into the code",
        units,
        run: () => cohortByHand(SIZE, "", START),
      },
    ];
  },
};
