export type { CohortCounts, CohortDurations, HourCount, NodeCount } from "./counts.ts";
export type { Distribution, NumberDistribution } from "./distribution.ts";
export type { CohortModel } from "./model.ts";
export { cohortScenario, simulateCohort } from "./simulateCohort.ts";
export type { CohortOptions, CohortProgress, CohortResult } from "./simulateCohort.ts";
export { serveCohort } from "./serveCohort.ts";
export type { ServeOptions } from "./serveCohort.ts";
export type { CohortPort, EmitterPort, TargetPort } from "./ports.ts";
