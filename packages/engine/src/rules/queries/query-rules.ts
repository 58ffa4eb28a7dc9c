import { isObject } from "../../contract/json.ts";
import type { Rule as QueryRule } from "../../contract/query.ts";
import { rawParts } from "../../graph/parts.ts";
import { parseItem } from "../../query/evaluate.ts";
import { isKnownField } from "../../query/fields.ts";
import { isOperator } from "../../query/operators.ts";
import { isUnfinished } from "../../query/unfinished.ts";
import type { NodeRef, Problem } from "../../messages/params.ts";
import { shorten } from "../../messages/text.ts";
import { atNode } from "../finding/findings.ts";
import { refOf } from "../finding/names.ts";
import type { Rule } from "../finding/rule.ts";

type Segments = readonly (string | number)[];

type Oddity = Problem & { below: Segments };

/** Warns of rules in a condition that decide nothing: unreadable ones, unknown fields and operators, no value. */
export const queryRules: Rule = function* ({ graph, nodesOf }) {
  for (const { node, index } of nodesOf("condition")) {
    const branches = rawParts(node);
    if (!Array.isArray(branches)) continue;
    for (const [position, branch] of branches.entries()) {
      if (!isObject(branch) || !isObject(branch["query"]) || isSound(branch["query"], 0)) continue;
      const below = ["condition", "branches", position, "query"];
      for (const oddity of oddities(branch["query"], refOf(node), below, 0))
        yield atNode(graph, index, oddity.code, () => oddity);
    }
  }
};

/** Whether a query has no oddities, which nearly every one has not. */
function isSound(item: unknown, depth: number): boolean {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "rule") {
    const { field, operator } = parsed.rule;
    return isKnownField(field) && isOperator(operator) && !isUnfinished(parsed.rule);
  }
  return parsed.kind === "group" && parsed.group.rules.every((inner) => isSound(inner, depth + 1));
}

function* oddities(item: unknown, node: NodeRef, below: Segments, depth: number): Generator<Oddity> {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "unreadable") {
    yield { code: "unreadable-query", params: { node, problem: parsed.problem }, below };
  } else if (parsed.kind === "rule") {
    yield* odditiesOfRule(parsed.rule, node, below);
  } else {
    for (const [index, inner] of parsed.group.rules.entries()) {
      yield* oddities(inner, node, [...below, "rules", index], depth + 1);
    }
  }
}

function* odditiesOfRule(rule: QueryRule, node: NodeRef, below: Segments): Generator<Oddity> {
  const { field, operator } = rule;
  if (!isKnownField(field)) {
    yield { code: "unknown-field", params: { node, field: shorten(field) }, below: [...below, "field"] };
  }
  if (!isOperator(operator)) {
    const name = typeof operator === "string" ? shorten(operator) : null;
    yield { code: "unknown-operator", params: { node, operator: name }, below: [...below, "operator"] };
  }
  if (isUnfinished(rule)) yield { code: "rule-without-value", params: { node }, below: [...below, "value"] };
}
