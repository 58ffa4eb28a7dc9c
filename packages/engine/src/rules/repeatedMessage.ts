import type { ActionType, GraphNode } from "../contract/definition.ts";
import { at } from "../graph/adjacency.ts";
import { handleOf } from "../graph/compile.ts";
import { awaitsReply, isObject } from "../graph/parts.ts";
import { canonical } from "./canonical.ts";
import { atNode } from "./findings.ts";
import { nodeName } from "./names.ts";
import type { Rule } from "./rule.ts";

const MESSAGES: ReadonlySet<ActionType> = new Set([
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
]);

/** Warns of the same message sent twice in a row, with neither a wait nor an answer in between. */
export const repeatedMessage: Rule = function* ({ graph, isAmbiguous }) {
  for (const [index, edge] of graph.edges.entries()) {
    const source = at(graph.source, index);
    const target = at(graph.target, index);
    if (isAmbiguous(source) || isAmbiguous(target)) continue;
    const from = graph.nodes[source];
    const to = graph.nodes[target];
    if (!from || !to || !isObject(edge) || handleOf(edge) !== "next" || awaitsReply(from)) continue;
    const content = contentOf(from);
    if (content === null || content !== contentOf(to)) continue;
    const message = `${nodeName(to)} sends the same message again, right after ${nodeName(from)}.`;
    const related = { nodeIds: [from.id, to.id] };
    yield atNode(graph, target, { code: "repeated-message", message, related });
  }
};

/** What the contact gets, in a form that compares; null for a node that sends nothing that can be told. */
function contentOf(node: GraphNode): string | null {
  const isMessage = node.type === "action" && !!node.actionType && MESSAGES.has(node.actionType);
  if (!isMessage || !isObject(node.config)) return null;
  const { ui: _, ...content } = node.config;
  return Object.keys(content).length === 0 ? null : `${node.actionType} ${canonical(content)}`;
}
