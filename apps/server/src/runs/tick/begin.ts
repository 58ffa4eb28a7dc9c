import { openEffect } from "@trilho/engine";
import { LIVE_STATUSES, type Effect } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import { succeeded, uncertain, type ActionCall, type Actions } from "../action.ts";
import type { Heard, RunClaim } from "../model/run.ts";
import type { Store } from "../model/stores.ts";
import { placeOf, type RunPlace } from "../model/watch.ts";
import { hear } from "./advance.ts";
import { renderConfig } from "./config.ts";
import type { Next, TickParts } from "./parts.ts";
import {
  callOf,
  endForbidden,
  isEarly,
  isSentOnce,
  progressFrom,
  type Perform,
  type Progress,
  type Scope,
} from "./progress.ts";
import { keptOf } from "./ready.ts";
import { outsideOf, settle } from "./settle.ts";

/** Locks a run that is due, and finds where it goes on. `at` becomes the place that it has come to. */
export async function begin(
  parts: TickParts,
  inside: Store,
  scope: Scope,
  claim: RunClaim,
  at: RunPlace,
): Promise<Next> {
  const { planOf, watch } = parts;
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
    if (!scope.usesSavepoints) watch.began(held.now - dueAt);
  }
  const progress = progressFrom(inside, scope, held);
  if (await endForbidden(progress)) return null;
  if (held.isSettling && !(await inside.entries.settle(held))) return null;
  const open = openEffect(planOf(held), held.state);
  if (open?.type === "perform" && isSentOnce(planOf(held), open, held)) return settleLost(parts, progress, open);
  return goOn(progress, open, answer);
}

/** Begins where a run stands. */
function goOn(progress: Progress, open: Effect | null, answer: Heard | null): Next {
  const { run } = progress;
  const at = run.now;
  // What a process that died had begun is begun again, under the same key.
  if (open?.type === "perform") {
    return { kind: "event", progress, event: { type: "stalled", at, nodeId: open.nodeId, attempt: open.attempt } };
  }
  if (open?.type === "pick_exit") return { kind: "effect", progress, effect: open };
  if (answer !== null) return hear(progress, answer);
  if (run.state.phase === "new") return { kind: "event", progress, event: { type: "started", at } };
  return { kind: "event", progress, event: { type: "woke", at, ...(isEarly(run) && { early: true }) } };
}

/** Whoever carried this out is gone. What may have reached a person is not sent again. */
async function settleLost(parts: TickParts, progress: Progress, effect: Perform): Promise<Next> {
  const { inside, run } = progress;
  const { config } =
    (await keptOf(progress, effect)) ?? (await renderConfig(progress, effect, parts.planOf(run), parts.render));
  const call = callOf(run, effect, config, () => progress.facts.read(inside));
  const known = run.reply === null ? await recalled(parts.actions, inside, effect, call) : succeeded();
  return known === "not-begun" ? goOn(progress, effect, null) : settle(parts, progress, effect, call, known);
}

async function recalled(actions: Actions, inside: Store, { actionType }: Perform, call: ActionCall) {
  const known = await outsideOf(actions, actionType)?.recall?.(inside, call);
  return known ?? uncertain([failureReason("sending-lost")]);
}
