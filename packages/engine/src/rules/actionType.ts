import { ACTION_TYPES } from "../contract/definition.ts";
import { atNode } from "./findings.ts";
import { nodeName } from "./names.ts";
import type { Rule } from "./rule.ts";

const known: ReadonlySet<unknown> = new Set(ACTION_TYPES);

/** An action has an action type, and one of the contract's. */
export const actionType: Rule = function* ({ graph }) {
  for (const [index, node] of graph.nodes.entries()) {
    if (node?.type !== "action" || known.has(node.actionType)) continue;
    const below = ["actionType"];
    if (node.actionType === undefined || node.actionType === null) {
      const message = `Step ${index + 1}, ${nodeName(node)}, does not say what to do.`;
      yield atNode(graph, index, { code: "missing-action-type", message, below });
    } else if (typeof node.actionType === "string") {
      const message = `Step ${index + 1}: there is no action of this type.`;
      yield atNode(graph, index, { code: "unknown-action-type", message, below });
    }
  }
};
