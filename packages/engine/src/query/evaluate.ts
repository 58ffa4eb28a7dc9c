import type { OperatorName } from "../contract/fields.ts";
import type { JsonValue } from "../contract/json.ts";
import type { Rule, RuleGroup } from "../contract/query.ts";
import type { Facts } from "../contract/run.ts";
import { plainly } from "../json/plainly.ts";
import { fieldByName, fieldReader, readField } from "./fields.ts";
import { asNumber } from "./compare.ts";
import { foldOf, isOperator, OPERATOR_TESTS, takesList, valueList } from "./operators.ts";
import type { QueryProblem } from "./text.ts";

/** Groups nested deeper than this do not hold. */
const MAX_QUERY_DEPTH = 64;

/** Whether a query holds of some facts. */
export type Holds = (facts: Facts) => boolean;

/**
 * Whether a rule group holds. Total: it never throws, whatever the group or the facts are. An empty group holds; a
 * rule or group that cannot be read does not.
 *
 * @example
 * ```ts
 * import { evaluateQuery } from "@trilho/engine";
 *
 * const large = { combinator: "and" as const, rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] };
 * evaluateQuery(large, { deal: { value: 12_000 } }); // true
 * ```
 */
export function evaluateQuery(group: RuleGroup, facts: Facts): boolean {
  return plainly([group, facts], (query, known) => compileQuery(query)(known));
}

/** Whether a rule holds of a field's value. */
export type ValueTest = (actual: JsonValue) => boolean;

/** Makes of a rule, whose operator is known, what holds of facts. */
export type RuleMaker = (rule: Rule, test: ValueTest) => Holds;

/** Reads the rule's field from the facts. */
export const readingFacts: RuleMaker = ({ field }, test) => {
  const read = fieldReader(field);
  return (facts) => test(read(facts));
};

/** Reads a rule group once, to be evaluated on many facts; answers what `evaluateQuery` does. */
export function compileQuery(group: RuleGroup, maker: RuleMaker = readingFacts): Holds {
  return compileItem(group, maker, 0);
}

/** Holds of no facts, and of all: groups that come to nothing else are these very functions. */
export const never: Holds = () => false;
export const always: Holds = () => true;

function compileItem(item: Rule | RuleGroup, maker: RuleMaker, depth: number): Holds {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "unreadable") return never;
  if (parsed.kind === "rule") return compileRule(parsed.rule, maker);
  const { group } = parsed;
  return joinItems(
    joinOf(group),
    group.rules.map((each) => compileItem(each, maker, depth + 1)),
  );
}

function joinItems({ isAnd, isNot }: Join, items: readonly Holds[]): Holds {
  if (items.length === 0) return always;
  const [idle, settles] = isAnd ? [always, never] : [never, always];
  const open = items.filter((item) => item !== idle);
  const [only] = open;
  if (!only || open.includes(settles)) return (only ? isAnd === isNot : isAnd !== isNot) ? always : never;
  if (open.length === 1 && !isNot) return only;
  return (facts) => {
    for (const holds of open) if (holds(facts) !== isAnd) return isAnd === isNot;
    return isAnd !== isNot;
  };
}

function compileRule(rule: Rule, maker: RuleMaker): Holds {
  const { field, operator, value: expected = null } = rule;
  if (!isOperator(operator)) return never;
  const { test, fold } = testOf(field, operator);
  const inNumbers = plainNumbers(takesList(operator) ? [...valueList(expected)] : expected);
  const known = new Map<string, boolean>();
  return maker(rule, (actual) => {
    if (typeof actual === "number") return test(actual, inNumbers, fold);
    if (typeof actual !== "string") return test(actual, expected, fold);
    const before = known.get(actual);
    if (before !== undefined) return before;
    const held = test(actual, expected, fold);
    if (known.size < KNOWN_TEXTS && actual.length < KNOWN_CHARACTERS) known.set(actual, held);
    return held;
  });
}

/** What a number is compared with: texts that are nothing but a number are read once. */
function plainNumbers(expected: JsonValue): JsonValue {
  if (Array.isArray(expected)) return expected.map(plainNumbers);
  return typeof expected === "string" && String(Number(expected)) === expected
    ? (asNumber(expected) ?? expected)
    : expected;
}

/** Texts are slow to compare and often the same from run to run, so a compiled rule remembers some. */
const KNOWN_TEXTS = 64;
const KNOWN_CHARACTERS = 100;

function testOf(field: string, operator: OperatorName) {
  return { test: OPERATOR_TESTS[operator], fold: foldOf(fieldByName(field)?.type) };
}

/** How a group joins its items. */
export interface Join {
  readonly isAnd: boolean;
  readonly isNot: boolean;
}

export function joinOf({ combinator, not }: RuleGroup): Join {
  return { isAnd: combinator === "and", isNot: not === true };
}

/** Whether a group holds, given whether its items do; stops as soon as that is known. */
export function combine<T, G>(
  { isAnd, isNot }: Join,
  items: readonly T[],
  itemHolds: (item: T, given: G) => boolean,
  given: G,
): boolean {
  if (items.length === 0) return true;
  for (const item of items) if (itemHolds(item, given) !== isAnd) return isAnd === isNot;
  return isAnd !== isNot;
}

export type ParsedItem =
  | { kind: "rule"; rule: Rule }
  | { kind: "group"; group: RuleGroup }
  | { kind: "unreadable"; problem: QueryProblem };

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
}

/** Tests one rule. An unknown operator never holds. */
export function testRule(rule: Rule, facts: Facts): RuleTest {
  const actual = readField(facts, rule.field);
  const expected = rule.value ?? null;
  if (!isOperator(rule.operator)) return { held: false, expected, actual };
  const { test, fold } = testOf(rule.field, rule.operator);
  return { held: test(actual, expected, fold), expected, actual };
}
