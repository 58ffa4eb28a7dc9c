import { simulateCohort } from "@trilho/engine/cohort";
import type { CohortOptions } from "@trilho/engine/cohort";
import type { FromWorker, Start } from "./protocol.ts";

/** Interval between progress reports in ms: often enough to look alive, rarely enough to cost nothing. */
const REPORT_MS = 100;

/** Runs a cohort and reports progress. The signal stops it soon; the counts so far are reported. */
export async function runCohort(
  { definition, model, size, seed }: Start,
  how: Pick<CohortOptions, "signal" | "workers" | "yield" | "chunk">,
  tell: (message: FromWorker) => void,
): Promise<void> {
  let reportedAt = performance.now();
  try {
    const result = await simulateCohort(definition, model, {
      ...how,
      arrivals: true,
      size,
      seed,
      onProgress: ({ done }) => {
        const now = performance.now();
        if (now - reportedAt < REPORT_MS) return;
        reportedAt = now;
        tell({ type: "progress", done, size });
      },
    });
    tell({ type: "result", result });
  } catch (error) {
    tell({ type: "failed", message: error instanceof Error ? error.message : String(error) });
  }
}
