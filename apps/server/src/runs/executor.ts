import { LIVE_STATUSES } from "@trilho/engine/contract";
import { transient } from "./action.ts";
import { OPEN_GATE } from "./call-gate.ts";
import { createWaitingCalls } from "./waiting-calls.ts";
import { readingOnce } from "../areas/deals/reading-once.ts";
import { failureOf, isPassing } from "./model/failures.ts";
import type { RunClaim } from "./model/run.ts";
import type { Store } from "./model/stores.ts";
import { beforeReading, NOBODY_WATCHES, placeOf, type RunPlace } from "./model/watch.ts";
import { advanceWithin } from "./tick/advance.ts";
import { begin } from "./tick/begin.ts";
import { endLost, isLostForGood, putOffFailed } from "./tick/failures.ts";
import type { Next, OutsideCall, TickParts } from "./tick/parts.ts";
import { progressFrom, type Scope } from "./tick/progress.ts";
import { ActionFailed, attempted, settle } from "./tick/settle.ts";
import { tracedAction, tracedTick } from "./tick/tracing.ts";

/** All actions outside may begin without `gate`. */
export type ExecutorParts = Pick<TickParts, "store" | "actions" | "planOf" | "render"> &
  Partial<Pick<TickParts, "gate" | "watch" | "random">>;

/** Takes runs further. */
export interface Executor {
  /** Goes on with a run until it waits or is over. One that came to another tick, or is gone, is left alone. */
  tick(claim: RunClaim): Promise<void>;
  /** Begins no more actions outside: runs that come to one are left to whoever takes them next. */
  drain(): void;
  /** Automations whose runs would be put off at their next call. */
  busyAutomations(): string[];
  /** Makes runs due that wait for places which have become free. */
  callWaiting(): Promise<void>;
}

export function createExecutor(given: ExecutorParts): Executor {
  let isDraining = false;
  const gate = given.gate ?? OPEN_GATE;
  const parts: TickParts = {
    watch: NOBODY_WATCHES,
    random: () => Math.random(),
    ...given,
    gate,
    waiting: createWaitingCalls(gate.roomFor, Date.now),
    isDraining: () => isDraining,
  };
  return {
    async tick(claim) {
      const at = beforeReading(claim);
      await tracedTick(claim, at, async () => {
        try {
          await runTick(parts, claim, at);
        } catch (error) {
          parts.watch.failed(error, at);
          throw error;
        }
      });
    },
    drain: () => void (isDraining = true),
    busyAutomations: gate.busyAutomations,
    async callWaiting() {
      const claims = parts.waiting.next();
      if (claims.length > 0) await parts.store.runs.call(claims);
    },
  };
}

async function runTick(parts: TickParts, claim: RunClaim, at: RunPlace): Promise<void> {
  const { store } = parts;
  if (isLostForGood(claim)) return endLost(store, claim);
  let { tick } = claim;
  try {
    let outside = await inTransaction(parts, (inside, scope) => begin(parts, inside, scope, claim, at));
    while (outside !== null) {
      Object.assign(at, placeOf(outside.run, outside.effect));
      tick = outside.run.tick + 1;
      outside = await carryOut(parts, outside);
    }
  } catch (error) {
    // A database that is away or busy says nothing about the run.
    if (!isPassing(error)) await putOffFailed(store, { ...claim, tick }, error);
    throw error;
  }
}

type Work = (inside: Store, scope: Scope) => Promise<Next>;

/** Where an action within the database fails, all is undone, and done once more with each action undone alone. */
async function inTransaction(parts: TickParts, work: Work, how: Partial<Scope> = {}): Promise<OutsideCall | null> {
  const scope: Scope = { leave: null, waits: null, usesSavepoints: false, beginsActions: true, ...how };
  try {
    const next = await parts.store.transaction(async (inside) =>
      advanceWithin(parts, await work({ ...inside, deals: readingOnce(inside.deals) }, scope)),
    );
    if (scope.waits !== null) parts.waiting.add(scope.waits);
    return next;
  } catch (error) {
    scope.leave?.("not-made");
    if (error instanceof ActionFailed) return inTransaction(parts, work, { ...how, usesSavepoints: true });
    throw error;
  }
}

/** Carries an effect out, and goes on from there in another transaction. */
async function carryOut(
  parts: TickParts,
  { run, effect, action, call, leave }: OutsideCall,
): Promise<OutsideCall | null> {
  const { watch } = parts;
  const at = placeOf(run, effect);
  const performed = await tracedAction(at, effect.actionType, () =>
    action.perform(call).catch((error: unknown) => {
      watch.failed(error, at);
      return transient(failureOf(error));
    }),
  );
  watch.tried(at, effect.actionType, performed);
  leave(performed.ok || performed.isUnanswered !== true ? "answered" : "silent");
  const record: Work = async (inside, scope) => {
    const held = await inside.runs.hold(run.workspaceId, run.id, run);
    // The lease ran out, and somebody else went on.
    if (held === null || held.tick !== run.tick + 1 || !LIVE_STATUSES.includes(held.state.status)) return null;
    const { conclude } = action;
    const progress = progressFrom(inside, scope, held);
    const outcome =
      performed.ok && conclude !== undefined
        ? await attempted(parts, progress, at, () => conclude(inside, { ...call, run: held }, performed.result))
        : performed;
    return settle(parts, progress, effect, call, outcome);
  };
  return inTransaction(parts, record).catch((error: unknown) => {
    // What another system did is known here alone: it is written down although what comes next is in somebody's way.
    watch.failed(error, at);
    return inTransaction(parts, record, { beginsActions: false });
  });
}
