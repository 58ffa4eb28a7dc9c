import type { JsonValue } from "../contract/json.ts";
import type { Rule, RuleGroup } from "../contract/query.ts";
import type { Facts } from "../contract/run.ts";
import { plainly } from "../json/plainly.ts";
import { combine, joinOf, parseItem, testRule } from "./evaluate.ts";
import { clip, comparisonText, COMPARISONS, QUERY_PROBLEMS, showValue } from "./text.ts";

/** Why one rule held or not. `text` reads "deal.value 12000 ≥ 10000". */
export interface RuleExplanation {
  kind: "rule";
  held: boolean;
  field: string;
  operator: string;
  expected: JsonValue;
  actual: JsonValue;
  text: string;
}

/** Why a group held or not. */
export interface GroupExplanation {
  kind: "group";
  held: boolean;
  combinator: "and" | "or";
  not: boolean;
  rules: Explanation[];
  text: string;
}

export type Explanation = RuleExplanation | GroupExplanation;

/**
 * Like `evaluateQuery`, with the outcome of every rule, in the order and nesting of the group. Never throws.
 *
 * @example
 * ```ts
 * import { explainQuery } from "@trilho/engine";
 *
 * const large = { combinator: "and" as const, rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] };
 * explainQuery(large, { deal: { value: 12_000 } }).text; // "deal.value 12000 ≥ 10000"
 * ```
 */
export function explainQuery(group: RuleGroup, facts: Facts): Explanation {
  return plainly([group, facts], (query, known) => explain(query, known, 0));
}

/** The rules that settled the outcome: of an "or" that held the first which did, of an "and" that failed the first which did not. */
export function decisiveRules(explanation: Explanation): RuleExplanation[] {
  if (explanation.kind === "rule") return [explanation];
  const outcome = explanation.not ? !explanation.held : explanation.held;
  const settling = explanation.rules.filter(({ held }) => held === outcome);
  const oneIsEnough = outcome === (explanation.combinator === "or");
  return (oneIsEnough ? settling.slice(0, 1) : settling).flatMap(decisiveRules);
}

/** The decisive rules of a query alone: what a run's step keeps. */
export function settlingRules(group: RuleGroup, facts: Facts): RuleExplanation[] {
  return decisiveRules(explainQuery(group, facts));
}

function explain(item: Rule | RuleGroup, facts: Facts, depth: number): Explanation {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "rule") return explainRule(parsed.rule, facts);
  if (parsed.kind === "unreadable") return unreadable(QUERY_PROBLEMS[parsed.problem]);
  const { group } = parsed;
  const rules = group.rules.map((inner) => explain(inner, facts, depth + 1));
  const held = combine(joinOf(group), rules, isHeld, true);
  const not = group.not === true;
  return { kind: "group", held, combinator: group.combinator, not, rules, text: groupText(group, rules) };
}

const isHeld = ({ held }: Explanation, wanted: boolean) => held === wanted;

function explainRule(rule: Rule, facts: Facts): RuleExplanation {
  const { field } = rule;
  const operator = operatorText(rule);
  const compared = { field, operator, ...testRule(rule, facts) };
  const text = comparisonText(compared, COMPARISONS) ?? `${field}: unknown operator ${showValue(operator)}`;
  return { kind: "rule", ...compared, text };
}

function unreadable(problem: string): RuleExplanation {
  return { kind: "rule", held: false, field: "", operator: "", expected: null, actual: null, text: problem };
}

/** The operator as it was written; drafts may hold anything in its place. */
function operatorText({ operator }: Rule): string {
  return typeof operator === "string" ? operator : showValue(operator ?? null);
}

function groupText(group: RuleGroup, rules: readonly Explanation[]): string {
  if (rules.length === 0) return "no rules";
  const parts = rules.map((rule) => (rule.kind === "group" && rule.rules.length > 1 ? `(${rule.text})` : rule.text));
  const text = clip(parts.join(` ${group.combinator} `), GROUP_CHARACTERS);
  return group.not === true ? `not (${text})` : text;
}

const GROUP_CHARACTERS = 400;
