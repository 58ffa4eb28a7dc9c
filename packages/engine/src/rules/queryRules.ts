import { CUSTOM_FIELD_PREFIX } from "../contract/fields.ts";
import type { Rule as QueryRule } from "../contract/query.ts";
import { isObject, rawParts } from "../graph/parts.ts";
import { parseItem } from "../query/evaluate.ts";
import { fieldByName } from "../query/fields.ts";
import { isOperator } from "../query/operators.ts";
import type { ProblemCode } from "./codes.ts";
import { atNode } from "./findings.ts";
import { nodeName, shorten } from "./names.ts";
import type { Rule } from "./rule.ts";

type Segments = readonly (string | number)[];

interface Oddity {
  code: ProblemCode;
  message: string;
  at: Segments;
}

/** Warns of rules in a condition that can never hold: unreadable ones, unknown fields, unknown operators. */
export const queryRules: Rule = function* ({ graph }) {
  for (const [index, node] of graph.nodes.entries()) {
    const branches = isObject(node) && node.type === "condition" ? rawParts(node) : undefined;
    if (!Array.isArray(branches)) continue;
    for (const [position, branch] of branches.entries()) {
      if (!isObject(branch) || !isObject(branch["query"])) continue;
      for (const { code, message, at } of oddities(branch["query"], ["condition", "branches", position, "query"], 0)) {
        yield atNode(graph, index, { code, message: `${nodeName(node)}: ${message}`, below: at });
      }
    }
  }
};

function* oddities(item: unknown, at: Segments, depth: number): Generator<Oddity> {
  const parsed = parseItem(item, depth);
  if (parsed.kind === "unreadable") {
    yield { code: "unreadable-query", message: `a rule can never hold: ${parsed.problem}.`, at };
  } else if (parsed.kind === "rule") {
    yield* odditiesOfRule(parsed.rule, at);
  } else {
    for (const [index, inner] of parsed.group.rules.entries()) {
      yield* oddities(inner, [...at, "rules", index], depth + 1);
    }
  }
}

function* odditiesOfRule({ field, operator }: QueryRule, at: Segments): Generator<Oddity> {
  const isCustom = field.startsWith(CUSTOM_FIELD_PREFIX) && field.length > CUSTOM_FIELD_PREFIX.length;
  if (!isCustom && fieldByName(field) === null) {
    yield { code: "unknown-field", message: `there is no field “${shorten(field)}”.`, at: [...at, "field"] };
  }
  if (!isOperator(operator)) {
    const name = typeof operator === "string" ? `“${shorten(operator)}”` : "of this kind";
    yield {
      code: "unknown-operator",
      message: `there is no comparison ${name}: the rule never holds.`,
      at: [...at, "operator"],
    };
  }
}
