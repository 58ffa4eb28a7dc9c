import type { TokenEvent } from "../contract/run.ts";
import { attempt, performed, performFailed } from "./actions.ts";
import { enter, exitPicked, waited } from "./behaviors.ts";
import { finish, NO_ERROR, notRunnable } from "./moves.ts";
import type { Moment, Move, Plan, PlanNode, Staying, Stop, Why } from "./plan.ts";
import { because } from "./reasons.ts";
import { replied, timedOut } from "./replies.ts";

/** Where a run's token is, and what it is in the middle of there. No node before the run began. */
export interface Token {
  node: PlanNode | null;
  /** With the reason where this walk brought it here. */
  staying: Staying & { readonly why?: Why };
  /** When the run goes on by itself, Unix ms. */
  wakeAt: number | null;
  /** It comes to its node just now, and was not there yet. */
  arrives: boolean;
}

/** Told of every move, in order; no node where a run never found its trigger. */
export type Watch = (node: PlanNode | null, move: Move, moment: Moment) => void;

/** A run that has not begun. */
export const NOT_BEGUN: Staying = { status: "queued", phase: "new", attempts: 0, ...NO_ERROR };

/**
 * Lets an event happen to a token: what running a graph means, for `advance` and for whoever runs many at once. The
 * token moves on to where it stays, or the run ends; plans have no cycles, so it does. An event that the token does not
 * expect changes nothing: false.
 */
export function walk(plan: Plan, token: Token, event: TokenEvent, watch: Watch): boolean {
  const happened = step(plan, token, event, watch);
  while (token.arrives) arrive(plan, token, event, watch);
  return happened;
}

/** Like `walk`, only up to the next node: the token then `arrives` there. */
export function step(plan: Plan, token: Token, event: TokenEvent, watch: Watch): boolean {
  if (token.staying.phase === "new") return event.type === "started" && begin(plan, token, event, watch);
  const move = resume(plan, token, event);
  if (move !== null) make(token, move, event, watch);
  return move !== null;
}

/** Lets a token that arrives at a node be there. */
export function arrive(plan: Plan, token: Token, moment: Moment, watch: Watch): void {
  if (token.node !== null) make(token, enter(plan, token.node, moment), moment, watch);
}

function begin(plan: Plan, token: Token, moment: Moment, watch: Watch): true {
  token.node = plan.start;
  token.arrives = plan.start !== null;
  if (plan.start !== null) return true;
  make(token, notRunnable(plan.problemReason ?? { code: "no-trigger", params: {} }), moment, watch);
  return true;
}

/** Lets a token make a move of the node that it is at. */
export function make(token: Token, move: Move, moment: Moment, watch: Watch): void {
  watch(token.node, move, moment);
  if (move.type !== "leave") return stop(token, move, moment);
  const { edge, handle } = move;
  token.arrives = edge !== null;
  if (edge !== null) token.node = edge.to;
  else make(token, noEdge(token.node, handle), moment, watch);
}

function noEdge(node: PlanNode | null, handle: string): Stop {
  return finish("completed", () => because("no-edge", { handle, way: node?.way(handle) ?? null }));
}

function stop(token: Token, move: Stop, { at }: Moment): void {
  token.arrives = false;
  token.staying = move;
  token.wakeAt = move.lastsMs === null ? null : Math.min(at + move.lastsMs, LAST_INSTANT);
}

/** The end of JavaScript's calendar, Unix ms: longer waits end there. */
export const LAST_INSTANT = 8.64e15;

type Resume = (plan: Plan, node: PlanNode, token: Token, event: TokenEvent) => Move | null;

function resume(plan: Plan, token: Token, event: TokenEvent): Move | null {
  const { node, staying } = token;
  return node && RESUME[staying.phase](plan, node, token, event);
}

/** What a run does with an event by what it is in the middle of; null where the event is not expected. */
const RESUME: Record<Staying["phase"], Resume> = {
  new: () => null,
  performing: (plan, node, { staying }, event) => {
    const { type } = event;
    if (type !== "performed" && type !== "perform_failed" && type !== "stalled") return null;
    if (event.nodeId !== node.id || event.attempt !== staying.attempts) return null;
    if (type === "performed") return performed(node, staying);
    return type === "perform_failed"
      ? performFailed(node, staying, event.error, event.random)
      : attempt(plan, node, event, staying.attempts, staying);
  },
  picking_exit: (_, node, __, event) =>
    event.type === "exit_picked" && event.nodeId === node.id ? exitPicked(node, event.exitId) : null,
  sleeping: (_, node, token, event) => (isDue(token, event) ? waited(node) : null),
  awaiting_reply: (_, node, token, event) => {
    if (event.type === "replied") return replied(node, event.reply);
    if (event.type === "undelivered") {
      return event.nodeId === node.id
        ? performFailed(node, token.staying, { ...event.error, permanent: true }, 0)
        : null;
    }
    return isDue(token, event) ? timedOut(node) : null;
  },
  retrying: nextAttempt,
  deferred: nextAttempt,
  ended: () => null,
};

function nextAttempt(plan: Plan, node: PlanNode, token: Token, event: TokenEvent): Move | null {
  const { staying } = token;
  return isDue(token, event) ? attempt(plan, node, event, staying.attempts + 1, staying) : null;
}

function isDue({ wakeAt }: Token, event: TokenEvent): boolean {
  return event.type === "woke" && (event.early === true || wakeAt === null || event.at >= wakeAt);
}
