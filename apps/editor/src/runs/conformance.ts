import type { AutomationRunDetail } from "@trilho/api-client";
import { checkConformance, type Conformance } from "@trilho/engine/analyse";

/** Whether the version that a run runs can have brought it where its row says it is. */
export function conformanceOf(run: AutomationRunDetail): Conformance {
  const { status, currentNodeId, attempts, waitingForReply, createdAt, startedAt, lastAttemptAt, completedAt } = run;
  // Asked to go on after a failure, it is about to act where it stands.
  const isRetried = status === "queued" && currentNodeId !== null;
  return checkConformance(
    run.graphDefinition,
    {
      status: isRetried ? "running" : status,
      currentNodeId,
      attempts,
      waitingForReply,
      createdAt,
      startedAt,
      lastAttemptAt,
      // While an action is under way it says when that is given up, which is no matter of the definition.
      nextAttemptAt: status === "waiting" ? run.nextAttemptAt : null,
      completedAt,
      effects: run.effects.filter(({ ok }) => ok).map(({ nodeId }) => nodeId),
    },
    { respectBusinessHours: run.respectBusinessHours },
  );
}
