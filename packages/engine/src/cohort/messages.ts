import type { GraphDefinition } from "../contract/definition.ts";
import type { CohortModel } from "./model.ts";
import type { Tally } from "./tally.ts";

/** What a cohort depends on. */
export interface CohortText {
  definition: GraphDefinition;
  model: CohortModel;
  seed: string;
  arrivals: boolean;
}

/** To a worker. `job` identifies the cohort among those that share a worker. */
export type ToWorker =
  /** `input` is a `CohortText` in JSON: what is the same text was opened before. */
  | { trilho: "cohort-open"; job: string; input: string }
  /** Runs from a number on, with their starts (Unix ms). */
  | { trilho: "cohort-runs"; job: string; from: number; starts: Float64Array<ArrayBuffer> }
  /** No more runs: asks for the tally. */
  | { trilho: "cohort-close"; job: string };

/** From a worker. */
export type FromWorker =
  | { trilho: "cohort-done"; job: string; runs: number }
  | { trilho: "cohort-tally"; job: string; tally: Tally }
  | { trilho: "cohort-failed"; job: string; message: string };

/** Tells these messages from others that go over the same port. */
export function isFor<M extends ToWorker | FromWorker>(data: unknown, kinds: readonly M["trilho"][]): data is M {
  if (typeof data !== "object" || data === null || !("trilho" in data) || !("job" in data)) return false;
  return (kinds as readonly unknown[]).includes(data.trilho) && typeof data.job === "string";
}
