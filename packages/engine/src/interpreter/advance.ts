import { LIVE_STATUSES } from "../contract/run.ts";
import type { Advance, Effect, Reason, RunControl, RunEvent, RunState, Step, TokenEvent } from "../contract/run.ts";
import type { NoPlaceCode } from "../failures/tables/migrations.ts";
import { plainly } from "../json/plainly.ts";
import { controlled } from "./controls.ts";
import type { Standing } from "./controls.ts";
import { effectOf } from "./effects.ts";
import { isControl, isEvent, isState } from "./given.ts";
import { placed } from "./placed.ts";
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
  return made({ nodeId: null, seq: 0, ...NOT_BEGUN, wakeAt: null });
}

const made = (state: Standing): RunState => state as RunState;

/**
 * A state as it was stored, of a row or any JSON; null where it is none. Never throws.
 *
 * @example
 * ```ts
 * import { readRunState, startState } from "@trilho/engine";
 *
 * readRunState(JSON.parse(JSON.stringify(startState()))); // what `startState` answers
 * readRunState({ status: "queued" }); // null
 * ```
 */
export const readRunState = (stored: unknown): RunState | null =>
  plainly([stored], (given) => (isState(given) ? given : null));

/**
 * Takes a run one event further: a pure function of its arguments. The token moves through conditions on the way, up
 * to the next effect; `effects` then holds exactly one, or none where a run is to begin from the start. An event that
 * the state does not expect (a reply to a run that awaits none, an alarm that rings before its time, the answer to
 * another attempt or another node's effect, anything but `retried` once the run is over) is not accepted and changes
 * nothing; nor is one that cannot be read. To cancel, skip or abandon a run needs no plan. Never throws.
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
export function advance(plan: Plan | null, state: RunState, event: RunEvent): Advance {
  return plainly([state, event], (from, given) => {
    const answer = isState(from) && isEvent(given) ? take(plan, from, given) : null;
    return answer ?? { accepted: false, state, effects: [], steps: [] };
  });
}

function take(plan: Plan | null, state: RunState, event: RunEvent): Advance | null {
  if (isControl(event)) return control(plan, state, event);
  return plan !== null && LIVE_STATUSES.includes(state.status) ? goOn(plan, state, event) : null;
}

function control(plan: Plan | null, state: RunState, event: RunControl): Advance | null {
  const left = controlled(plan, state, effectOf(tokenOf(plan, state)), event);
  return left && accepted(left, effectOf(tokenOf(plan, left)), []);
}

function goOn(plan: Plan, state: RunState, event: TokenEvent): Advance | null {
  const { seq } = state;
  const token = tokenOf(plan, state);
  const steps: Step[] = [];
  const isExpected = walk(plan, token, event, (node, move, moment) => {
    // An attempt that begins again was told when it began.
    if (event.type === "stalled" && move.type === "stay" && move.phase === "performing") return;
    steps.push(toStep(seq + steps.length + 1, moment.at, node, move, move.why(moment)));
  });
  if (!isExpected) return null;
  const { node, wakeAt } = token;
  const { status, phase, attempts, lastError, lastFailure } = token.staying;
  const at = { nodeId: node?.id ?? null, seq: seq + steps.length, wakeAt };
  return accepted({ status, ...at, phase, attempts, lastError, lastFailure }, effectOf(token), steps);
}

function accepted(state: Standing, effect: Effect | null, steps: Step[]): Advance {
  return { accepted: true, state: made(state), effects: effect ? [effect] : [], steps };
}

/**
 * Puts a run of one plan where it stands into another one: as it would stand there had it come to the node at the same
 * instant, or why it cannot. `hasBegun`: its action at this node was begun before, though the state tells of no attempt.
 * Never throws.
 */
export function moveRun(
  before: Plan,
  after: Plan,
  state: RunState,
  hasBegun: boolean,
): { state: RunState } | { code: NoPlaceCode } {
  return plainly([state], (given) => {
    const standing = isState(given) ? placed(before, after, given, hasBegun) : "place-unknown";
    return typeof standing === "string" ? { code: standing } : { state: made(standing) };
  });
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
  plainly([state], (given) => (isState(given) ? effectOf(tokenOf(plan, given)) : null));

const tokenOf = (plan: Plan | null, state: Standing): Token => ({
  node: state.nodeId === null ? null : (plan?.nodes.get(state.nodeId) ?? null),
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
