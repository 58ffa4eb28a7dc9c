import { refusal, type Outside } from "../action.ts";
import type { Call, NotNow } from "../call-gate.ts";
import { LEASE_MS } from "../model/run.ts";
import { placeOf } from "../model/watch.ts";
import { renderConfig } from "./config.ts";
import type { Next, TickParts } from "./parts.ts";
import { callOf, changeOf, putOff, type Perform, type Progress } from "./progress.ts";
import { readied } from "./ready.ts";
import { attempted, settle } from "./settle.ts";
import { tracedAction } from "./tracing.ts";

/** Carries an action out within this database, makes one outside ready, or leaves it for later. */
export async function perform(parts: TickParts, progress: Progress, effect: Perform): Promise<Next> {
  const { inside, run } = progress;
  const plan = parts.planOf(run);
  const action = effect.actionType === "wait" ? null : parts.actions[effect.actionType];
  const isOutside = action?.where === "outside";
  const isLeft = run.isPaused || !progress.scope.beginsActions || (isOutside && parts.isDraining());
  if (isLeft) return putOff(progress, plan, effect, run.now, null);
  if (isOutside) return prepareCall(parts, progress, effect, action);
  const rendered = await renderConfig(progress, effect, plan, parts.render);
  const call = callOf(run, effect, rendered.config, () => progress.facts.read(inside));
  if (rendered.refusal !== null) return settle(parts, progress, effect, call, rendered.refusal);
  const outcome =
    action === null
      ? refusal("action-unknown")
      : await tracedAction(placeOf(run, effect), effect.actionType, () =>
          attempted(parts, progress, placeOf(run, effect), () => action.perform(inside, call)),
        );
  return settle(parts, progress, effect, call, outcome);
}

/** Makes an action outside ready, and writes down that it is under way. */
async function prepareCall(parts: TickParts, progress: Progress, effect: Perform, action: Outside): Promise<Next> {
  const { gate } = parts;
  const { workspaceId, automationId, id } = progress.run;
  const isCalled = parts.waiting.come(id);
  // Where hundreds wait for a few places, each is put off for little: nothing is made ready for it.
  const ofAutomation = { workspaceId, automationId, host: null };
  const full = gate.refuse(ofAutomation);
  if (full !== null) return waitFor(parts, progress, effect, { call: ofAutomation, notNow: full, isCalled });
  const { call, refusal: refused } = await readied(parts, progress, effect, action);
  if (refused !== null) return settle(parts, progress, effect, call, refused);
  const toHost = { workspaceId, automationId, host: action.host?.(call) ?? null };
  const entry = gate.enter(toHost);
  if (!entry.ok) return waitFor(parts, progress, effect, { call: toHost, notNow: entry, isCalled });
  progress.scope.leave = entry.leave;
  await lease(parts, progress, effect);
  return { kind: "call", call: { run: progress.run, effect, action, call, leave: entry.leave } };
}

/** Puts a run off until its call may begin. */
async function waitFor(
  parts: TickParts,
  progress: Progress,
  effect: Perform,
  { call, notNow, isCalled }: { call: Call; notNow: NotNow; isCalled: boolean },
): Promise<null> {
  const { run, scope } = progress;
  const { workspaceId, id: runId, tick } = run;
  const afterMs = Math.ceil(notNow.afterMs);
  const claim = { workspaceId, runId, tick: tick + 1 };
  scope.waits = { call, claim, until: Date.now() + afterMs, isCalledInVain: isCalled };
  return putOff(progress, parts.planOf(run), effect, run.now + afterMs, notNow.failure);
}

/** Writes down that an action is under way, before it is. */
async function lease({ planOf }: TickParts, progress: Progress, { nodeId }: Perform): Promise<void> {
  const { inside, run } = progress;
  const leaseUntil = run.now + LEASE_MS;
  const asks = (planOf(run).nodes.get(nodeId)?.reply ?? null) !== null;
  // The first answer counts, also where the message is sent once more.
  const awaits =
    asks && run.reply === null && run.contactId !== null ? { contactId: run.contactId, messageId: null } : null;
  // It is due once its lease is over as well. What an index has stays as it is, while it lies ahead.
  const ahead = run.nextAttemptAt ?? 0;
  const change = changeOf(progress, { nextAttemptAt: ahead > run.now ? ahead : leaseUntil, leaseUntil });
  await inside.runs.save(run, { ...change, awaits, reply: run.reply });
}
