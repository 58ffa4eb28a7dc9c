import type { Rule } from "../../contract/query.ts";
import type { PlanNode } from "../../interpreter/plan.ts";
import { parseItem } from "../../query/evaluate.ts";
import { isOperator } from "../../query/operators.ts";
import type { Exit } from "../exits.ts";

/** A rule that must hold, or must not, at one step of a path. */
export interface Literal {
  readonly kind: "literal";
  readonly rule: Rule;
  readonly wanted: boolean;
  readonly step: number;
}

/** What must be true of facts, without negations above the rules. */
export type Formula =
  | Literal
  | { readonly kind: "known"; readonly value: boolean }
  | { readonly kind: "all" | "any"; readonly parts: readonly Formula[] };

/** What must be true of the facts at `step` for a condition to be left in this way. */
export function formulaOfExit(node: PlanNode, way: Exit, step: number): Formula {
  const before = way.branchIndex < 0 ? node.branches : node.branches.slice(0, way.branchIndex);
  const refused = before.map(({ query }) => formulaOf(query, false, step));
  const taken = node.branches[way.branchIndex];
  return { kind: "all", parts: taken ? [formulaOf(taken.query, true, step), ...refused] : refused };
}

/** A rule group, held or not as `wanted` says, as `evaluateQuery` reads it: empty groups hold, unreadable parts do not. */
export function formulaOf(item: unknown, wanted: boolean, step: number, depth = 0): Formula {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "unreadable") return { kind: "known", value: !wanted };
  if (parsed.kind === "rule") {
    const { rule } = parsed;
    return isOperator(rule.operator) ? { kind: "literal", rule, wanted, step } : { kind: "known", value: !wanted };
  }
  const { rules, combinator, not } = parsed.group;
  if (rules.length === 0) return { kind: "known", value: wanted };
  const inner = not === true ? !wanted : wanted;
  const kind = (combinator === "and") === inner ? "all" : "any";
  return { kind, parts: rules.map((part) => formulaOf(part, inner, step, depth + 1)) };
}
