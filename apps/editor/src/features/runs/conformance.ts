import type { AutomationRunDetail } from "@trilho/api-client";
import { checkConformance, type Conformance } from "@trilho/engine/analyse";
import { byItsClock } from "../../data/runs.ts";
import { skipsWaits } from "./trial.ts";

/** Whether a run's version can have led it to the state in its row. */
export function conformanceOf(run: AutomationRunDetail): Conformance {
  const { status, currentNodeId, attempts, waitingForReply, createdAt, startedAt, lastAttemptAt, completedAt } = run;
  return checkConformance(
    run.graphDefinition,
    {
      status,
      currentNodeId,
      attempts,
      waitingForReply,
      createdAt,
      // Nothing can be too early where waits are over at once.
      ...(!skipsWaits(run) && { startedAt }),
      lastAttemptAt: byItsClock(run, lastAttemptAt),
      // While an action is under way it is the end of the lease, which does not depend on the definition.
      nextAttemptAt: status === "waiting" ? byItsClock(run, run.nextAttemptAt) : null,
      completedAt: byItsClock(run, completedAt),
      effects: effectsInOrder(run),
      givenUp: run.changes.some(({ why }) => why.code === "turns-failed" || why.code === "turns-lost"),
    },
    { respectBusinessHours: run.respectBusinessHours },
  );
}

/**
 * What is said of it. In the middle of what a run stands at its step, a pause before another attempt or one until business
 * hours, does not put the step in doubt; and what failed went as its version says only until then.
 */
export function saidOf(
  { status }: AutomationRunDetail,
  { verdict, candidates }: Conformance,
): Conformance["verdict"] | "untilFailure" {
  const isPlaced = new Set(candidates.map(({ nodeId }) => nodeId)).size === 1;
  if (!isPlaced) return verdict;
  return status === "failed" || status === "dead_letter" ? "untilFailure" : "consistent";
}

/** What was done, in the order of the run's steps: what is done in one go has one instant. */
function effectsInOrder({ effects, steps }: AutomationRunDetail): string[] {
  const places = new Map(steps.toReversed().map(({ nodeId, seq }) => [nodeId, seq]));
  const done = effects.filter(({ ok }) => ok).map(({ nodeId }) => nodeId);
  return done.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}
