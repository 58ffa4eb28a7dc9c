import { rawParts } from "../graph/parts.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { hasPartsOwner } from "./finding/rule.ts";
import type { Rule } from "./finding/rule.ts";

/** Warns of conditions without branches and round robins without exits. */
export const emptyLists: Rule = function* ({ graph, nodesOf }) {
  for (const { node, index } of [...nodesOf("condition"), ...nodesOf("round_robin")]) {
    if (!hasPartsOwner(node)) continue;
    const list = rawParts(node);
    if (list !== undefined && (!Array.isArray(list) || list.length > 0)) continue;
    const code = node.type === "condition" ? "condition-without-branches" : "round-robin-without-exits";
    yield atNode(graph, index, code, () => ({ params: { node: refOf(node) } }));
  }
};
