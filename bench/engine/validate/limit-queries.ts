import { fieldByName, OPERATOR_NAMES } from "@trilho/engine";
import type { JsonObject, JsonValue, Rule } from "@trilho/engine";

const OPERATORS: ReadonlySet<unknown> = new Set(OPERATOR_NAMES);

/** The rules of a branch that must all hold; null for any other query, which is only compared as a whole. */
type Rules = readonly Rule[] | null;

/** Finds what is wrong with the queries of a condition's branches, and with one branch beside the earlier ones. */
export function checkBranches(branches: readonly JsonObject[], codes: string[]): void {
  const earlier: { rules: Rules; query: JsonValue }[] = [];
  for (const branch of branches) {
    const query: JsonValue | undefined = branch?.["query"];
    if (query === undefined) {
      codes.push("missing-field");
      continue;
    }
    if (typeof query !== "object" || query === null || Array.isArray(query)) {
      codes.push("wrong-type");
      continue;
    }
    checkQuery(query, 0, codes);
    const here = { rules: flat(query), query };
    const problem = compare(here, earlier);
    if (problem !== null) codes.push(problem);
    earlier.push(here);
  }
}

function checkQuery(item: JsonValue, depth: number, codes: string[]): void {
  if (typeof item !== "object" || item === null) return void codes.push("unreadable-query");
  const { rules, combinator, field, operator } = item as JsonObject;
  if (rules === undefined) {
    if (typeof field !== "string" || field === "") return void codes.push("unreadable-query");
    if (!isKnown(field)) codes.push("unknown-field");
    if (!OPERATORS.has(operator)) codes.push("unknown-operator");
    return;
  }
  if (depth >= 64 || !Array.isArray(rules) || (combinator !== "and" && combinator !== "or")) {
    return void codes.push("unreadable-query");
  }
  for (const inner of rules) checkQuery(inner, depth + 1, codes);
}

function isKnown(field: string): boolean {
  return fieldByName(field) !== null || (field.startsWith("deal.customFields.") && field.length > 18);
}

function flat({ rules, combinator, not }: JsonObject): Rules {
  if (!Array.isArray(rules) || not === true || (combinator !== "and" && rules.length > 1)) return null;
  const all = rules as unknown as Rule[];
  return all.every((rule) => rule !== null && typeof rule === "object" && !("rules" in rule)) ? all : null;
}

function compare(
  { rules, query }: { rules: Rules; query: JsonValue },
  earlier: readonly { rules: Rules; query: JsonValue }[],
): string | null {
  if (earlier.some((other) => other.rules?.length === 0)) return "branch-never-reached";
  for (const other of earlier) {
    const isSame = rules && other.rules ? sameRules(rules, other.rules) : sameJson(query, other.query);
    if (isSame) return "same-query";
  }
  if (!rules) return null;
  if (rules.some((rule, at) => rules.some((other, place) => place > at && excludes(rule, other)))) {
    return "branch-never-holds";
  }
  const isImplied = earlier.some(
    (other) => other.rules?.every((wide) => rules.some((narrow) => implies(narrow, wide))) ?? false,
  );
  return isImplied ? "branch-never-reached" : null;
}

function sameRules(a: readonly Rule[], b: readonly Rule[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (!sameRule(a[at], b[at])) return false;
  return true;
}

function sameRule(a: Rule | undefined, b: Rule | undefined): boolean {
  return a?.field === b?.field && a?.operator === b?.operator && sameJson(a?.value ?? null, b?.value ?? null);
}

function sameJson(a: JsonValue, b: JsonValue): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

const OPPOSITE: Readonly<Record<string, string>> = {
  "=": "!=",
  contains: "doesNotContain",
  beginsWith: "doesNotBeginWith",
  endsWith: "doesNotEndWith",
  in: "notIn",
  between: "notBetween",
  null: "notNull",
};

function excludes(a: Rule, b: Rule): boolean {
  if (a.field !== b.field) return false;
  const isOpposite = OPPOSITE[a.operator] === b.operator || OPPOSITE[b.operator] === a.operator;
  if (isOpposite && (a.operator.toLowerCase().endsWith("null") || sameJson(a.value ?? null, b.value ?? null)))
    return true;
  if (!isNumeric(a) || !isNumeric(b)) return false;
  return lowOf(a) > highOf(b) || lowOf(b) > highOf(a) || touches(a, b) || touches(b, a);
}

/** Whether two ranges share one number at most, and that one belongs not to both. */
function touches(a: Rule, b: Rule): boolean {
  return lowOf(a) === highOf(b) && (a.operator === ">" || b.operator === "<");
}

function implies(narrow: Rule, wide: Rule): boolean {
  if (narrow.field !== wide.field) return false;
  if (sameRule(narrow, wide)) return true;
  if (!isNumeric(narrow)) return false;
  if (wide.operator === "notNull") return true;
  if (!isNumeric(wide) || lowOf(narrow) < lowOf(wide) || highOf(narrow) > highOf(wide)) return false;
  const lowFits = lowOf(narrow) > lowOf(wide) || wide.operator !== ">" || narrow.operator === ">";
  return lowFits && (highOf(narrow) < highOf(wide) || wide.operator !== "<" || narrow.operator === "<");
}

function isNumeric({ field, operator, value }: Rule): boolean {
  const isRange = operator === "=" || operator === "<" || operator === "<=" || operator === ">" || operator === ">=";
  return isRange && typeof value === "number" && fieldByName(field)?.type === "number";
}

function lowOf({ operator, value }: Rule): number {
  return operator === "<" || operator === "<=" ? -Infinity : Number(value);
}

function highOf({ operator, value }: Rule): number {
  return operator === ">" || operator === ">=" ? Infinity : Number(value);
}
