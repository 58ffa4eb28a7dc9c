import type { Facts, RoundRobinState } from "../../contract/run.ts";
import type { Outcome, Scenario } from "../../contract/scenario.ts";
import type { PlanNode } from "../../interpreter/plan.ts";
import { weightsOf } from "../../interpreter/round-robin.ts";
import { simulateRun } from "../../simulate/simulate-run.ts";
import { withField } from "../solve/facts.ts";
import { isReply, replyOf, replyMs } from "./path-facts.ts";
import type { PathStep, PathWorld } from "./path-facts.ts";
import type { Runnable } from "../read.ts";
import type { Assignment } from "../solve/solve.ts";

/** The scenario in which a run goes along `steps`, given the values that its conditions need. */
export function scenarioOf(steps: readonly PathStep[], assignment: Assignment, world: PathWorld): Scenario {
  let facts: Facts = {};
  const texts = new Map<number, string>();
  for (const { variable, value } of assignment.values()) {
    const { place } = variable;
    if ("replyTo" in place) texts.set(place.replyTo, String(value));
    else if (value !== null) facts = withField(facts, place.field, value);
  }
  const outcomes = steps.flatMap((step, index): [string, Outcome][] => {
    const outcome = outcomeOf(step, texts.get(index));
    return outcome ? [[step.node.id, outcome]] : [];
  });
  const roundRobin = steps.flatMap(({ node, way }): [string, RoundRobinState][] =>
    way.cause === "exit" ? [[node.id, turnOf(node, way.partId ?? "")]] : [],
  );
  return {
    name: nameOf(steps),
    startAt: new Date(world.startAt).toISOString(),
    facts,
    ...(outcomes.length > 0 && { outcomes: Object.fromEntries(outcomes) }),
    ...(roundRobin.length > 0 && { roundRobin: Object.fromEntries(roundRobin) }),
    ...world.catalogue,
  };
}

/** Whether a simulated run really goes along `steps`, and no further. */
export function goesAlong({ plan }: Runnable, scenario: Scenario, steps: readonly PathStep[]): boolean {
  const { trace, error } = simulateRun(plan, scenario, { stepBudget: 6 * steps.length + 10 });
  if (error) return false;
  const left = trace.filter(({ handle }) => handle !== null);
  const expected = steps.filter(({ way }) => way.handle !== null);
  const isSame = expected.every(
    ({ node, way }, index) => left[index]?.nodeId === node.id && left[index]?.handle === way.handle,
  );
  return isSame && left.length === expected.length && trace.at(-1)?.nodeId === steps.at(-1)?.node.id;
}

function outcomeOf(step: PathStep, text: string | undefined): Outcome | null {
  if (step.way.cause === "failed") return { type: "fail_permanently" };
  if (step.way.cause === "silence") return { type: "silence" };
  return isReply(step) ? { type: "reply", afterSeconds: replyMs(step) / 1000, reply: replyOf(step, text) } : null;
}

/** The state of a round robin in which it is the exit's turn. */
function turnOf(node: PlanNode, exitId: string): RoundRobinState {
  const total = [...weightsOf(node.exits).values()].reduce((sum, weight) => sum + weight, 0);
  return Object.fromEntries([[exitId, total]]);
}

const SHOWN_DECISIONS = 5;

function nameOf(steps: readonly PathStep[]): string {
  const decisions = steps.flatMap((step) => decisionOf(step) ?? []);
  const shown = decisions.slice(0, SHOWN_DECISIONS).join(", ");
  if (decisions.length === 0) return "Straight through";
  return decisions.length > SHOWN_DECISIONS ? `${shown}, …` : shown;
}

function decisionOf({ node, way }: PathStep): string | null {
  const { cause, partId } = way;
  if (cause === "branch") return node.branches[way.branchIndex]?.label ?? partId;
  if (cause === "exit") return node.exits.find(({ id }) => id === partId)?.label ?? partId;
  if (cause === "button") return node.reply?.buttons.get(partId ?? "") ?? partId;
  return DECISIONS[cause] ?? null;
}

const DECISIONS: Partial<Record<PathStep["way"]["cause"], string>> = {
  "no-branch": "no branch",
  text: "text reply",
  "other-reply": "other reply",
  silence: "no reply",
  failed: "failure",
};
