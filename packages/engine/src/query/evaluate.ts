import type { JsonValue } from "../contract/json.ts";
import type { Rule, RuleGroup } from "../contract/query.ts";
import type { Facts } from "../contract/run.ts";
import { fieldByName, readField } from "./fields.ts";
import { foldOf, isOperator, OPERATOR_RULES } from "./operators.ts";
import type { QueryProblem } from "./words.ts";

/** Groups nested deeper than this do not hold. */
export const MAX_QUERY_DEPTH = 64;

/**
 * Whether a rule group holds. Total: it never throws, whatever the group or the facts are. An empty group holds; a
 * rule or group that cannot be read does not.
 */
export function evaluateQuery(group: RuleGroup, facts: Facts): boolean {
  return holds(group, facts, 0);
}

function holds(item: Rule | RuleGroup, facts: Facts, depth: number): boolean {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "rule") return testRule(parsed.rule, facts).held;
  if (parsed.kind === "unreadable") return false;
  return combine(parsed.group, (inner) => holds(inner, facts, depth + 1));
}

/** Whether a group holds, given whether its items do; stops as soon as that is known. */
export function combine(group: RuleGroup, itemHolds: (item: Rule | RuleGroup, index: number) => boolean): boolean {
  if (group.rules.length === 0) return true;
  const held = group.combinator === "and" ? group.rules.every(itemHolds) : group.rules.some(itemHolds);
  return group.not === true ? !held : held;
}

export type ParsedItem =
  { kind: "rule"; rule: Rule } | { kind: "group"; group: RuleGroup } | { kind: "unreadable"; problem: QueryProblem };

/** Tells rules, groups and what is neither apart: queries come from drafts, so their shape is checked, not believed. */
export function parseItem(item: unknown, depth: number): ParsedItem {
  if (typeof item !== "object" || item === null) return { kind: "unreadable", problem: "no-rule" };
  if (!("rules" in item)) return parseRule(item);
  const { rules, combinator } = item as RuleGroup;
  if (depth >= MAX_QUERY_DEPTH) return { kind: "unreadable", problem: "too-deep" };
  if (!Array.isArray(rules)) return { kind: "unreadable", problem: "no-rules" };
  if (combinator !== "and" && combinator !== "or") return { kind: "unreadable", problem: "no-combinator" };
  return { kind: "group", group: item as RuleGroup };
}

function parseRule(item: object): ParsedItem {
  const { field } = item as Rule;
  if (typeof field !== "string" || field === "") return { kind: "unreadable", problem: "no-field" };
  return { kind: "rule", rule: item as Rule };
}

/** What a rule compared, and how that came out. */
export interface RuleTest {
  held: boolean;
  expected: JsonValue;
  actual: JsonValue;
  /** Words between the two values; null when the operator is unknown. */
  phrase: string | null;
}

/** Tests one rule. An unknown operator never holds. */
export function testRule(rule: Rule, facts: Facts): RuleTest {
  const actual = readField(facts, rule.field);
  const expected = rule.value ?? null;
  if (!isOperator(rule.operator)) return { held: false, expected, actual, phrase: null };
  const { test, yes, no } = OPERATOR_RULES[rule.operator];
  const held = test(actual, expected, foldOf(fieldByName(rule.field)?.type));
  return { held, expected, actual, phrase: held ? yes : no };
}
