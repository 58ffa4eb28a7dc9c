import { advance, type Plan } from "@trilho/engine";
import type { Effect, JsonObject, RunEvent, RunState, Step } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";
import type { Store } from "../model/stores.ts";
import { type ActionCall, modeOf } from "../action.ts";
import type { CallEnd } from "../call-gate.ts";
import type { WaitingRun } from "../waiting-calls.ts";
import { because } from "../model/changes.ts";
import { factsAt, type FactsReader } from "../facts.ts";
import { errorOf } from "../model/failures.ts";
import { type EffectRecord, type HeldRun, type RunChange, CALENDAR_END } from "../model/run.ts";
import { isTestEvent, skipsWaits } from "../model/trial.ts";

export type Perform = Extract<Effect, { type: "perform" }>;

/** What a transaction holds outside of the database, and how it goes about actions within it. */
export interface Scope {
  /** Gives back its place at the gate, where the transaction fails. */
  leave: ((end: CallEnd) => void) | null;
  /** What its run was put off for, which counts once the transaction has ended. */
  waits: WaitingRun | null;
  /** Whether an action that fails is undone alone, which costs each of them a savepoint. */
  usesSavepoints: boolean;
  /** Whether the run goes on to another action, or leaves that to its next turn. */
  beginsActions: boolean;
}

/** How far one transaction of a tick has taken its run: the state reached, and the steps and effects still to be written. */
export interface Progress {
  inside: Store;
  scope: Scope;
  run: HeldRun;
  facts: FactsReader;
  state: RunState;
  steps: readonly Step[];
  effects: readonly EffectRecord[];
}

export const progressFrom = (inside: Store, scope: Scope, run: HeldRun): Progress => ({
  inside,
  scope,
  run,
  facts: factsAt(run, run.now),
  state: run.state,
  steps: [],
  effects: [],
});

export const changeOf = (
  { run, state, steps, effects }: Progress,
  change: Pick<RunChange, "nextAttemptAt" | "leaseUntil">,
): RunChange => ({ state, steps, effects, awaits: null, reply: null, why: null, by: null, at: run.now, ...change });

/** Passes an event to the interpreter; answers how far the run is then, and what is to be done next. */
export function apply(
  progress: Progress,
  plan: Plan | null,
  event: RunEvent,
): { progress: Progress; effect: Effect | null } {
  const { run, state: before } = progress;
  const { accepted, state, effects, steps } = advance(plan, before, event);
  if (!accepted) throw new Error(`Run ${run.id} does not take ${event.type} in its phase ${before.phase}`);
  const taken = [...progress.steps, ...steps].filter(({ seq }) => seq <= state.seq);
  return { progress: { ...progress, state, steps: taken }, effect: effects[0] ?? null };
}

/** Writes a run that waits or is over. */
export async function saveAtRest(progress: Progress): Promise<null> {
  const { inside, run, state } = progress;
  const wakeAt = wakeAtOf(progress);
  const change = changeOf(progress, { nextAttemptAt: wakeAt, leaseUntil: null });
  const contactId = state.phase === "awaiting_reply" ? (run.sentToContactId ?? run.contactId) : null;
  const awaits = contactId === null ? null : { contactId, messageId: run.sentMessageId };
  await inside.runs.save(run, { ...change, awaits });
  return null;
}

/**
 * Leaves an action for later: others are to come first, the run is paused, or this process ends. Its attempt is still
 * to begin, so hours are looked at anew then.
 */
export async function putOff(
  progress: Progress,
  plan: Plan,
  { nodeId, attempt }: Perform,
  until: number,
  why: FailureReason[] | null,
): Promise<null> {
  const { inside, run } = progress;
  const error = why && errorOf(why);
  // What was begun before has its step already.
  const begun = progress.steps.length === 0;
  const { progress: left } = apply(progress, plan, { type: "put_off", nodeId, attempt, until, error, begun });
  const change = changeOf(left, { nextAttemptAt: until, leaseUntil: null });
  await inside.runs.save(run, { ...change, reply: run.reply });
  return null;
}

/** When a run is due by itself. The interpreter's calendar is longer than the database's. */
function wakeAtOf({ run, state: { wakeAt } }: Progress): number | null {
  if (wakeAt === null) return null;
  // Not a fraction of a millisecond too soon.
  return skipsWaits(run) ? run.now : Math.min(Math.ceil(wakeAt), CALENDAR_END);
}

/** Whether a run that became due goes on though its wait is longer. One whose action was put off may be called before. */
export const isEarly = (run: HeldRun): boolean =>
  skipsWaits(run) || run.now >= CALENDAR_END || run.state.phase === "deferred";

/** Ends a run that may not go on, its automation being gone or switched off; false where it may. */
export async function endForbidden(progress: Progress): Promise<boolean> {
  const { isEnabled, event } = progress.run;
  if (isEnabled === true || (isEnabled === false && isTestEvent(event))) return false;
  const { progress: over } = apply(
    progress,
    null,
    isEnabled === null ? { type: "cancelled" } : { type: "skipped", error: null },
  );
  const why = because(isEnabled === null ? "automation-deleted" : "automation-off");
  await progress.inside.runs.save(progress.run, { ...changeOf(over, { nextAttemptAt: null, leaseUntil: null }), why });
  return true;
}

/** What an action gets to know of its run. */
export const callOf = (
  run: HeldRun,
  { nodeId, attempt }: Perform,
  config: JsonObject,
  facts: ActionCall["facts"],
): ActionCall => ({ run, nodeId, config, facts, attempt, key: `${run.id}:${nodeId}`, at: run.now });

/** Whether a person is not to get twice what somebody has begun to send. An answer shows that it went out. */
export const isSentOnce = ({ nodes }: Plan, { nodeId }: Perform, run: HeldRun): boolean =>
  run.reply !== null || (modeOf(run) === "live" && nodes.get(nodeId)?.atMostOnce === true);
