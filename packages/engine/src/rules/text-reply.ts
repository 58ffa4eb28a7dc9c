import { isObject } from "../contract/json.ts";
import { at } from "../graph/adjacency.ts";
import { handleOf } from "../graph/handles.ts";
import { awaitsReply, rawParts } from "../graph/parts.ts";
import { atEdge, removeEdge } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import { pointer } from "../json/pointer.ts";
import type { FixFinding, Rule } from "./finding/rule.ts";

/** Warns of `text_reply` where no buttons are offered: every reply leaves by `replied` there, or else by `next`. */
export const textReply: Rule = function* ({ graph, leavesBy, isAmbiguous, nodesOf }) {
  const asks = nodesOf("send_whatsapp").some(({ node }) => awaitsReply(node) && !offersButtons(rawParts(node)));
  if (!asks) return;
  for (let index = 0; index < graph.edges.length; index += 1) {
    const edge = graph.edges[index];
    if (!isObject(edge) || handleOf(edge) !== "text_reply") continue;
    const source = at(graph.source, index);
    const node = source < 0 || isAmbiguous(source) ? undefined : graph.nodes[source];
    if (!isObject(node) || !awaitsReply(node) || offersButtons(rawParts(node))) continue;
    yield atEdge(graph, index, "text-reply-without-buttons", () => {
      const isTaken = leavesBy(source, "replied") || leavesBy(source, "next");
      return {
        params: { node: refOf(node) },
        below: ["sourceHandle"],
        fixes: [isTaken ? removeEdge(index, false) : takeEveryReply(index)],
      };
    });
  }
};

/** A list that is not empty, readable or not. */
function offersButtons(buttons: unknown): boolean {
  return Array.isArray(buttons) ? buttons.length > 0 : buttons !== undefined;
}

function takeEveryReply(edge: number): FixFinding {
  const patch = [{ op: "replace" as const, path: pointer("edges", edge, "sourceHandle"), value: "replied" }];
  return { code: "take-every-reply", params: {}, safe: true, patch };
}
