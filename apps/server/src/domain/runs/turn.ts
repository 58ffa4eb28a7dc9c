import type { Effect, RunState, Step } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";
import type { Store } from "../ports.ts";
import type { CallEnd } from "./call-gate.ts";
import { CALENDAR_END } from "./calendar-end.ts";
import { because } from "./changes.ts";
import { factsAt, type FactsReader } from "./facts.ts";
import { told } from "./failures.ts";
import type { EffectRecord, HeldRun, RunChange } from "./model.ts";
import { isTestEvent, skipsWaits } from "./trial.ts";

export type Perform = Extract<Effect, { type: "perform" }>;

/** The place that a transaction took at the gate: given back where it fails. */
export interface Place {
  leave: ((end: CallEnd) => void) | null;
}

/** A run in the hands of one transaction: where it has come to, and what is to be written of the way there. */
export interface Turn {
  inside: Store;
  place: Place;
  run: HeldRun;
  facts: FactsReader;
  state: RunState;
  steps: readonly Step[];
  effects: readonly EffectRecord[];
}

export const turnOf = (inside: Store, place: Place, run: HeldRun): Turn => ({
  inside,
  place,
  run,
  facts: factsAt(run, run.now),
  state: run.state,
  steps: [],
  effects: [],
});

export const changeOf = (
  { run, state, steps, effects }: Turn,
  change: Pick<RunChange, "status" | "nextAttemptAt" | "leaseUntil">,
): RunChange => ({ state, steps, effects, awaits: null, reply: null, why: null, at: run.now, ...change });

/** Writes a run that waits or is over; what waits is woken by a job of the same transaction. */
export async function rest(turn: Turn): Promise<null> {
  const { inside, run } = turn;
  const state = { ...turn.state, wakeAt: wakeAtOf(turn) };
  const { status } = state;
  // Not a fraction of a millisecond too soon.
  const wakeAt = state.wakeAt === null ? null : Math.ceil(state.wakeAt);
  const change = changeOf({ ...turn, state }, { status, nextAttemptAt: wakeAt, leaseUntil: null });
  const contactId = state.phase === "awaiting_reply" ? (run.sentToContactId ?? run.contactId) : null;
  const awaits = contactId === null ? null : { contactId, messageId: run.sentMessageId };
  const job = await inside.runs.save(run, { ...change, awaits });
  if (wakeAt !== null) await inside.jobs.send(job, wakeAt);
  return null;
}

/** Leaves an action to whoever takes the run next: where this process ends, or the run is paused. Its attempt is still to begin, so hours are looked at anew then. */
export async function handOver(turn: Turn, effect: Perform): Promise<null> {
  const { inside, run, state, steps } = turn;
  const isNew = steps.at(-1)?.why.code === "performing";
  const before = { ...beforeAttempt(state, effect), seq: state.seq - 1 };
  const left: Turn = isNew ? { ...turn, state: before, steps: steps.slice(0, -1) } : turn;
  const change = changeOf(left, { status: "running", nextAttemptAt: run.now, leaseUntil: null });
  await inside.jobs.send(await inside.runs.save(run, { ...change, reply: run.reply }));
  return null;
}

/** Leaves an action for later, without an attempt: others are to have their turn. */
export async function putOff(turn: Turn, effect: Perform, until: number, why: FailureReason[]): Promise<null> {
  const { inside, run, state, steps } = turn;
  const { message: lastError, failure: lastFailure } = told(why);
  const later = { status: "waiting", lastError, lastFailure } as const;
  const isNew = steps.at(-1)?.why.code === "performing";
  const left: Turn = isNew
    ? {
        ...turn,
        state: { ...beforeAttempt(state, effect), ...later, seq: state.seq - 1, wakeAt: until },
        steps: steps.slice(0, -1),
      }
    : { ...turn, state: { ...state, ...later } };
  const change = changeOf(left, { status: "waiting", nextAttemptAt: until, leaseUntil: null });
  await inside.jobs.send(await inside.runs.save(run, { ...change, reply: run.reply }), until);
  return null;
}

/** Where a run stands whose attempt is still to begin, once it may. */
export const beforeAttempt = (state: RunState, { attempt }: Perform): RunState => ({
  ...state,
  phase: "deferred",
  attempts: attempt - 1,
  wakeAt: null,
});

/** When a run goes on by itself. The interpreter's calendar is longer than the database's, in which it is kept. */
function wakeAtOf({ run, state: { wakeAt } }: Turn): number | null {
  if (wakeAt === null) return null;
  return skipsWaits(run) ? run.now : Math.min(wakeAt, CALENDAR_END);
}

/** How a run ends that may not go on: its automation is gone, or switched off. */
export function forbiddenOf({ isEnabled, event }: HeldRun): "skipped" | "cancelled" | null {
  if (isEnabled === null) return "cancelled";
  return isEnabled || isTestEvent(event) ? null : "skipped";
}

export async function giveUp(turn: Turn, status: "skipped" | "cancelled"): Promise<null> {
  const state: RunState = {
    ...turn.state,
    status,
    phase: "ended",
    attempts: 0,
    wakeAt: null,
    lastError: null,
    lastFailure: null,
  };
  const change = changeOf({ ...turn, state }, { status, nextAttemptAt: null, leaseUntil: null });
  await turn.inside.runs.save(turn.run, { ...change, why: FORBIDDEN[status] });
  return null;
}

const FORBIDDEN = { skipped: because("automation-off"), cancelled: because("automation-deleted") } as const;
