import { refusal, type Outside } from "../action.ts";
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
  if (run.isPaused || (isOutside && parts.isDraining())) return putOff(progress, plan, effect, run.now, null);
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
  const { run } = progress;
  const plan = parts.planOf(run);
  const { workspaceId, automationId } = run;
  // Where hundreds wait for a few places, each is put off for little: nothing is made ready for it.
  const full = gate.refuse({ workspaceId, automationId, host: null });
  if (full !== null) return putOff(progress, plan, effect, run.now + Math.ceil(full.afterMs), full.failure);
  const { call, refusal: refused } = await readied(parts, progress, effect, action);
  if (refused !== null) return settle(parts, progress, effect, call, refused);
  const entry = gate.enter({ workspaceId, automationId, host: action.host?.(call) ?? null });
  if (!entry.ok) return putOff(progress, plan, effect, run.now + Math.ceil(entry.afterMs), entry.failure);
  progress.scope.leave = entry.leave;
  await lease(parts, progress, effect);
  return { kind: "call", call: { run, effect, action, call, leave: entry.leave } };
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
