import type { ActionType } from "@trilho/engine/contract";
import { traced } from "../../platform/tracing/tracing.ts";
import { outcomeOf } from "../metrics.ts";
import type { ActionOutcome, RunClaim } from "../model/run.ts";
import type { RunPlace } from "../model/watch.ts";

/** Takes a run further as a part of the trace in which its event happened; `at` says in the end where it came to. */
export const tracedTick = (claim: RunClaim, at: RunPlace, work: () => Promise<void>): Promise<void> =>
  traced(
    "run",
    () => ({ from: claim.traceparent ?? null }),
    work,
    () => ({ attributes: { ...attributesOf(at), "trilho.run.tick": claim.tick } }),
  );

export const tracedAction = (
  at: RunPlace,
  actionType: ActionType,
  work: () => Promise<ActionOutcome>,
): Promise<ActionOutcome> =>
  traced(
    `action ${actionType}`,
    () => ({ attributes: { ...attributesOf(at), "trilho.action.type": actionType } }),
    work,
    (outcome) => (outcome === null || outcome.ok ? {} : { failed: outcomeOf(outcome) }),
  );

const attributesOf = ({ workspaceId, runId, automationId, nodeId, attempt }: RunPlace) => ({
  "trilho.workspace.id": workspaceId,
  "trilho.run.id": runId,
  "trilho.automation.id": automationId ?? undefined,
  "trilho.node.id": nodeId ?? undefined,
  "trilho.attempt": attempt ?? undefined,
});
