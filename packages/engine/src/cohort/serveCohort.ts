import type { Renderer } from "../contract/scenario.ts";
import { Cohort, readCohort } from "./cohort.ts";
import { isFor } from "./messages.ts";
import type { FromWorker, ToWorker } from "./messages.ts";
import { listen } from "./ports.ts";
import type { CohortPort } from "./ports.ts";

/** What a worker brings along. */
export interface ServeOptions {
  /** Functions cannot be sent between threads: a worker whose cohorts need Liquid makes its own renderer. */
  render?: Renderer;
}

const KINDS = ["cohort-open", "cohort-runs", "cohort-close"] as const;

/**
 * Makes a worker simulate runs for `simulateCohort` and its option `workers`. This is all that the worker's file holds:
 * in a browser `self` is the port, in node:worker_threads `parentPort`. One worker may serve several cohorts at once.
 * Gives what stops serving.
 *
 * @example
 * ```ts
 * import { serveCohort } from "@trilho/engine/cohort";
 * import type { CohortPort } from "@trilho/engine/cohort";
 *
 * declare const self: CohortPort; // or: import { parentPort } from "node:worker_threads";
 * serveCohort(self);
 * ```
 */
export function serveCohort(port: CohortPort, { render }: ServeOptions = {}): () => void {
  const cohorts = new Map<string, Cohort>();
  const send = (message: FromWorker, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);
  return listen(port, {
    message(data) {
      if (!isFor<ToWorker>(data, KINDS)) return;
      try {
        serve(cohorts, data, render ?? null, send);
      } catch (error) {
        cohorts.delete(data.job);
        send({ trilho: "cohort-failed", job: data.job, message: error instanceof Error ? error.message : "unknown" });
      }
    },
    broken: () => cohorts.clear(),
  });
}

function serve(
  cohorts: Map<string, Cohort>,
  message: ToWorker,
  render: Renderer | null,
  send: (message: FromWorker, transfer?: ArrayBuffer[]) => void,
): void {
  const { job } = message;
  if (message.trilho === "cohort-open") {
    const input = readCohort(message.definition, message.model);
    if ("error" in input) throw new Error(input.error.message);
    cohorts.set(job, new Cohort(input, message.seed, render, message.arrivals));
    return;
  }
  const cohort = cohorts.get(job);
  if (!cohort) return;
  if (message.trilho === "cohort-runs") {
    cohort.simulate(message.from, message.starts);
    send({ trilho: "cohort-done", job, runs: message.starts.length });
    return;
  }
  cohorts.delete(job);
  const tally = cohort.tally();
  send({ trilho: "cohort-tally", job, tally }, [tally.durations.buffer]);
}
