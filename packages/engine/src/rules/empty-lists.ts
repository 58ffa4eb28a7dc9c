import { rawParts } from "../graph/parts.ts";
import { atNode } from "./findings.ts";
import { refOf } from "./names.ts";
import { hasPartsOwner } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** Warns of conditions without branches and round robins without exits. */
export const emptyLists: Rule = function* ({ graph, nodesOf }) {
  for (const { node, index } of [...nodesOf("condition"), ...nodesOf("round_robin")]) {
    if (!hasPartsOwner(node)) continue;
    const list = rawParts(node);
    if (list !== undefined && (!Array.isArray(list) || list.length > 0)) continue;
    const code = node.type === "condition" ? "condition-without-branches" : "round-robin-without-exits";
    yield atNode(graph, index, { code, params: { node: refOf(node) } });
  }
};
