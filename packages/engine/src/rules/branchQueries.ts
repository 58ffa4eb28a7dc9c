import { isObject, rawParts } from "../graph/parts.ts";
import type { JsonValue } from "../contract/json.ts";
import { parseItem } from "../query/evaluate.ts";
import { canonical } from "./canonical.ts";
import { atNode } from "./findings.ts";
import { nodeName, shorten } from "./names.ts";
import type { Rule } from "./rule.ts";

/** Warns of branches with the query of an earlier one, and of branches after one that always holds. */
export const branchQueries: Rule = function* ({ graph }) {
  for (const [index, node] of graph.nodes.entries()) {
    const branches = isObject(node) && node.type === "condition" ? rawParts(node) : undefined;
    if (!Array.isArray(branches)) continue;
    const seen = new Map<string, string>();
    let always: string | null = null;
    for (const [position, branch] of branches.entries()) {
      if (!isObject(branch) || !isObject(branch["query"])) continue;
      const name = branchName(branch);
      const key = canonical(branch["query"]);
      const earlier = seen.get(key);
      const below = ["condition", "branches", position];
      if (always !== null) {
        const message = `${nodeName(node)}: ${name} is never taken, because ${always} before it always holds.`;
        yield atNode(graph, index, { code: "branch-never-reached", message, below });
      } else if (earlier !== undefined) {
        const message = `${nodeName(node)}: ${name} asks the same as ${earlier} before it and is never taken.`;
        yield atNode(graph, index, { code: "same-query", message, below });
      }
      seen.set(key, earlier ?? name);
      if (alwaysHolds(branch["query"])) always ??= name;
    }
  }
};

function branchName(branch: { [key: string]: JsonValue }): string {
  const { label, id } = branch;
  const text = typeof label === "string" && label !== "" ? label : id;
  return `the branch “${typeof text === "string" ? shorten(text) : "?"}”`;
}

/** An empty group holds, also a negated one. */
function alwaysHolds(query: JsonValue): boolean {
  const parsed = parseItem(query, 0);
  return parsed.kind === "group" && parsed.group.rules.length === 0;
}
