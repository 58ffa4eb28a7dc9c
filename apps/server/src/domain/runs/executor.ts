import { advance, openEffect, pickExit, type Plan } from "@trilho/engine";
import type { Effect, Facts, JsonObject, Reply, RunEvent, RunState, Step } from "@trilho/engine/contract";
import type { Store } from "../ports.ts";
import { permanent, transient, type Action, type ActionCall, type Actions } from "./action.ts";
import { isPassing, isRefusal, reasonForPeople, reasonOf } from "./failures.ts";
import { readFacts, withReply } from "./facts.ts";
import { isTestEvent, skipsWaits } from "./trial.ts";
import type { ActionOutcome, HeldRun, RunChange, RunJob } from "./model.ts";

/** How long an effect may be under way before somebody else takes it over. */
const LEASE_MS = 30_000;
/** A tick that fails so often in a row ends its run: it would fail for ever. */
const MAX_FAILURES = 5;
/** Before a tick that failed is tried again: so many seconds after each failure. */
const AFTER_FAILURE_MS = [1_000, 5_000, 15_000, 60_000];
/** Of a rendered config, as JSON. */
const MAX_CONFIG = 512 * 1024;
const ENDED: ReadonlySet<string> = new Set(["completed", "failed", "dead_letter", "skipped", "cancelled"]);

export interface ExecutorParts {
  store: Store;
  actions: Actions;
  planOf(run: HeldRun): Plan;
  /** An action's config with its Liquid rendered. Throws where that cannot be done, in words for people. */
  render(run: HeldRun, config: JsonObject, facts: Facts, at: number): JsonObject;
  /** In [0, 1), for the jitter of retries. */
  random?: (run: HeldRun, nodeId: string) => number;
}

/** Takes runs further. */
export interface Executor {
  /** Goes on with a run until it waits or is over. A job of another tick, or of a run that is gone, does nothing. */
  tick(job: RunJob): Promise<void>;
}

type Perform = Extract<Effect, { type: "perform" }>;

/** An effect outside of this database, to be carried out between two transactions. */
interface Outside {
  run: HeldRun;
  facts: Facts;
  effect: Perform;
  action: Extract<Action, { where: "outside" }>;
  call: ActionCall;
}

export function createExecutor(parts: ExecutorParts): Executor {
  const { store, actions, planOf, render } = parts;
  const random = parts.random ?? (() => Math.random());

  /** Locks a run whose turn it is and goes as far as this database alone allows. */
  async function begin(inside: Store, job: RunJob): Promise<Outside | null> {
    const held = await inside.runs.hold(job.workspaceId, job.runId);
    if (held === null || held.tick !== job.tick || ENDED.has(held.status)) return null;
    const notBefore = Math.max(held.leaseUntil ?? 0, held.reply === null ? (held.nextAttemptAt ?? 0) : 0);
    if (notBefore > held.now) {
      await inside.jobs.send(job, notBefore);
      return null;
    }
    const end = forbiddenOf(held);
    if (end !== null) {
      await giveUp(inside, held, held.state, [], end);
      return null;
    }
    const open = openEffect(planOf(held), held.state);
    // What a process that died had begun is begun again, under the same key.
    if (open?.type === "perform" || open?.type === "pick_exit") {
      return proceed(inside, held, await readFacts(inside, held, held.now), held.state, [], open);
    }
    if (held.reply !== null) return takeReply(inside, held, held.reply, held.state, []);
    const facts = await readFacts(inside, held, held.now);
    const type = held.state.phase === "new" ? "started" : "woke";
    return take(inside, held, facts, held.state, [], { type, at: held.now, facts });
  }

  async function takeReply(inside: Store, held: HeldRun, reply: Reply, state: RunState, steps: readonly Step[]) {
    const run = { ...held, reply: null, event: withReply(held.event, reply, held.now) };
    const facts = await readFacts(inside, run, run.now);
    return take(inside, run, facts, state, steps, { type: "replied", at: run.now, facts, reply });
  }

  /** Lets something happen to a run, then goes on with what it has to do next. */
  async function take(
    inside: Store,
    run: HeldRun,
    facts: Facts,
    state: RunState,
    steps: readonly Step[],
    event: RunEvent,
  ): Promise<Outside | null> {
    const answer = advance(planOf(run), state, event);
    if (!answer.accepted) throw new Error(`Run ${run.id} does not take ${event.type} in its phase ${state.phase}`);
    const [effect] = answer.effects;
    return proceed(inside, run, facts, answer.state, [...steps, ...answer.steps], effect ?? null);
  }

  async function proceed(
    inside: Store,
    run: HeldRun,
    facts: Facts,
    state: RunState,
    steps: readonly Step[],
    effect: Effect | null,
  ): Promise<Outside | null> {
    if (effect?.type === "pick_exit") {
      const exitId = await inside.runs.turn(run, effect.nodeId, (turns) => {
        const picked = pickExit(effect.exits, turns);
        return { state: picked?.state ?? turns, value: picked?.exitId ?? "" };
      });
      return take(inside, run, facts, state, steps, { type: "exit_picked", at: run.now, facts, exitId });
    }
    if (effect?.type !== "perform") {
      // It arrived before it was known here that its message was sent.
      if (state.phase === "awaiting_reply" && run.reply !== null)
        return takeReply(inside, run, run.reply, state, steps);
      await rest(inside, run, state, steps);
      return null;
    }
    const end = forbiddenOf(run);
    if (end !== null) {
      await giveUp(inside, run, state, steps, end);
      return null;
    }
    const action = effect.actionType === "wait" ? null : actions[effect.actionType];
    const rendered = renderedOf(run, effect, facts);
    const call = callOf(run, effect, rendered.config, facts);
    if (rendered.refusal !== null) return settle(inside, run, state, steps, effect, call, rendered.refusal);
    if (action?.where === "outside") {
      const leaseUntil = run.now + LEASE_MS;
      const change = changeOf(run, state, steps, { status: "running", nextAttemptAt: leaseUntil, leaseUntil });
      const asks = run.contactId !== null && (planOf(run).nodes.get(effect.nodeId)?.reply ?? null) !== null;
      const awaits = asks ? { contactId: run.contactId ?? "", messageId: null } : null;
      await inside.runs.save(run, { ...change, awaits, reply: run.reply });
      return { run, facts, effect, action, call };
    }
    const outcome =
      action === null
        ? permanent("This action cannot be carried out.")
        : await attempted(inside, () => action.perform(inside, call));
    return settle(inside, run, state, steps, effect, call, outcome);
  }

  /** A config that cannot be filled in is not carried out half filled in. */
  function renderedOf(run: HeldRun, { config: written }: Perform, facts: Facts) {
    try {
      const config = render(run, written, facts, run.now);
      const isSmall = JSON.stringify(config).length <= MAX_CONFIG;
      return isSmall ? { config, refusal: null } : { config: written, refusal: TOO_LARGE };
    } catch (error) {
      return { config: written, refusal: permanent(reasonOf(error)) };
    }
  }

  /** Tells a run how its action ended. */
  async function settle(
    inside: Store,
    run: HeldRun,
    state: RunState,
    steps: readonly Step[],
    effect: Perform,
    { config: rendered }: ActionCall,
    outcome: ActionOutcome,
  ): Promise<Outside | null> {
    const { nodeId, actionType, attempt } = effect;
    const config = shownOf(actionType, rendered);
    await inside.runs.record(run, { nodeId, actionType, config, attempts: attempt, outcome, at: run.now });
    const messageId = outcome.ok ? (outcome.messageId ?? null) : null;
    const known: HeldRun = { ...run, sentMessageId: messageId ?? run.sentMessageId };
    // As they are now: it may have changed them.
    const facts = await readFacts(inside, run, run.now);
    if (!outcome.ok) {
      const event: RunEvent = {
        type: "perform_failed",
        at: run.now,
        facts,
        error: outcome.error,
        random: random(run, nodeId),
      };
      return take(inside, known, facts, state, steps, event);
    }
    return take(inside, known, facts, state, steps, { type: "performed", at: run.now, facts });
  }

  /** Carries an effect out, and goes on from there in another transaction. */
  async function carryOut({ run, effect, action, call }: Outside): Promise<Outside | null> {
    const performed = await action.perform(call).catch((error: unknown) => transient(reasonForPeople(error)));
    return store.transaction(async (inside) => {
      const held = await inside.runs.hold(run.workspaceId, run.id);
      // The lease ran out, and somebody else went on.
      if (held === null || held.tick !== run.tick + 1 || ENDED.has(held.status)) return null;
      const { conclude } = action;
      const outcome =
        performed.ok && conclude !== undefined
          ? await attempted(inside, () => conclude(inside, { ...call, run: held }, performed.result))
          : performed;
      return settle(inside, held, held.state, [], effect, call, outcome);
    });
  }

  /** What of a config may be kept with the run. */
  function shownOf(actionType: Perform["actionType"], config: JsonObject): JsonObject {
    const action = actionType === "wait" ? null : actions[actionType];
    return action?.where === "outside" ? (action.shown?.(config) ?? config) : config;
  }

  async function advanceAsFarAsPossible(job: RunJob, reached: (tick: number) => void): Promise<void> {
    let outside = await store.transaction((inside) => begin(inside, job));
    while (outside !== null) {
      reached(outside.run.tick + 1);
      outside = await carryOut(outside);
    }
  }

  return {
    async tick(job) {
      let { tick } = job;
      try {
        await advanceAsFarAsPossible(job, (reached) => (tick = reached));
      } catch (error) {
        // A database that is away or busy says nothing about the run.
        if (!isPassing(error)) await fail(store, { ...job, tick }, reasonForPeople(error));
        throw error;
      }
    },
  };
}

/** Puts a run off whose tick failed, or ends it when that happens again and again. */
async function fail(store: Store, job: RunJob, message: string): Promise<void> {
  await store.transaction(async (inside) => {
    const next = await inside.runs.failTick(job, message, AFTER_FAILURE_MS, MAX_FAILURES);
    if (next !== null) await inside.jobs.send(next.job, next.at);
  });
}

const TOO_LARGE = permanent("What this action is to do became too large once its texts were filled in.");

/** What fails in the database fails the action, not its run's whole step. */
async function attempted(inside: Store, work: () => Promise<ActionOutcome>): Promise<ActionOutcome> {
  try {
    return await inside.attempt(work);
  } catch (error) {
    if (isPassing(error)) throw error;
    return isRefusal(error) ? permanent(reasonForPeople(error)) : transient(reasonForPeople(error));
  }
}

const callOf = (run: HeldRun, { nodeId, attempt }: Perform, config: JsonObject, facts: Facts): ActionCall => ({
  run,
  nodeId,
  config,
  facts,
  attempt,
  key: `${run.id}:${nodeId}`,
  at: run.now,
});

function changeOf(
  run: HeldRun,
  state: RunState,
  steps: readonly Step[],
  change: Pick<RunChange, "status" | "nextAttemptAt" | "leaseUntil">,
): RunChange {
  return { state, steps, awaits: null, reply: null, at: run.now, ...change };
}

/** Writes a run that waits or is over; what waits is woken by a job of the same transaction. */
async function rest(inside: Store, run: HeldRun, resting: RunState, steps: readonly Step[]): Promise<void> {
  const isOver = resting.wakeAt !== null && skipsWaits(run);
  const state = isOver ? { ...resting, wakeAt: run.now } : resting;
  const { status } = state;
  // Not a fraction of a millisecond too soon.
  const wakeAt = state.wakeAt === null ? null : Math.ceil(state.wakeAt);
  const change = changeOf(run, state, steps, { status, nextAttemptAt: wakeAt, leaseUntil: null });
  const isAwaiting = state.phase === "awaiting_reply" && run.contactId !== null;
  const awaits = isAwaiting ? { contactId: run.contactId ?? "", messageId: run.sentMessageId } : null;
  const job = await inside.runs.save(run, { ...change, awaits });
  if (wakeAt !== null) await inside.jobs.send(job, wakeAt);
}

/** How a run ends that may not go on: its automation is gone, or switched off. */
function forbiddenOf({ isEnabled, event }: HeldRun): "skipped" | "cancelled" | null {
  if (isEnabled === null) return "cancelled";
  return isEnabled || isTestEvent(event) ? null : "skipped";
}

async function giveUp(
  inside: Store,
  run: HeldRun,
  reached: RunState,
  steps: readonly Step[],
  status: "skipped" | "cancelled",
): Promise<void> {
  const state: RunState = { ...reached, status, phase: "ended", wakeAt: null };
  await inside.runs.save(run, changeOf(run, state, steps, { status, nextAttemptAt: null, leaseUntil: null }));
}
