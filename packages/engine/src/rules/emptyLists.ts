import { isObject, rawParts } from "../graph/parts.ts";
import { atNode } from "./findings.ts";
import { nodeName } from "./names.ts";
import type { Rule } from "./rule.ts";

/** Warns of conditions without branches and round robins without exits. */
export const emptyLists: Rule = function* ({ graph }) {
  for (const [index, node] of graph.nodes.entries()) {
    if (!isObject(node) || (node.type !== "condition" && node.type !== "round_robin")) continue;
    const list = rawParts(node);
    if (list !== undefined && (!Array.isArray(list) || list.length > 0)) continue;
    const name = nodeName(node);
    yield node.type === "condition"
      ? atNode(graph, index, { code: "condition-without-branches", message: `${name} has no branches to choose from.` })
      : atNode(graph, index, {
          code: "round-robin-without-exits",
          message: `${name} has no exits: every run ends there.`,
        });
  }
};
