import type { Advance, Effect, Reason, RunEvent, RunState, Step } from "../contract/run.ts";
import { plainly } from "../json/plainly.ts";
import { effectOf } from "./effects.ts";
import { isEvent, isState } from "./given.ts";
import type { Move, Plan, PlanNode } from "./plan.ts";
import { NOT_BEGUN, walk } from "./walk.ts";
import type { Token } from "./walk.ts";

/**
 * A run that has not begun.
 *
 * @example
 * ```ts
 * import { startState } from "@trilho/engine";
 *
 * startState().phase; // "new"
 * ```
 */
export function startState(): RunState {
  return { nodeId: null, seq: 0, ...NOT_BEGUN, wakeAt: null };
}

/**
 * Takes a run one event further: a pure function of its arguments. The token moves through conditions on the way, up
 * to the next effect; `effects` then holds exactly one. An event that the state does not expect (a reply to a run that
 * awaits none, an alarm that rings before its time, the answer to another attempt or another node's effect) is not
 * accepted and changes nothing; nor is one that cannot be read. Never throws.
 *
 * @example
 * ```ts
 * import { advance, compileRun, startState } from "@trilho/engine";
 *
 * const plan = compileRun({
 *   version: 2,
 *   nodes: [{ id: "start", type: "trigger" }, { id: "pause", type: "wait", config: { delaySeconds: 60 } }],
 *   edges: [{ source: "start", target: "pause" }],
 * });
 * const begun = advance(plan, startState(), { type: "started", at: 0, facts: {} });
 * begun.effects; // [{ type: "sleep", nodeId: "pause", until: 60000, reason: "wait" }]
 * advance(plan, begun.state, { type: "woke", at: 60_000, facts: {} }).state.status; // "completed"
 * ```
 */
export function advance(plan: Plan, state: RunState, event: RunEvent): Advance {
  return plainly([state, event], (from, given) =>
    isState(from) && isEvent(given) ? take(plan, from, given) : { accepted: false, state, effects: [], steps: [] },
  );
}

function take(plan: Plan, state: RunState, event: RunEvent): Advance {
  const { seq } = state;
  const token = tokenOf(plan, state);
  const steps: Step[] = [];
  const accepted = walk(plan, token, event, (node, move, moment) => {
    steps.push(toStep(seq + steps.length + 1, moment.at, node, move, move.why(moment)));
  });
  if (!accepted) return { accepted, state, effects: [], steps };
  const { node, wakeAt } = token;
  const { status, phase, attempts, lastError, lastFailure } = token.staying;
  const effect = effectOf(token);
  return {
    accepted,
    state: {
      status,
      nodeId: node?.id ?? null,
      seq: seq + steps.length,
      phase,
      attempts,
      wakeAt,
      lastError,
      lastFailure,
    },
    effects: effect ? [effect] : [],
    steps,
  };
}

/**
 * The effect that is open in a state: what a driver that was interrupted must do again; null for a run that has not
 * begun.
 *
 * @example
 * ```ts
 * import { compileRun, openEffect, startState } from "@trilho/engine";
 *
 * const plan = compileRun({ version: 2, nodes: [{ id: "start", type: "trigger" }], edges: [] });
 * openEffect(plan, startState()); // null
 * ```
 */
export const openEffect = (plan: Plan, state: RunState): Effect | null =>
  plainly([state], (given) => (isState(given) && given.phase !== "new" ? effectOf(tokenOf(plan, given)) : null));

const tokenOf = (plan: Plan, state: RunState): Token => ({
  node: state.nodeId === null ? null : (plan.nodes.get(state.nodeId) ?? null),
  staying: state,
  wakeAt: state.wakeAt,
  arrives: false,
});

function toStep(seq: number, at: number, node: PlanNode | null, move: Move, why: Reason): Step {
  const nodeId = node?.id ?? "";
  return move.type === "leave"
    ? { seq, at, nodeId, handle: move.handle, edgeId: move.edge?.id ?? null, why }
    : { seq, at, nodeId, handle: null, edgeId: null, why };
}
