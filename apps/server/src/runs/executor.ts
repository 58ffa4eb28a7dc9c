import { openEffect, pickExit, type Plan } from "@trilho/engine";
import { LIVE_STATUSES } from "@trilho/engine/contract";
import type { Answer, Effect, JsonObject, TokenEvent } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import type { Store } from "./model/stores.ts";
import {
  permanent,
  refusal,
  succeeded,
  transient,
  uncertain,
  type Action,
  type ActionCall,
  type Actions,
} from "./action.ts";
import { OPEN_GATE, type CallGate } from "./call-gate.ts";
import { failureOf, isPassing, isRefusal } from "./model/failures.ts";
import { factsAt, readingOnce, withReply } from "./facts.ts";
import { filledIn, type Render } from "./filling.ts";
import { endLost, isLostForGood, putOffFailed } from "./failed-turns.ts";
import {
  callOf,
  changeOf,
  endForbidden,
  happen,
  isEarly,
  isSentOnce,
  putOff,
  rest,
  turnOf,
  type Perform,
  type Place,
  type Turn,
} from "./turn.ts";
import { LEASE_MS, type ActionOutcome, type EffectRecord, type HeldRun, type RunClaim } from "./model/run.ts";
import { beforeReading, NOBODY_WATCHES, placeOf, type RunPlace, type RunWatch } from "./model/watch.ts";

export interface ExecutorParts {
  store: Store;
  actions: Actions;
  planOf(run: HeldRun): Plan;
  render: Render;
  /** Says which actions outside may begin; all of them without it. */
  gate?: CallGate;
  watch?: RunWatch;
  /** In [0, 1), for the jitter of retries. */
  random?: (run: HeldRun, nodeId: string) => number;
}

/** Takes runs further. */
export interface Executor {
  /** Goes on with a run until it waits or is over. One that came to another tick, or is gone, is left alone. */
  tick(claim: RunClaim): Promise<void>;
  /** Begins no more actions outside: runs that come to one are left to whoever takes them next. */
  drain(): void;
  /** Automations whose runs would be put off at their next call. */
  busyAutomations(): string[];
}

type WithoutFacts<Event> = Event extends unknown ? Omit<Event, "facts"> : never;

/** An effect outside of this database, to be carried out between two transactions. */
interface Outside {
  run: HeldRun;
  effect: Perform;
  action: Extract<Action, { where: "outside" }>;
  call: ActionCall;
  leave: NonNullable<Place["leave"]>;
}

export function createExecutor(parts: ExecutorParts): Executor {
  const { store, actions, planOf, render } = parts;
  const random = parts.random ?? (() => Math.random());
  const gate = parts.gate ?? OPEN_GATE;
  const watch = parts.watch ?? NOBODY_WATCHES;
  let isDraining = false;

  /** Where an action within the database fails, all is undone, and done once more with each action undone alone. */
  async function inTransaction(
    work: (inside: Store, place: Place) => Promise<Outside | null>,
    isCareful = false,
  ): Promise<Outside | null> {
    const place: Place = { leave: null, isCareful };
    try {
      return await store.transaction((inside) => work({ ...inside, deals: readingOnce(inside.deals) }, place));
    } catch (error) {
      place.leave?.("not-made");
      if (error instanceof ActionFailed) return inTransaction(work, true);
      throw error;
    }
  }

  /** Locks a run that is due and goes as far as this database alone allows. */
  async function begin(inside: Store, place: Place, claim: RunClaim, at: RunPlace): Promise<Outside | null> {
    const held = await inside.runs.hold(claim.workspaceId, claim.runId);
    if (held === null || held.tick !== claim.tick || !LIVE_STATUSES.includes(held.state.status)) return null;
    Object.assign(at, placeOf(held));
    if (held.isPaused) {
      await inside.pauses.keep(claim);
      return null;
    }
    const answer = held.state.phase === "awaiting_reply" ? held.reply : null;
    const dueAt = held.nextAttemptAt ?? held.now;
    if (answer === null) {
      // The clock was set back since.
      if (dueAt > held.now) {
        await inside.runs.giveBack(claim);
        return null;
      }
      if (!place.isCareful) watch.turned(held.now - dueAt);
    }
    const turn = turnOf(inside, place, held);
    if (await endForbidden(turn)) return null;
    const open = openEffect(planOf(held), held.state);
    if (open?.type === "perform" && isSentOnce(planOf(held), open, held)) return takeLost(turn, open);
    return goOn(turn, open, answer);
  }

  /** Begins where a run stands. */
  async function goOn(turn: Turn, open: Effect | null, answer: Answer | null): Promise<Outside | null> {
    const { run } = turn;
    const at = run.now;
    // What a process that died had begun is begun again, under the same key.
    if (open?.type === "perform")
      return take(turn, { type: "stalled", at, nodeId: open.nodeId, attempt: open.attempt });
    if (open?.type === "pick_exit") return proceed(turn, open);
    if (answer !== null) return takeReply(turn, answer);
    if (run.state.phase === "new") return take(turn, { type: "started", at });
    return take(turn, { type: "woke", at, ...(isEarly(run) && { early: true }) });
  }

  /** Whoever carried this out is gone. What may have reached a person is not sent again. */
  async function takeLost(turn: Turn, effect: Perform): Promise<Outside | null> {
    const { inside, run } = turn;
    const { config } = await filledIn(turn, effect, planOf(turn.run), render);
    const call = callOf(run, effect, config, () => turn.facts.read(inside));
    const known = run.reply === null ? await recalled(inside, effect, call) : succeeded();
    return known === "not-begun" ? goOn(turn, effect, null) : settle(turn, effect, call, known);
  }

  async function recalled(inside: Store, { actionType }: Perform, call: ActionCall) {
    const action = actionType === "wait" ? null : actions[actionType];
    const known = action?.where === "outside" ? await action.recall?.(inside, call) : null;
    return known ?? uncertain([failureReason("sending-lost")]);
  }

  function takeReply(turn: Turn, reply: Answer): Promise<Outside | null> {
    const run = { ...turn.run, reply: null, event: withReply(turn.run.event, reply, turn.run.now) };
    return take({ ...turn, run, facts: factsAt(run, run.now) }, { type: "replied", at: run.now, reply });
  }

  /** Lets something happen to a run, then goes on with what it has to do next. */
  async function take(turn: Turn, event: WithoutFacts<TokenEvent>): Promise<Outside | null> {
    const plan = planOf(turn.run);
    const next = await turn.facts.use(turn.inside, (facts) => happen(turn, plan, { ...event, facts }));
    return proceed(next.turn, next.effect);
  }

  async function proceed(turn: Turn, effect: Effect | null): Promise<Outside | null> {
    const { inside, run, state } = turn;
    if (effect?.type === "pick_exit") {
      const exitId = await inside.runs.turn(run, effect.nodeId, (turns) => {
        const picked = pickExit(effect.exits, turns);
        return { state: picked?.state ?? turns, value: picked?.exitId ?? "" };
      });
      return take(turn, { type: "exit_picked", at: run.now, nodeId: effect.nodeId, exitId });
    }
    if (effect?.type !== "perform") {
      // It arrived before it was known here that its message was sent.
      return state.phase === "awaiting_reply" && run.reply !== null ? takeReply(turn, run.reply) : rest(turn);
    }
    return (await endForbidden(turn)) ? null : perform(turn, effect);
  }

  async function perform(turn: Turn, effect: Perform): Promise<Outside | null> {
    const { inside, run } = turn;
    const action = effect.actionType === "wait" ? null : actions[effect.actionType];
    const isOutside = action?.where === "outside";
    if (run.isPaused || (isOutside && isDraining)) return putOff(turn, planOf(run), effect, run.now, null);
    if (isOutside) return performOutside(turn, effect, action);
    const rendered = await filledIn(turn, effect, planOf(turn.run), render);
    const call = callOf(run, effect, rendered.config, () => turn.facts.read(inside));
    if (rendered.refusal !== null) return settle(turn, effect, call, rendered.refusal);
    const outcome =
      action === null
        ? refusal("action-unknown")
        : await attempted(turn, placeOf(run, effect), () => action.perform(inside, call));
    return settle(turn, effect, call, outcome);
  }

  /** Makes an action outside ready, and writes down that it is under way. */
  async function performOutside(turn: Turn, effect: Perform, action: Outside["action"]): Promise<Outside | null> {
    const { inside, run } = turn;
    const { workspaceId, id, automationId } = run;
    // Where hundreds wait for a few places, each is put off for little: nothing is made ready for it.
    const full = gate.refuse({ workspaceId, automationId, host: null });
    if (full !== null) return putOff(turn, planOf(run), effect, run.now + Math.ceil(full.afterMs), full.failure);
    const kept = action.freeze === undefined ? null : await inside.deliveries.frozen(workspaceId, id, effect.nodeId);
    const rendered =
      kept === null ? await filledIn(turn, effect, planOf(turn.run), render) : { config: kept.config, refusal: null };
    const call = callOf(run, effect, rendered.config, () => turn.facts.read(store));
    if (rendered.refusal !== null) return settle(turn, effect, call, rendered.refusal);
    const frozen = kept ?? (await action.freeze?.(inside, { ...call, facts: () => turn.facts.read(inside) }));
    if (frozen !== undefined && "ok" in frozen) return settle(turn, effect, call, frozen);
    if (frozen !== undefined && kept === null) await inside.deliveries.freeze(workspaceId, id, effect.nodeId, frozen);
    const entry = gate.enter({ workspaceId, automationId, host: action.host?.(call) ?? null });
    if (!entry.ok) return putOff(turn, planOf(run), effect, run.now + Math.ceil(entry.afterMs), entry.failure);
    turn.place.leave = entry.leave;
    await lease(turn, effect);
    return { run, effect, action, call: frozen === undefined ? call : { ...call, frozen }, leave: entry.leave };
  }

  /** Writes down that an action is under way, before it is. */
  async function lease(turn: Turn, { nodeId }: Perform): Promise<void> {
    const { inside, run } = turn;
    const leaseUntil = run.now + LEASE_MS;
    const asks = (planOf(run).nodes.get(nodeId)?.reply ?? null) !== null;
    // The first answer counts, also where the message is sent once more.
    const awaits =
      asks && run.reply === null && run.contactId !== null ? { contactId: run.contactId, messageId: null } : null;
    // It is due once its lease is over as well. What an index has stays as it is, while it lies ahead.
    const ahead = run.nextAttemptAt ?? 0;
    const change = changeOf(turn, { nextAttemptAt: ahead > run.now ? ahead : leaseUntil, leaseUntil });
    await inside.runs.save(run, { ...change, awaits, reply: run.reply });
  }

  /** Tells a run how its action ended. */
  function settle(turn: Turn, effect: Perform, call: ActionCall, outcome: ActionOutcome) {
    const { run } = turn;
    const { nodeId, actionType, attempt } = effect;
    const config = shownOf(actionType, call.config);
    const record: EffectRecord = { nodeId, actionType, config, attempts: attempt, outcome, at: run.now };
    const messageId = outcome.ok ? (outcome.messageId ?? null) : null;
    const known: Turn = {
      ...turn,
      run: { ...run, sentMessageId: messageId ?? run.sentMessageId, sentToContactId: call.run.contactId },
      // As they are now: it may have changed them.
      facts: factsAt(run, run.now),
      effects: [...turn.effects, record],
    };
    const answered = { at: run.now, nodeId, attempt };
    if (outcome.ok) return take(known, { type: "performed", ...answered });
    return take(known, { type: "perform_failed", ...answered, error: outcome.error, random: random(run, nodeId) });
  }

  /** Carries an effect out, and goes on from there in another transaction. */
  async function carryOut({ run, effect, action, call, leave }: Outside): Promise<Outside | null> {
    const at = placeOf(run, effect);
    const performed = await action.perform(call).catch((error: unknown) => {
      watch.failed(error, at);
      return transient(failureOf(error));
    });
    watch.tried(at, effect.actionType, performed);
    leave(performed.ok || performed.isUnanswered !== true ? "answered" : "silent");
    return inTransaction(async (inside, place) => {
      const held = await inside.runs.hold(run.workspaceId, run.id, run);
      // The lease ran out, and somebody else went on.
      if (held === null || held.tick !== run.tick + 1 || !LIVE_STATUSES.includes(held.state.status)) return null;
      const { conclude } = action;
      const turn = turnOf(inside, place, held);
      const outcome =
        performed.ok && conclude !== undefined
          ? await attempted(turn, at, () => conclude(inside, { ...call, run: held }, performed.result))
          : performed;
      return settle(turn, effect, call, outcome);
    });
  }

  /** What fails in the database fails the action, not its run's whole step. */
  async function attempted(
    { inside, place }: Turn,
    at: RunPlace,
    work: () => Promise<ActionOutcome>,
  ): Promise<ActionOutcome> {
    try {
      return await (place.isCareful ? inside.attempt(work) : work());
    } catch (error) {
      if (isPassing(error)) throw error;
      if (!place.isCareful) throw new ActionFailed("An action within the database failed", { cause: error });
      if (isRefusal(error)) return permanent(failureOf(error));
      watch.failed(error, at);
      return transient(failureOf(error));
    }
  }

  /** What of a config may be kept with the run. */
  function shownOf(actionType: Perform["actionType"], config: JsonObject): JsonObject {
    const action = actionType === "wait" ? null : actions[actionType];
    return action?.where === "outside" ? (action.shown?.(config) ?? config) : config;
  }

  async function advanceAsFarAsPossible(claim: RunClaim, at: RunPlace, reached: (tick: number) => void): Promise<void> {
    let outside = await inTransaction((inside, place) => begin(inside, place, claim, at));
    while (outside !== null) {
      Object.assign(at, placeOf(outside.run, outside.effect));
      reached(outside.run.tick + 1);
      outside = await carryOut(outside);
    }
  }

  async function takeTurn(claim: RunClaim, at: RunPlace): Promise<void> {
    if (isLostForGood(claim)) return endLost(store, claim);
    let { tick } = claim;
    try {
      await advanceAsFarAsPossible(claim, at, (reached) => (tick = reached));
    } catch (error) {
      // A database that is away or busy says nothing about the run.
      if (!isPassing(error)) await putOffFailed(store, { ...claim, tick }, error);
      throw error;
    }
  }

  return {
    async tick(claim) {
      const at = beforeReading(claim);
      try {
        await takeTurn(claim, at);
      } catch (error) {
        watch.failed(error, at);
        throw error;
      }
    },
    drain: () => void (isDraining = true),
    busyAutomations: gate.busyAutomations,
  };
}

/** Takes back a transaction in which an action failed. */
class ActionFailed extends Error {}
