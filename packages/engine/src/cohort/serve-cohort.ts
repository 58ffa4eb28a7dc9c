import type { Renderer } from "../contract/scenario.ts";
import { Cohort, readCohort } from "./cohort.ts";
import { isFor } from "./messages.ts";
import type { CohortText, FromWorker, ToWorker } from "./messages.ts";
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
  const server = new Server(render ?? null, (message, transfer = []) => port.postMessage(message, transfer));
  return listen(port, {
    message: (data) => isFor<ToWorker>(data, KINDS) && server.receive(data),
    broken: () => server.forget(),
  });
}

/** A cohort with what it was opened from. */
interface Opened {
  readonly input: string;
  readonly cohort: Cohort;
}

class Server {
  /** By job. */
  private readonly cohorts = new Map<string, Opened>();
  /** The cohort that was closed last: the next one often has the same definition and model. */
  private last: Opened | null = null;
  private readonly render: Renderer | null;
  private readonly send: (message: FromWorker, transfer?: ArrayBuffer[]) => void;

  constructor(render: Renderer | null, send: Server["send"]) {
    [this.render, this.send] = [render, send];
  }

  receive(message: ToWorker): void {
    const { job } = message;
    try {
      if (message.trilho === "cohort-open") this.cohorts.set(job, this.open(message.input));
      else this.serve(message);
    } catch (error) {
      this.cohorts.delete(job);
      this.send({ trilho: "cohort-failed", job, message: error instanceof Error ? error.message : "unknown" });
    }
  }

  /** Nobody will ask for any of them again. */
  forget(): void {
    this.cohorts.clear();
    this.last = null;
  }

  private open(input: string): Opened {
    const { last } = this;
    this.last = null;
    return last?.input === input ? last : { input, cohort: openCohort(input, this.render) };
  }

  private serve(message: Exclude<ToWorker, { trilho: "cohort-open" }>): void {
    const { job } = message;
    const opened = this.cohorts.get(job);
    if (!opened) return;
    if (message.trilho === "cohort-runs") {
      opened.cohort.simulate(message.from, message.starts);
      return this.send({ trilho: "cohort-done", job, runs: message.starts.length });
    }
    this.cohorts.delete(job);
    const tally = opened.cohort.close();
    this.last = opened;
    const lists = [...tally.durations, tally.hours.near];
    this.send(
      { trilho: "cohort-tally", job, tally },
      lists.map(({ buffer }) => buffer),
    );
  }
}

function openCohort(text: string, render: Renderer | null): Cohort {
  const { definition, model, seed, arrivals } = JSON.parse(text) as CohortText;
  const input = readCohort(definition, model);
  if ("error" in input) throw new Error(input.error.message);
  return new Cohort(input, seed, render, arrivals);
}
