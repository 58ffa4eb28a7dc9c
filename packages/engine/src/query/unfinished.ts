import type { Rule } from "../contract/query.ts";
import { isEmpty } from "./compare.ts";
import { parseItem } from "./evaluate.ts";
import { isOperator, takesList, valueList } from "./operators.ts";

/** “Is” and “is not” nothing ask whether the field is empty. */
const MAY_LACK_VALUE: ReadonlySet<unknown> = new Set(["=", "!=", "null", "notNull"]);

/** Whether a rule compares with a value that nobody has entered, so that what its field holds makes no difference. */
export function isUnfinished({ operator, value = null }: Rule): boolean {
  if (!isOperator(operator) || MAY_LACK_VALUE.has(operator)) return false;
  return takesList(operator) ? valueList(value).every(isEmpty) : isEmpty(value);
}

/**
 * Whether some rule of a query compares with a value that nobody has entered: “deal value is at least …”. Such a rule
 * holds of no deal, or of all. Total, as `evaluateQuery` is.
 *
 * @example
 * ```ts
 * import { hasUnfinishedRule } from "@trilho/engine";
 *
 * const rule = { field: "deal.value", operator: ">=", value: "" };
 * hasUnfinishedRule({ combinator: "and", rules: [rule] }); // true
 * hasUnfinishedRule({ combinator: "and", rules: [{ ...rule, value: 100 }] }); // false
 * ```
 */
export function hasUnfinishedRule(query: unknown): boolean {
  return isUnfinishedWithin(query, 0);
}

function isUnfinishedWithin(item: unknown, depth: number): boolean {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "rule") return isUnfinished(parsed.rule);
  return parsed.kind === "group" && parsed.group.rules.some((inner) => isUnfinishedWithin(inner, depth + 1));
}
