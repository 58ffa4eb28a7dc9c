import type { NodeKind } from "../contract/definition.ts";
import { partHandle } from "../contract/handles.ts";
import type { JsonValue } from "../contract/json.ts";
import type { RuleGroup } from "../contract/query.ts";
import type { Facts } from "../contract/run.ts";
import { evaluateQuery } from "../query/evaluate.ts";
import { decisiveRules, explainQuery } from "../query/explain.ts";
import type { RuleExplanation } from "../query/explain.ts";
import { attempt } from "./actions.ts";
import { finish, leave, notRunnable, sleep } from "./moves.ts";
import type { Moment, Move } from "./moves.ts";
import type { Plan, PlanNode } from "./plan.ts";
import { because } from "./reasons.ts";

/** What a node does when the token arrives. */
type Behavior = (plan: Plan, node: PlanNode, moment: Moment) => Move;

const BEHAVIORS: Record<NodeKind, Behavior> = {
  trigger: () => leave("next", because("triggered")),
  action: (plan, node, moment) =>
    node.actionType === "wait" ? wait(node, moment) : attempt(plan, node, moment, 1, null),
  condition: (_, node, { facts }) => decide(node, facts),
  wait: (_, node, moment) => wait(node, moment),
  round_robin: (_, node) => takeTurn(node),
  end: () => finish("completed", because("reached-end")),
};

/** Lets the token arrive at a node. */
export function enter(plan: Plan, node: PlanNode, moment: Moment): Move {
  return node.kind === null
    ? notRunnable("node-without-type", "This node has no known type.")
    : BEHAVIORS[node.kind](plan, node, moment);
}

/** A wait is over. */
export function waited(node: PlanNode): Move {
  return leave("next", because("waited", { delayMs: node.delayMs }));
}

/** The driver picked an exit; null when the node has no such exit. */
export function exitPicked(node: PlanNode, exitId: string): Move | null {
  const exit = node.exits.find(({ id }) => id === exitId);
  return exit ? leave(partHandle("rr", exit.id), because("exit", { exitId, label: exit.label })) : null;
}

function wait(node: PlanNode, { at }: Moment): Move {
  const { delayMs } = node;
  if (delayMs === null) return notRunnable("wait-without-delay", "This wait has no duration.");
  const staying = { phase: "sleeping" as const, attempts: 0, lastError: null };
  return sleep(node.id, at + delayMs, "wait", staying, because("waiting", { delayMs }));
}

function decide(node: PlanNode, facts: Facts): Move {
  const held = node.branches.find(({ query }) => evaluateQuery(query, facts));
  if (held) {
    const { id: branchId, label } = held;
    return leave(
      partHandle("branch", branchId),
      because("branch", { branchId, label, rules: settling(held.query, facts) }),
    );
  }
  const rules = node.branches.slice(0, SHOWN_RULES).flatMap(({ query }) => settling(query, facts).slice(0, 1));
  return leave("fallback", because("no-branch", { rules }));
}

function takeTurn(node: PlanNode): Move {
  if (node.exits.length === 0) return finish("completed", because("no-exits"));
  return {
    type: "stay",
    staying: { phase: "picking_exit", status: "running", wakeAt: null, attempts: 0, lastError: null },
    why: because("picking-exit"),
    effect: { type: "pick_exit", nodeId: node.id, exits: node.exits.map(({ id, weight }) => ({ id, weight })) },
  };
}

const SHOWN_RULES = 5;
const SHOWN_CHARACTERS = 200;

/** The rules that settled a query, small enough to keep with every step. */
function settling(query: RuleGroup, facts: Facts): JsonValue[] {
  return decisiveRules(explainQuery(query, facts)).slice(0, SHOWN_RULES).map(toParams);
}

function toParams({ held, field, operator, expected, actual, text }: RuleExplanation): JsonValue {
  return { held, field, operator, expected: shorten(expected), actual: shorten(actual), text };
}

function shorten(value: JsonValue): JsonValue {
  if (typeof value === "string") return value.slice(0, SHOWN_CHARACTERS);
  return Array.isArray(value) ? value.slice(0, SHOWN_RULES).map(shorten) : typeof value === "object" ? null : value;
}
