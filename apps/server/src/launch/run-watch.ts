import type { FastifyBaseLogger } from "fastify";
import type { RunWatch } from "../runs/model/watch.ts";
import { framesOf } from "../platform/http/answers/errors.ts";
import { outcomeOf, type RunMetrics } from "../runs/metrics.ts";

/** Counts what happens to runs, and writes down what went wrong: which run, where, and from where in the code. */
export const watchRuns = (logger: FastifyBaseLogger, metrics: RunMetrics): RunWatch => ({
  began: metrics.began,
  tried(at, actionType, outcome) {
    metrics.tried(at, actionType, outcome);
    if (outcome.ok) return;
    // Its reasons by their codes, without words and values: they may be a provider's, and name people.
    const reasons = outcome.error.failure?.map(({ code }) => code) ?? [];
    logger.info({ ...at, actionType, outcome: outcomeOf(outcome), reasons }, "action failed");
  },
  failed: (error, at) => logger.error({ err: error, ...at, stack: framesOf(error) }, "running"),
});
