import { positionOf, rawParts } from "../graph/parts.ts";
import { atNode, leadToEnd } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { shortenFilled } from "../messages/text.ts";
import type { Rule } from "./finding/rule.ts";

/**
 * Warns of a button that ends the run where another one leads on, and no exit takes its replies. All buttons without an
 * edge, or one exit for every reply, are a choice.
 */
export const buttonEdges: Rule = function* ({ graph, nodesOf, leavesBy, isAmbiguous }) {
  for (const { node, index } of nodesOf("send_whatsapp")) {
    const buttons = (graph.handles[index] ?? []).filter(({ kind }) => kind === "btn");
    if (buttons.length < 2 || isAmbiguous(index) || leavesBy(index, "replied") || leavesBy(index, "next")) continue;
    const open = buttons.filter(({ id }) => !leavesBy(index, id));
    if (open.length === buttons.length) continue;
    for (const { id, label } of open) {
      const partId = id.slice("btn_".length);
      yield atNode(graph, index, "button-without-edge", () => ({
        params: { node: refOf(node), part: shortenFilled(label ?? partId) },
        below: ["config", "buttons", positionOf(rawParts(node), partId)],
        fixes: leadToEnd(graph, index, id, true),
      }));
    }
  }
};
