import type { NodeKind } from "../contract/definition.ts";
import { partHandle } from "../contract/handles.ts";
import type { JsonValue } from "../contract/json.ts";
import type { RuleGroup } from "../contract/query.ts";
import type { Facts } from "../contract/run.ts";
import { settlingRules } from "../query/explain.ts";
import type { RuleExplanation } from "../query/explain.ts";
import { attempt, firstAttempt, succeeded } from "./actions.ts";
import { finish, leave, NO_ERROR, notRunnable, sleep } from "./moves.ts";
import type { Leave, Moment, Move, Plan, PlanNode, Stop, UsualMoves, Why } from "./plan.ts";
import { because } from "./reasons.ts";
import { usualReplies } from "./replies.ts";
import type { PlanUntil } from "./until.ts";

type PlainNode = Omit<PlanNode, "usual">;

/** The moves of a node that are always the same. */
export function usualMoves(node: PlainNode): UsualMoves {
  const isAction = node.kind === "action" && node.actionType !== "wait";
  return {
    arrive: node.kind === null ? notRunnable({ code: "node-without-type", params: {} }) : ARRIVALS[node.kind](node),
    done: isAction ? succeeded(node, 1) : isTimed(node) ? waitIsOver(node) : null,
    branches:
      node.kind === "condition" ? [...node.branches.map((_, index) => byBranch(node, index)), byNoBranch(node)] : [],
    exits: node.exits.map(({ id, label }) =>
      leave(node, partHandle("rr", id), () => because("exit", { exitId: id, label })),
    ),
    replies: usualReplies(node),
  };
}

/** What a node does when the token arrives, where that is always the same. */
const ARRIVALS: Record<NodeKind, (node: PlainNode) => Move | null> = {
  trigger: (node) => leave(node, "next", () => because("triggered")),
  action: (node) => (node.actionType === "wait" ? wait(node) : firstAttempt(node)),
  condition: () => null,
  wait,
  round_robin: pickRoundRobinExit,
  end: () => finish("completed", () => because("reached-end")),
};

/** Lets the token arrive at a node. */
export function enter(plan: Plan, node: PlanNode, moment: Moment): Move {
  if (node.reachesCustomer && plan.hours !== null) return attempt(plan, node, moment, 1, NO_ERROR);
  return node.usual.arrive ?? (node.until === null ? decide(node, moment.facts) : waitUntil(node, node.until, moment));
}

const isTimed = ({ delayMs, until }: PlainNode): boolean => delayMs !== null || until !== null;

/** A wait is over. */
export function waited(node: PlanNode): Move {
  return node.usual.done ?? waitIsOver(node);
}

function waitIsOver(node: PlainNode): Leave {
  const { delayMs, until } = node;
  const why: Why =
    until === null
      ? () => because("waited", { delayMs })
      : ({ at }) => because("waited-until", { ended: until.wallTime(at), timeZone: until.timeZone });
  return leave(node, "next", why);
}

/** The driver picked an exit; null when the node has no such exit. */
export function exitPicked(node: PlanNode, exitId: string): Move | null {
  const index = node.exits.findIndex(({ id }) => id === exitId);
  return node.usual.exits[index] ?? null;
}

function wait({ delayMs, until }: PlainNode): Stop | null {
  return until === null ? waitFor(delayMs, () => because("waiting", { delayMs })) : null;
}

function waitFor(delayMs: number | null, why: Why): Stop {
  if (delayMs === null) return notRunnable({ code: "wait-without-delay", params: {} });
  return sleep(delayMs, "sleeping", why);
}

/** Decided once, as the run arrives: a date that changes later does not move the wait. */
function waitUntil({ delayMs }: PlainNode, { settings, timeZone, ends, wallTime }: PlanUntil, moment: Moment): Stop {
  const end = ends(moment);
  const field = settings.kind === "field" ? settings.field : null;
  if (typeof end === "string") return waitFor(delayMs, () => because("waiting-instead", { delayMs, lack: end, field }));
  const why: Why = () => because("waiting-until", { until: end, ends: wallTime(end), timeZone, field });
  return sleep(end - moment.at, "sleeping", why);
}

function decide(node: PlanNode, facts: Facts): Move {
  return (
    node.usual.branches[branchTaken(node, facts)] ?? finish("completed", () => because("no-branch", { rules: [] }))
  );
}

/** Of a condition the place of the first branch that holds; without one that of `fallback`, which stands last. */
export function branchTaken({ branches }: Pick<PlanNode, "branches">, facts: Facts): number {
  let held = 0;
  for (const { holds } of branches) {
    if (holds(facts)) break;
    held += 1;
  }
  return held;
}

function byBranch(node: PlainNode, index: number): Leave {
  const { id: branchId = "", label = "", query } = node.branches[index] ?? {};
  const why: Why = ({ facts }) => because("branch", { branchId, label, rules: query ? settling(query, facts) : [] });
  return leave(node, partHandle("branch", branchId), why, index);
}

function byNoBranch(node: PlainNode): Leave {
  const shown = node.branches.slice(0, SHOWN_RULES);
  const why: Why = ({ facts }) =>
    because("no-branch", { rules: shown.flatMap(({ query }) => settling(query, facts).slice(0, 1)) });
  return leave(node, "fallback", why, node.branches.length);
}

function pickRoundRobinExit({ exits }: PlainNode): Stop {
  if (exits.length === 0) return finish("completed", () => because("no-exits"));
  return {
    type: "stay",
    phase: "picking_exit",
    status: "running",
    attempts: 0,
    ...NO_ERROR,
    lastsMs: null,
    why: picking,
  };
}

const picking: Why = () => because("picking-exit");

const SHOWN_RULES = 5;
const SHOWN_CHARACTERS = 200;

/** The rules that settled a query, small enough to keep with every step. */
function settling(query: RuleGroup, facts: Facts): JsonValue[] {
  return settlingRules(query, facts).slice(0, SHOWN_RULES).map(toParams);
}

function toParams({ held, field, operator, expected, actual, text }: RuleExplanation): JsonValue {
  return { held, field, operator, expected: shorten(expected), actual: shorten(actual), text };
}

function shorten(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.slice(0, SHOWN_CHARACTERS);
  return Array.isArray(value) ? value.slice(0, SHOWN_RULES).map(shorten) : typeof value === "object" ? null : value;
}
