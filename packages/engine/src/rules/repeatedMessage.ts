import type { ActionType, GraphNode } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import { at, eachEdge } from "../graph/adjacency.ts";
import { handleOf } from "../graph/handles.ts";
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
  const keys = messagesToCompare(graph, isAmbiguous);
  if (keys.size === 0) return;
  const sentBefore: Sent[] = [];
  for (const node of graph.order) {
    const sent = sentOn(graph, node, sentBefore, keys);
    sentBefore[node] = sent;
    const key = keys.get(node);
    const earlier = key === undefined ? undefined : sent.get(key);
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
function sentOn(graph: CompiledGraph, node: number, before: readonly Sent[], keys: ReadonlyMap<number, string>): Sent {
  let sent = NOTHING;
  eachEdge(graph.in, node, (index) => {
    const source = at(graph.source, index);
    const edge = graph.edges[index];
    const definition = graph.nodes[source];
    if (!edge || !isObject(definition)) return;
    const failed = handleOf(edge) === "fallback" && definition.type === "action";
    if (!failed && (isWait(definition) || awaitsReply(definition))) return;
    const key = keys.get(source);
    const came = before[source] ?? NOTHING;
    sent = merge(graph, sent, failed || key === undefined ? came : new Map([...came, [key, source]]));
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

/** By node, the messages of which another node sends an equal one. */
function messagesToCompare({ nodes }: CompiledGraph, isAmbiguous: (node: number) => boolean): Map<number, string> {
  const alike = new Map<number, { node: number; message: JsonObject }[]>();
  for (let node = 0; node < nodes.length; node += 1) {
    const message = messageOf(nodes[node]);
    if (message === null || isAmbiguous(node)) continue;
    const size = sizeOf(message);
    const group = alike.get(size);
    if (group) group.push({ node, message });
    else alike.set(size, [{ node, message }]);
  }
  const keys = new Map<number, string>();
  for (const group of alike.values()) {
    if (group.length < 2) continue;
    for (const { node, message } of group) keys.set(node, `${nodes[node]?.actionType} ${exactly(message)}`);
  }
  return keys;
}

/** The config of a node that sends something to the contact. */
function messageOf(node: GraphNode | undefined): JsonObject | null {
  if (!isObject(node) || node.type !== "action" || typeof node.actionType !== "string") return null;
  if (!MESSAGES.has(node.actionType) || !isObject(node.config)) return null;
  const keys = Object.keys(node.config);
  return keys.length > 1 || (keys.length === 1 && keys[0] !== "ui") ? node.config : null;
}

/** Equal for equal messages, and cheaper to tell than whether they are equal. */
function sizeOf(message: JsonObject): number {
  let size = 0;
  for (const key of Object.keys(message)) {
    const value = message[key];
    if (key !== "ui") size += key.length + (typeof value === "string" ? value.length : 1);
  }
  return size;
}

function exactly(message: JsonObject): string {
  const { ui: _, ...sent } = message;
  return canonical(sent);
}
