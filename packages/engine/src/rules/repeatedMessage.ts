import type { ActionType, GraphNode } from "../contract/definition.ts";
import { at, eachEdge } from "../graph/adjacency.ts";
import { handleOf } from "../graph/compile.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { awaitsReply, isObject, isWait } from "../graph/parts.ts";
import { canonical } from "./canonical.ts";
import { atNode } from "./findings.ts";
import { refOf } from "./names.ts";
import { compareText } from "./pointer.ts";
import type { Rule } from "./rule.ts";

/** Larger graphs are over the contract's limit anyway; the maps below would cost time there. */
const MOST_NODES = 1000;

const MESSAGES: ReadonlySet<ActionType> = new Set([
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
]);

/** Messages that may have been sent since the run last waited: the node that sent each, by what it sent. */
type Sent = ReadonlyMap<string, number>;

const NOTHING: Sent = new Map();

/** Warns of the same message sent twice on some path, with neither a wait nor an answer in between. */
export const repeatedMessage: Rule = function* ({ graph, isAmbiguous }) {
  if (graph.order === null || graph.nodes.length > MOST_NODES) return;
  const keys = graph.nodes.map((node, index) => (isAmbiguous(index) ? null : messageOf(node)));
  if (new Set(keys.filter((key) => key !== null)).size === keys.filter((key) => key !== null).length) return;
  const sentBefore: Sent[] = [];
  for (const node of graph.order) {
    const sent = sentOn(graph, node, sentBefore, keys);
    sentBefore[node] = sent;
    const key = keys[node] ?? null;
    const earlier = key === null ? undefined : sent.get(key);
    if (earlier === undefined) continue;
    const [from, to] = [graph.nodes[earlier], graph.nodes[node]];
    const params = { node: refOf(to), earlier: refOf(from) };
    yield atNode(graph, node, {
      code: "repeated-message",
      params,
      related: { nodeIds: [from?.id ?? "", to?.id ?? ""] },
    });
  }
};

/** What may have been sent on some way to a node. Of several senders the one with the smallest id is told. */
function sentOn(graph: CompiledGraph, node: number, before: readonly Sent[], keys: readonly (string | null)[]): Sent {
  let sent = NOTHING;
  eachEdge(graph.in, node, (index) => {
    const source = at(graph.source, index);
    const edge = graph.edges[index];
    const definition = graph.nodes[source];
    if (!edge || !isObject(definition)) return;
    const failed = handleOf(edge) === "fallback" && definition.type === "action";
    if (!failed && (isWait(definition) || awaitsReply(definition))) return;
    const key = keys[source] ?? null;
    const came = before[source] ?? NOTHING;
    sent = merge(graph, sent, failed || key === null ? came : new Map([...came, [key, source]]));
  });
  return sent;
}

function merge(graph: CompiledGraph, a: Sent, b: Sent): Sent {
  if (a.size === 0) return b;
  const merged = new Map(a);
  for (const [key, sender] of b) {
    const other = merged.get(key);
    if (other === undefined || compareText(graph.nodes[sender]?.id ?? "", graph.nodes[other]?.id ?? "") < 0) {
      merged.set(key, sender);
    }
  }
  return merged;
}

/** What the contact gets from a node; null where it sends nothing that can be told. */
function messageOf(node: GraphNode | undefined): string | null {
  if (!isObject(node) || node.type !== "action" || typeof node.actionType !== "string") return null;
  if (!MESSAGES.has(node.actionType) || !isObject(node.config)) return null;
  const { ui: _, ...sent } = node.config;
  return Object.keys(sent).length > 0 ? `${node.actionType} ${canonical(sent)}` : null;
}
