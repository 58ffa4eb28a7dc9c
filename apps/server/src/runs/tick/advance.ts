import { pickExit } from "@trilho/engine";
import type { Answer, RunError } from "@trilho/engine/contract";
import { factsAt, withReply } from "../facts.ts";
import type { Heard } from "../model/run.ts";
import type { Next, OutsideCall, TickParts } from "./parts.ts";
import { perform } from "./perform.ts";
import { apply, endForbidden, saveAtRest, type Progress } from "./progress.ts";

type EventNext = Extract<Next, { kind: "event" }>;
type EffectNext = Extract<Next, { kind: "effect" }>;

/** Takes a run as far as this database alone allows: until it is saved, or an action outside is to be carried out. */
export async function advanceWithin(parts: TickParts, first: Next): Promise<OutsideCall | null> {
  let next = first;
  while (next !== null && next.kind !== "call") {
    next = next.kind === "event" ? await applyEvent(parts, next) : await carryOutEffect(parts, next);
  }
  return next === null ? null : next.call;
}

/** Takes what a run was told while it awaits an answer. */
export function hear(progress: Progress, heard: Heard): EventNext {
  return "undelivered" in heard ? undelivered(progress, heard.undelivered) : replied(progress, heard);
}

/** The attempt that had succeeded has failed after all. */
function undelivered(progress: Progress, error: RunError): EventNext {
  const { state, effects } = progress;
  const nodeId = state.nodeId ?? "";
  const outcome = { ok: false as const, error: { ...error, permanent: true } };
  const failed = effects.map((effect) => (effect.nodeId === nodeId ? { ...effect, outcome } : effect));
  const run = { ...progress.run, reply: null };
  return {
    kind: "event",
    progress: { ...progress, run, effects: failed },
    event: { type: "undelivered", at: run.now, nodeId, error },
  };
}

function replied(progress: Progress, reply: Answer): EventNext {
  const run = { ...progress.run, reply: null, event: withReply(progress.run.event, reply, progress.run.now) };
  const known = { ...progress, run, facts: factsAt(run, run.now) };
  return { kind: "event", progress: known, event: { type: "replied", at: run.now, reply } };
}

async function applyEvent({ planOf }: TickParts, { progress, event }: EventNext): Promise<EffectNext> {
  const plan = planOf(progress.run);
  const applied = await progress.facts.use(progress.inside, (facts) => apply(progress, plan, { ...event, facts }));
  return { kind: "effect", ...applied };
}

async function carryOutEffect(parts: TickParts, { progress, effect }: EffectNext): Promise<Next> {
  const { inside, run, state } = progress;
  if (effect?.type === "pick_exit") {
    const { nodeId, exits } = effect;
    const exitId = await inside.runs.pickExit(run, nodeId, (before) => {
      const picked = pickExit(exits, before);
      return { state: picked?.state ?? before, value: picked?.exitId ?? "" };
    });
    return { kind: "event", progress, event: { type: "exit_picked", at: run.now, nodeId, exitId } };
  }
  if (effect?.type === "perform") return (await endForbidden(progress)) ? null : perform(parts, progress, effect);
  // It arrived before it was known here that its message was sent.
  if (state.phase === "awaiting_reply" && run.reply !== null) return hear(progress, run.reply);
  return saveAtRest(progress);
}
