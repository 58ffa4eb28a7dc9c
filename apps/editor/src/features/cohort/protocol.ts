import type { GraphDefinition } from "@trilho/engine";
import type { CohortModel, CohortResult } from "@trilho/engine/cohort";

/** What the worker is told: to begin, or to stop and tell what it has counted. */
export interface Start {
  type: "start";
  definition: GraphDefinition;
  model: CohortModel;
  size: number;
  seed: string;
}
export type ToWorker = Start | { type: "stop" };

/** What it tells. */
export type FromWorker =
  | { type: "progress"; done: number; size: number }
  | { type: "result"; result: CohortResult }
  | { type: "failed"; message: string };
