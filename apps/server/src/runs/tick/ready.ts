import { frozenWords, type ActionCall, type Outside } from "../action.ts";
import type { Frozen } from "../model/frozen-port.ts";
import type { ActionOutcome } from "../model/run.ts";
import { renderConfig } from "./config.ts";
import type { TickParts } from "./parts.ts";
import { callOf, type Perform, type Progress } from "./progress.ts";

/** A call, and why it cannot be made. */
interface Ready {
  call: ActionCall;
  refusal: ActionOutcome | null;
}

/** An action outside as its first attempt was made ready, or, where there was none, as is right now. */
export async function readied(
  { store, render, planOf }: TickParts,
  progress: Progress,
  effect: Perform,
  { freeze }: Outside,
): Promise<Ready> {
  const { inside, run } = progress;
  const { workspaceId, id } = run;
  const as = (config: ActionCall["config"]): ActionCall =>
    callOf(run, effect, config, () => progress.facts.read(store));
  const kept = freeze === undefined ? null : await keptOf(progress, effect);
  if (kept !== null) return { call: { ...as(kept.config), frozen: kept }, refusal: null };
  const { config, refusal } = await renderConfig(progress, effect, planOf(run), render);
  const call = as(config);
  if (refusal !== null || freeze === undefined) return { call, refusal };
  const frozen = await freeze(inside, { ...call, facts: () => progress.facts.read(inside) });
  if ("ok" in frozen) return { call, refusal: frozen };
  // What holds nothing to fill in is the same each time.
  if (freeze !== frozenWords || config !== effect.config)
    await inside.frozenCalls.keep(workspaceId, id, effect.nodeId, frozen);
  return { call: { ...as(frozen.config), frozen }, refusal: null };
}

/** What an earlier attempt froze; null where there was none, or it was for another contact than the run's is now. */
export async function keptOf({ inside, run }: Progress, { nodeId }: Perform): Promise<Frozen | null> {
  const kept = await inside.frozenCalls.read(run.workspaceId, run.id, nodeId);
  return kept?.contactId === undefined || kept.contactId === run.contactId ? kept : null;
}
