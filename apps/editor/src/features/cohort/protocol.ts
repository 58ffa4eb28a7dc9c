import type { GraphDefinition } from "@trilho/engine";
import type { CohortModel, CohortResult } from "@trilho/engine/cohort";

/** Messages to the worker: begin, or stop and report the counts so far. */
export interface Start {
  type: "start";
  definition: GraphDefinition;
  model: CohortModel;
  size: number;
  seed: string;
}
export type ToWorker = Start | { type: "stop" };

/** Messages from the worker. */
export type FromWorker =
  | { type: "progress"; done: number; size: number }
  | { type: "result"; result: CohortResult }
  | { type: "failed"; message: string };
