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
  else yield { path: [], message: "must be a rule group" };
}

function* itemProblems(item: unknown, path: Path, depth: number): Generator<StartProblem> {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "unreadable") return yield unreadable(parsed.problem, path);
  if (parsed.kind === "rule") {
    if (!isOperator(parsed.rule.operator)) yield { path: [...path, "operator"], message: "is no comparison" };
    return;
  }
  const { not, rules } = parsed.group as { not?: unknown; rules: readonly unknown[] };
  if (not !== undefined && not !== null && typeof not !== "boolean") {
    yield { path: [...path, "not"], message: "must be true or false" };
  }
  for (const [index, inner] of rules.entries()) yield* itemProblems(inner, [...path, "rules", index], depth + 1);
}

const UNREADABLE: Readonly<Record<QueryProblem, readonly [below: readonly string[], message: string]>> = {
  "no-rule": [[], "must be a rule or a rule group"],
  "too-deep": [[], "is nested too deeply"],
  "no-rules": [["rules"], "must be a list of rules"],
  "no-combinator": [["combinator"], "must be “and” or “or”"],
  "no-field": [["field"], "must name a field"],
};

function unreadable(problem: QueryProblem, path: Path): StartProblem {
  const [below, message] = UNREADABLE[problem];
  return { path: [...path, ...below], message };
}

/** Whether rules hold that can be read. */
export const holds = (query: JsonValue | undefined, facts: Facts): boolean =>
  query === undefined || query === null || evaluateQuery(query as unknown as RuleGroup, facts);
