import type { RunEvent } from "../contract/run.ts";
import { attempt, performed, performFailed } from "./actions.ts";
import { enter, exitPicked, waited } from "./behaviors.ts";
import { finish, notRunnable } from "./moves.ts";
import type { Moment, Move, Plan, PlanNode, Staying, Why } from "./plan.ts";
import { because } from "./reasons.ts";
import { replied, timedOut } from "./replies.ts";

/** Where a run's token is, and what it is in the middle of there. No node before the run began. */
export interface Token {
  node: PlanNode | null;
  /** With the reason where this walk brought it here. */
  staying: Staying & { readonly why?: Why };
}

/** Told of every move, in order; no node where a run never found its trigger. */
export type Watch = (node: PlanNode | null, move: Move, moment: Moment) => void;

/** A run that has not begun. */
export const NOT_BEGUN: Staying = { status: "queued", phase: "new", attempts: 0, wakeAt: null, lastError: null };

/**
 * Lets an event happen to a token: what running a graph means, for `advance` and for whoever runs many at once. The
 * token moves on to where it stays, or the run ends; plans have no cycles, so it does. An event that the token does not
 * expect changes nothing: false.
 */
export function walk(plan: Plan, token: Token, event: RunEvent, watch: Watch): boolean {
  const { phase } = token.staying;
  if (phase === "new") {
    if (event.type !== "started") return false;
    token.node = plan.problem === null && plan.triggerId !== null ? (plan.nodes.get(plan.triggerId) ?? null) : null;
  }
  const { node } = token;
  if (node === null && phase !== "new") return false;
  const move = node === null ? noStart(plan) : RESUME[phase](plan, node, token.staying, event);
  if (move === null) return false;
  follow(plan, token, move, event, watch);
  return true;
}

function noStart({ problem, problemCode }: Plan): Move {
  return notRunnable(problemCode ?? "no-trigger", problem ?? "The automation has no trigger.");
}

function follow(plan: Plan, token: Token, first: Move, moment: Moment, watch: Watch): void {
  let { node } = token;
  let move = first;
  for (;;) {
    watch(node, move, moment);
    if (move.type !== "leave") break;
    const { edge, handle } = move;
    node = edge?.to ?? node;
    move = edge ? enter(plan, edge.to, moment) : finish("completed", () => because("no-edge", { handle }));
  }
  token.node = node;
  token.staying = move;
}

type Resume = (plan: Plan, node: PlanNode, staying: Staying, event: RunEvent) => Move | null;

/** What a run does with an event by what it is in the middle of; null where the event is not expected. */
const RESUME: Record<Staying["phase"], Resume> = {
  new: (plan, node, _, event) => enter(plan, node, event),
  performing: (_, node, staying, event) => {
    if (event.type === "performed") return performed(node, staying, event);
    return event.type === "perform_failed" ? performFailed(node, staying, event, event.error, event.random) : null;
  },
  picking_exit: (_, node, __, event) => (event.type === "exit_picked" ? exitPicked(node, event.exitId) : null),
  sleeping: (_, node, staying, event) => (isDue(staying, event) ? waited(node) : null),
  awaiting_reply: (_, node, staying, event) => {
    if (event.type === "replied") return replied(node, event.reply);
    return isDue(staying, event) ? timedOut(node) : null;
  },
  retrying: nextAttempt,
  deferred: nextAttempt,
  ended: () => null,
};

function nextAttempt(
  plan: Plan,
  node: PlanNode,
  { attempts, lastError, ...rest }: Staying,
  event: RunEvent,
): Move | null {
  return isDue(rest, event) ? attempt(plan, node, event, attempts + 1, lastError) : null;
}

function isDue({ wakeAt }: Pick<Staying, "wakeAt">, event: RunEvent): boolean {
  return event.type === "woke" && (wakeAt === null || event.at >= wakeAt);
}
