import { isObject } from "../contract/json.ts";
import type { JsonValue } from "../contract/json.ts";
import type { RuleGroup } from "../contract/query.ts";
import type { Facts } from "../contract/run.ts";
import { evaluateQuery, parseItem } from "../query/evaluate.ts";
import { isOperator } from "../query/operators.ts";
import type { QueryProblem } from "../query/text.ts";
import type { StartProblem } from "./problem.ts";

type Path = StartProblem["path"];

/** What keeps a rule group from being read; nothing where none is set. */
export function* conditionProblems(query: JsonValue | undefined): Generator<StartProblem> {
  if (query === undefined || query === null) return;
  if (isObject(query)) yield* itemProblems({ rules: null, ...query }, [], 0);
  else yield { path: [], code: "not-a-group" };
}

function* itemProblems(item: unknown, path: Path, depth: number): Generator<StartProblem> {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "unreadable") return yield unreadable(parsed.problem, path);
  if (parsed.kind === "rule") {
    if (!isOperator(parsed.rule.operator)) yield { path: [...path, "operator"], code: "unknown-comparison" };
    return;
  }
  const { not, rules } = parsed.group as { not?: unknown; rules: readonly unknown[] };
  if (not !== undefined && not !== null && typeof not !== "boolean") {
    yield { path: [...path, "not"], code: "not-a-flag" };
  }
  for (const [index, inner] of rules.entries()) yield* itemProblems(inner, [...path, "rules", index], depth + 1);
}

/** Which key of a group or rule is at fault. */
const BELOW: Readonly<Record<QueryProblem, readonly string[]>> = {
  "no-rule": [],
  "too-deep": [],
  "no-rules": ["rules"],
  "no-combinator": ["combinator"],
  "no-field": ["field"],
};

const unreadable = (problem: QueryProblem, path: Path): StartProblem => ({
  path: [...path, ...BELOW[problem]],
  code: problem,
});

/** Whether rules hold that can be read. */
export const holds = (query: JsonValue | undefined, facts: Facts): boolean =>
  query === undefined || query === null || evaluateQuery(query as unknown as RuleGroup, facts);
