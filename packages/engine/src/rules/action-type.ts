import { kindOf } from "../graph/kinds.ts";
import { atNode } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import type { Rule } from "./finding/rule.ts";

/** An action has an action type, and one of the contract's. */
export const actionType: Rule = function* ({ graph }) {
  for (let index = 0; index < graph.nodes.length; index += 1) {
    const node = graph.nodes[index];
    if (node?.type !== "action" || kindOf(node) !== null) continue;
    const below = ["actionType"];
    if (node.actionType === undefined || node.actionType === null) {
      yield atNode(graph, index, "missing-action-type", () => ({
        params: { number: index + 1, node: refOf(node) },
        below,
      }));
    } else if (typeof node.actionType === "string") {
      yield atNode(graph, index, "unknown-action-type", () => ({ params: { number: index + 1 }, below }));
    }
  }
};
