import type { ActionType, GraphNode } from "../contract/definition.ts";
import type { JsonValue } from "../contract/json.ts";
import { at } from "../graph/adjacency.ts";
import { handleOf } from "../graph/compile.ts";
import { awaitsReply, isObject } from "../graph/parts.ts";
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
    if (!sendsSame(from, to)) continue;
    const message = `${nodeName(to)} sends the same message again, right after ${nodeName(from)}.`;
    const related = { nodeIds: [from.id, to.id] };
    yield atNode(graph, target, { code: "repeated-message", message, related });
  }
};

/** Whether the contact gets the same from both; false where a node sends nothing that can be told. */
function sendsSame(a: GraphNode, b: GraphNode): boolean {
  const isMessage = a.type === "action" && b.type === "action" && !!a.actionType && MESSAGES.has(a.actionType);
  if (!isMessage || a.actionType !== b.actionType || !isObject(a.config) || !isObject(b.config)) return false;
  const { ui: _, ...sent } = a.config;
  const { ui: __, ...again } = b.config;
  return Object.keys(sent).length > 0 && isSame(sent, again);
}

/** Equal JSON, whatever the order of keys. */
function isSame(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => isSame(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}
