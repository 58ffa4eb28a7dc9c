import type { WorkspaceResult } from "@trilho/engine/workspace";
import type { StartReason } from "@trilho/engine/trigger";

/** An event that started no run of an automation that listens to it. */
export interface NotStarted {
  automationId: string;
  /** The event's type. */
  event: string;
  /** ISO 8601. */
  at: string;
  reason: StartReason;
}

/** What did not start in a simulated workspace, and why, in order. */
export function notStarted({ events, runs }: WorkspaceResult): NotStarted[] {
  return events.flatMap(({ id, type: event, at, refused }) => {
    // Some leave a run behind, which is skipped.
    const skipped = runs.flatMap(({ eventId, automationId, refusal }) =>
      eventId === id && refusal !== undefined ? [{ automationId, reason: refusal }] : [],
    );
    const told = new Map([...refused, ...skipped].map((each) => [each.automationId, each]));
    return [...told.values()].map((each) => ({ ...each, event, at }));
  });
}
