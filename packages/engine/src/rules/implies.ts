import type { JsonValue } from "../contract/json.ts";
import type { OperatorName } from "../contract/fields.ts";
import type { Rule as QueryRule } from "../contract/query.ts";
import { fieldByName } from "../query/fields.ts";
import { parseItem } from "../query/evaluate.ts";
import { isOperator } from "../query/operators.ts";
import { canonical } from "./canonical.ts";

/** Comparisons of two queries stop here and count as not known. */
const BUDGET = 2000;

/** A query or a part of one, read for reasoning. Of one reader's clauses, equal ones have equal keys. */
export type Clause =
  | { kind: "all" | "any"; parts: readonly Clause[]; key: number }
  | { kind: "rule"; rule: QueryRule; key: number }
  | { kind: "other"; key: number };

/**
 * Makes a reader of queries. Keys are made only where clauses are to be compared. Only what decides them counts: not the ids and labels that editors keep in them. Negated
 * groups and what cannot be read are taken as a whole.
 */
export function clauseReader(compares: boolean): (query: unknown) => Clause {
  const keys = compares ? new Map<string, number>() : null;
  const keyOf = (text: string) => {
    const key = keys?.get(text) ?? keys?.size ?? 0;
    keys?.set(text, key);
    return key;
  };
  const read = (item: unknown, depth: number): Clause => {
    const parsed = parseItem(item, depth);
    if (parsed.kind === "unreadable")
      return { kind: "other", key: keys ? keyOf(`? ${canonical(item as JsonValue)}`) : 0 };
    if (parsed.kind === "rule") {
      return { kind: "rule", rule: parsed.rule, key: keys ? keyOf(ruleText(parsed.rule)) : 0 };
    }
    const { rules, combinator, not } = parsed.group;
    if (rules.length === 0) return { kind: "all", parts: [], key: keyOf("") };
    const parts: Clause[] = [];
    for (const rule of rules) parts.push(read(rule, depth + 1));
    const [only] = parts;
    if (parts.length === 1 && only && not !== true) return only;
    const kind = not === true ? "other" : combinator === "and" ? "all" : "any";
    const key = keys ? keyOf(`${not === true} ${combinator} ${parts.map((part) => part.key).join()}`) : 0;
    return { kind, parts, key };
  };
  return (query) => read(query, 0);
}

/** Texts that are equal for equal rules. What is read holds no NUL, so the parts cannot run into each other. */
function ruleText({ field, operator, value = null }: QueryRule): string {
  return `${field}\u0000${textOf(operator)}\u0000${textOf(value)}`;
}

function textOf(value: JsonValue): string {
  if (typeof value === "string") return `"${value}`;
  return typeof value === "object" ? canonical(value) : String(value);
}

/** Whether `second` holds for all facts for which `first` does. False also means: that is not known. */
export function implies(first: Clause, second: Clause): boolean {
  let left = BUDGET;
  const follows = (from: Clause, to: Clause): boolean => {
    left -= 1;
    if (left < 0) return false;
    if (from.key === to.key) return true;
    if (to.kind === "all") return to.parts.every((part) => follows(from, part));
    if (from.kind === "any") return from.parts.every((part) => follows(part, to));
    if (to.kind === "any" && to.parts.some((part) => follows(from, part))) return true;
    if (from.kind === "all") return from.parts.some((part) => follows(part, to));
    return from.kind === "rule" && to.kind === "rule" && ruleImplies(from.rule, to.rule);
  };
  return follows(first, second);
}

/** Whether no facts at all satisfy a query. False also means: that is not known. */
export function neverHolds(clause: Clause): boolean {
  if (clause.kind === "any") return clause.parts.length > 0 && clause.parts.every(neverHolds);
  if (clause.kind !== "all") return false;
  const rules: QueryRule[] = [];
  addRules(clause, rules);
  return someTwo(rules, excludes) || clause.parts.some(neverHolds);
}

function someTwo<T>(items: readonly T[], test: (first: T, second: T) => boolean): boolean {
  return items.some((first, index) => {
    for (let other = index + 1; other < items.length; other += 1) {
      const second = items[other];
      if (second !== undefined && test(first, second)) return true;
    }
    return false;
  });
}

/** The rules which must all hold, those of groups inside included. */
function addRules(clause: Clause, rules: QueryRule[]): void {
  if (clause.kind === "rule" && rules.length < MOST_RULES) rules.push(clause.rule);
  if (clause.kind === "all") for (const part of clause.parts) addRules(part, rules);
}

/** Rules beyond these are compared with no other: the work grows with the square. */
const MOST_RULES = 100;

const OPPOSITES: Readonly<Partial<Record<OperatorName, OperatorName>>> = {
  "=": "!=",
  "!=": "=",
  contains: "doesNotContain",
  doesNotContain: "contains",
  beginsWith: "doesNotBeginWith",
  doesNotBeginWith: "beginsWith",
  endsWith: "doesNotEndWith",
  doesNotEndWith: "endsWith",
  in: "notIn",
  notIn: "in",
  between: "notBetween",
  notBetween: "between",
  null: "notNull",
  notNull: "null",
};

function excludes(a: QueryRule, b: QueryRule): boolean {
  if (a.field !== b.field || !isOperator(a.operator)) return false;
  const takesNoValue = a.operator === "null" || a.operator === "notNull";
  const isOpposite = OPPOSITES[a.operator] !== undefined && OPPOSITES[a.operator] === b.operator;
  if (isOpposite && (takesNoValue || canonical(a.value ?? null) === canonical(b.value ?? null))) return true;
  const [first, second] = [rangeOf(a), rangeOf(b)];
  return first !== null && second !== null && isEmpty(intersect(first, second));
}

/** Numbers from `low` to `high`; an open end leaves out the bound itself. */
interface Range {
  low: number;
  high: number;
  lowOpen: boolean;
  highOpen: boolean;
}

const ANY = { low: -Infinity, high: Infinity, lowOpen: true, highOpen: true };

const RANGES: Readonly<Partial<Record<OperatorName, (value: number) => Range>>> = {
  "<": (value) => ({ ...ANY, high: value }),
  "<=": (value) => ({ ...ANY, high: value, highOpen: false }),
  ">": (value) => ({ ...ANY, low: value }),
  ">=": (value) => ({ ...ANY, low: value, lowOpen: false }),
  "=": (value) => ({ low: value, high: value, lowOpen: false, highOpen: false }),
};

/** The numbers for which a rule on a field of numbers holds; null where it is about something else. */
function rangeOf({ field, operator, value }: QueryRule): Range | null {
  if (fieldByName(field)?.type !== "number" || typeof value !== "number" || !Number.isFinite(value)) return null;
  return isOperator(operator) ? (RANGES[operator]?.(value) ?? null) : null;
}

function ruleImplies(from: QueryRule, to: QueryRule): boolean {
  if (from.field !== to.field) return false;
  const first = rangeOf(from);
  if (first === null) return false;
  if (to.operator === "notNull") return true;
  const second = rangeOf(to);
  return second !== null && isSame(intersect(first, second), first);
}

function intersect(a: Range, b: Range): Range {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  return {
    low,
    high,
    lowOpen: (a.low === low && a.lowOpen) || (b.low === low && b.lowOpen),
    highOpen: (a.high === high && a.highOpen) || (b.high === high && b.highOpen),
  };
}

function isEmpty({ low, high, lowOpen, highOpen }: Range): boolean {
  return low > high || (low === high && (lowOpen || highOpen));
}

function isSame(a: Range, b: Range): boolean {
  return a.low === b.low && a.high === b.high && a.lowOpen === b.lowOpen && a.highOpen === b.highOpen;
}
