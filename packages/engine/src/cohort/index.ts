export type { CohortCounts, CohortDurations, HourCount, NodeCount } from "./counts.ts";
export type { Distribution, NumberDistribution } from "./distribution.ts";
export type { CohortModel } from "./model.ts";
export { cohortScenario, simulateCohort } from "./simulate-cohort.ts";
export type { CohortOptions, CohortProgress, CohortResult } from "./simulate-cohort.ts";
export { serveCohort } from "./serve-cohort.ts";
export type { ServeOptions } from "./serve-cohort.ts";
export type { CohortPort, EmitterPort, TargetPort } from "./ports.ts";
