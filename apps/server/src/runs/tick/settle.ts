import { permanent, transient, type ActionCall, type Actions, type Outside } from "../action.ts";
import { factsAt } from "../facts.ts";
import { failureOf, isPassing, isRefusal } from "../model/failures.ts";
import type { ActionOutcome, EffectRecord } from "../model/run.ts";
import type { RunPlace } from "../model/watch.ts";
import type { Next, TickParts } from "./parts.ts";
import type { Perform, Progress } from "./progress.ts";

/**
 * Records how an action ended, for the run to go on from. What was refused for good is not kept for other attempts, so
 * that a correction takes effect.
 */
export async function settle(
  { actions, random }: TickParts,
  progress: Progress,
  { nodeId, actionType, attempt }: Perform,
  call: ActionCall,
  outcome: ActionOutcome,
): Promise<Next> {
  const { inside, run } = progress;
  const action = outsideOf(actions, actionType);
  if (!outcome.ok && outcome.error.permanent && action?.freeze !== undefined && action.staysFrozen !== true)
    await inside.frozenCalls.forget(run.workspaceId, run.id, nodeId);
  // What of it may be kept with the run.
  const config = action?.shown?.(call.config) ?? call.config;
  const record: EffectRecord = { nodeId, actionType, config, attempts: attempt, outcome, at: run.now };
  const messageId = outcome.ok ? (outcome.messageId ?? null) : null;
  const settled: Progress = {
    ...progress,
    run: { ...run, sentMessageId: messageId ?? run.sentMessageId, sentToContactId: call.run.contactId },
    // As they are now: it may have changed them.
    facts: factsAt(run, run.now),
    effects: [...progress.effects, record],
  };
  const answered = { at: run.now, nodeId, attempt };
  if (outcome.ok) return { kind: "event", progress: settled, event: { type: "performed", ...answered } };
  const failed = { ...answered, error: outcome.error, random: random(run, nodeId) };
  return { kind: "event", progress: settled, event: { type: "perform_failed", ...failed } };
}

/** Null for what is done within this database, or by nobody. */
export function outsideOf(actions: Actions, actionType: Perform["actionType"]): Outside | null {
  const action = actionType === "wait" ? null : actions[actionType];
  return action?.where === "outside" ? action : null;
}

/** Takes back a transaction in which an action failed. */
export class ActionFailed extends Error {}

/** What fails in the database fails the action, not its run's whole tick. */
export async function attempted(
  { watch }: TickParts,
  { inside, scope }: Progress,
  at: RunPlace,
  work: () => Promise<ActionOutcome>,
): Promise<ActionOutcome> {
  try {
    return await (scope.usesSavepoints ? inside.attempt(work) : work());
  } catch (error) {
    if (isPassing(error)) throw error;
    if (!scope.usesSavepoints) throw new ActionFailed("An action within the database failed", { cause: error });
    if (isRefusal(error)) return permanent(failureOf(error));
    watch.failed(error, at);
    return transient(failureOf(error));
  }
}
