import type { JsonValue } from "../../contract/json.ts";
import type { OperatorName } from "../../contract/fields.ts";
import type { Rule as QueryRule } from "../../contract/query.ts";
import { fieldByName } from "../../query/fields.ts";
import { parseItem } from "../../query/evaluate.ts";
import { isOperator } from "../../query/operators.ts";
import { canonical } from "../../json/canonical.ts";

/** Comparisons of two queries stop here and count as not known. */
const BUDGET = 2000;

interface RuleClause {
  readonly kind: "rule";
  readonly rule: QueryRule;
  key: number;
}

/** A query or a part of one, read for reasoning. `key` is made when it is first compared closely; see `Clauses`. */
export type Clause =
  | { readonly kind: "all" | "any"; readonly parts: readonly Clause[]; key: number }
  | RuleClause
  | { readonly kind: "other"; readonly combinator: string; readonly parts: readonly Clause[]; key: number }
  | { readonly kind: "unreadable"; readonly item: unknown; key: number };

const NO_KEY = -1;
const NO_PARTS: readonly Clause[] = [];

/**
 * Reads queries and compares them. Only what decides them counts: not the ids and labels that editors keep in them.
 * Negated groups and what cannot be read are taken as a whole.
 */
export class Clauses {
  /** Of equal clauses the keys are equal. */
  readonly #keys = new Map<string, number>();

  read(item: unknown, depth = 0): Clause {
    const parsed = parseItem(item, depth);
    if (parsed.kind === "unreadable") return { kind: "unreadable", item, key: NO_KEY };
    if (parsed.kind === "rule") return { kind: "rule", rule: parsed.rule, key: NO_KEY };
    const { rules, combinator, not } = parsed.group;
    if (rules.length === 0) return { kind: "all", parts: NO_PARTS, key: NO_KEY };
    const parts: Clause[] = [];
    for (let index = 0; index < rules.length; index += 1) parts.push(this.read(rules[index], depth + 1));
    const [only] = parts;
    if (not === true) return { kind: "other", combinator, parts, key: NO_KEY };
    return parts.length === 1 && only ? only : { kind: combinator === "and" ? "all" : "any", parts, key: NO_KEY };
  }

  /** Whether two clauses are equal. */
  isSame(a: Clause, b: Clause): boolean {
    if (a.kind !== b.kind) return false;
    if (a.kind === "rule" && b.kind === "rule") return this.#areSameRules(a, b);
    if ("parts" in a && "parts" in b && !this.#mayBeSame(a.parts, b.parts)) return false;
    return this.#keyOf(a) === this.#keyOf(b);
  }

  /** Most that differ do so in their first part. */
  #mayBeSame(some: readonly Clause[], others: readonly Clause[]): boolean {
    const [first, other] = [some[0], others[0]];
    return some.length === others.length && (!first || !other || this.isSame(first, other));
  }

  #areSameRules(a: RuleClause, b: RuleClause): boolean {
    if (a.rule.field !== b.rule.field) return false;
    const [first, second] = [a.rule.value ?? null, b.rule.value ?? null];
    // Rules with lists are compared by their texts, which are made once.
    if (typeof first === "object" && typeof second === "object") return this.#keyOf(a) === this.#keyOf(b);
    return first === second && textOf(a.rule.operator) === textOf(b.rule.operator);
  }

  /** Whether `second` holds for all facts for which `first` does. False also means: that is not known. */
  implies(first: Clause, second: Clause): boolean {
    let left = BUDGET;
    const follows = (from: Clause, to: Clause): boolean => {
      left -= 1;
      if (left < 0) return false;
      if (this.isSame(from, to)) return true;
      if (to.kind === "all") return to.parts.every((part) => follows(from, part));
      if (from.kind === "any") return from.parts.every((part) => follows(part, to));
      if (to.kind === "any" && to.parts.some((part) => follows(from, part))) return true;
      if (from.kind === "all") return from.parts.some((part) => follows(part, to));
      return from.kind === "rule" && to.kind === "rule" && ruleImplies(from.rule, to.rule);
    };
    return follows(first, second);
  }

  #keyOf(clause: Clause): number {
    if (clause.key !== NO_KEY) return clause.key;
    const text = this.#textOf(clause);
    clause.key = this.#keys.get(text) ?? this.#keys.size;
    this.#keys.set(text, clause.key);
    return clause.key;
  }

  /** Equal for equal clauses. What is read holds no NUL, so the parts of a rule cannot run into each other. */
  #textOf(clause: Clause): string {
    if (clause.kind === "unreadable") return `? ${canonical(clause.item as JsonValue)}`;
    if (clause.kind === "rule") {
      const { field, operator, value = null } = clause.rule;
      return `${field}\u0000${textOf(operator)}\u0000${textOf(value)}`;
    }
    const name = clause.kind === "other" ? `not ${clause.combinator}` : clause.kind;
    return `${name} ${clause.parts.map((part) => this.#keyOf(part)).join()}`;
  }
}

function textOf(value: JsonValue): string {
  if (typeof value === "string") return `"${value}`;
  return typeof value === "object" ? canonical(value) : String(value);
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

const RANGES: Readonly<Partial<Record<OperatorName, (value: number) => Range>>> = {
  "<": (value) => ({ low: -Infinity, high: value, lowOpen: true, highOpen: true }),
  "<=": (value) => ({ low: -Infinity, high: value, lowOpen: true, highOpen: false }),
  ">": (value) => ({ low: value, high: Infinity, lowOpen: true, highOpen: true }),
  ">=": (value) => ({ low: value, high: Infinity, lowOpen: false, highOpen: true }),
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
