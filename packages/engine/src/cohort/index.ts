export type { CohortCounts, CohortDurations } from "./counter.ts";
export type { Distribution, NumberDistribution } from "./distribution.ts";
export type { CohortModel } from "./model.ts";
export { cohortScenario, simulateCohort } from "./simulateCohort.ts";
export type { CohortOptions, CohortProgress, CohortResult } from "./simulateCohort.ts";
