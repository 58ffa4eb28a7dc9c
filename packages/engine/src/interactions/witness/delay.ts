import type { Outcome } from "../../contract/scenario.ts";
import type { WorkspaceOutcomes, WorkspaceResult } from "../../workspace/types.ts";
import type { Place } from "../touches/types.ts";
import { SOON_MS } from "./trial.ts";
import type { Way } from "./way.ts";

/** Answers of a way that come so late that of two places the one that was first comes after the other; null where none can. */
export function delayed(
  { outcomes }: Way,
  places: readonly Place[],
  result: WorkspaceResult,
): WorkspaceOutcomes | null {
  const [first, second, ...others] = places
    .map((place) => ({ ...place, at: arrivalAt(place, result) }))
    .toSorted((one, other) => one.at - other.at);
  if (first === undefined || second === undefined || others.length > 0) return null;
  const lateMs = second.at - first.at + SOON_MS;
  const own = Object.entries(outcomes[first.automationId] ?? {});
  const answer = own.find(([, { type }]) => type === "reply");
  if (answer === undefined || !Number.isFinite(lateMs)) return null;
  const [nodeId, outcome] = answer as [string, Outcome & { type: "reply" }];
  const afterSeconds = outcome.afterSeconds + lateMs / 1000;
  return { [first.automationId]: { ...outcomes[first.automationId], [nodeId]: { ...outcome, afterSeconds } } };
}

/** When some run of an automation first came to a node, Unix ms. */
function arrivalAt({ automationId, nodeId }: Place, { runs }: WorkspaceResult): number {
  const steps = runs.flatMap((run) => (run.automationId === automationId ? run.steps : []));
  return Date.parse(steps.find((step) => step.nodeId === nodeId)?.at ?? "");
}
