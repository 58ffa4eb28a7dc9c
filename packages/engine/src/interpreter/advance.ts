import type { Advance, Effect, RunEvent, RunState, Step } from "../contract/run.ts";
import { attempt, performed, performFailed } from "./actions.ts";
import { enter, exitPicked, waited } from "./behaviors.ts";
import { finish, notRunnable } from "./moves.ts";
import type { Moment, Move } from "./moves.ts";
import type { Plan, PlanNode } from "./plan.ts";
import { because } from "./reasons.ts";
import { replied, timedOut } from "./replies.ts";

/** A run that has not begun. */
export function startState(): RunState {
  return { status: "queued", nodeId: null, seq: 0, phase: "new", attempts: 0, wakeAt: null, lastError: null };
}

/**
 * Takes a run one event further: a pure function of its arguments. The token moves through conditions on the way, up
 * to the next effect; `effects` then holds exactly one. An event that the state does not expect (a reply to a run that
 * awaits none, an alarm that rings before its time) is not accepted and changes nothing. Never throws.
 */
export function advance(plan: Plan, state: RunState, event: RunEvent): Advance {
  const start = begin(plan, state, event);
  return start === null ? { accepted: false, state, effects: [], steps: [] } : follow(plan, state, event, start);
}

/** A move and the node that makes it; null for a run that never found a trigger. */
interface Start {
  node: PlanNode | null;
  move: Move;
}

function begin(plan: Plan, state: RunState, event: RunEvent): Start | null {
  if (state.phase === "new") return event.type === "started" ? beginRun(plan, event) : null;
  const node = state.nodeId === null ? undefined : plan.nodes.get(state.nodeId);
  if (!node) return null;
  const move = RESUME[state.phase](plan, node, state, event);
  return move && { node, move };
}

function beginRun(plan: Plan, moment: Moment): Start {
  const node = plan.triggerId === null ? undefined : plan.nodes.get(plan.triggerId);
  if (plan.problem === null && node) return { node, move: enter(plan, node, moment) };
  return {
    node: null,
    move: notRunnable(plan.problemCode ?? "no-trigger", plan.problem ?? "The automation has no trigger."),
  };
}

type Resume = (plan: Plan, node: PlanNode, state: RunState, event: RunEvent) => Move | null;

/** What a run does with an event by what it is in the middle of; null where the event is not expected. */
const RESUME: Record<Exclude<RunState["phase"], "new">, Resume> = {
  performing: (_, node, state, event) => {
    if (event.type === "performed") return performed(node, state, event);
    return event.type === "perform_failed" ? performFailed(node, state, event, event.error, event.random) : null;
  },
  picking_exit: (_, node, __, event) => (event.type === "exit_picked" ? exitPicked(node, event.exitId) : null),
  sleeping: (_, node, state, event) => (isDue(state, event) ? waited(node) : null),
  awaiting_reply: (_, node, state, event) => {
    if (event.type === "replied") return replied(node, event.reply);
    return isDue(state, event) ? timedOut(node) : null;
  },
  retrying: nextAttempt,
  deferred: nextAttempt,
  ended: () => null,
};

function nextAttempt(plan: Plan, node: PlanNode, state: RunState, event: RunEvent): Move | null {
  return isDue(state, event) ? attempt(plan, node, event, state.attempts + 1, state.lastError) : null;
}

function isDue({ wakeAt }: RunState, event: RunEvent): boolean {
  return event.type === "woke" && (wakeAt === null || event.at >= wakeAt);
}

/** Lets the token run until it stays somewhere or the run ends. Plans have no cycles, so it does. */
function follow(plan: Plan, state: RunState, moment: Moment, start: Start): Advance {
  const steps: Step[] = [];
  let { node, move } = start;
  for (;;) {
    const nodeId = node?.id ?? null;
    const seq = state.seq + steps.length + 1;
    const step = { seq, at: moment.at, nodeId: nodeId ?? "", handle: null, edgeId: null, why: move.why };
    if (move.type !== "leave" || node === null) {
      steps.push(step);
      return { accepted: true, ...settle(nodeId, seq, move), steps };
    }
    const { handle } = move;
    const edge = node.edges.get(handle);
    const target = edge && plan.nodes.get(edge.target);
    steps.push({ ...step, handle, edgeId: (target && edge?.id) ?? null });
    move = target ? enter(plan, target, moment) : finish("completed", because("no-edge", { handle }));
    node = target ?? node;
  }
}

function settle(nodeId: string | null, seq: number, move: Move): { state: RunState; effects: Effect[] } {
  if (move.type === "stay") return { state: { ...move.staying, nodeId, seq }, effects: [move.effect] };
  const { status, lastError } = move.type === "finish" ? move : { status: "failed" as const, lastError: null };
  const ended = { nodeId, seq, phase: "ended" as const, attempts: 0, wakeAt: null, lastError };
  return { state: { status, ...ended }, effects: [{ type: "finish", status }] };
}
