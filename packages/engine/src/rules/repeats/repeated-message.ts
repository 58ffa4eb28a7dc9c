import { isObject } from "../../contract/json.ts";
import type { ActionType } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import { at, eachEdge } from "../../graph/adjacency.ts";
import { handleOf } from "../../graph/handles.ts";
import type { CompiledGraph } from "../../graph/compile.ts";
import { awaitsReply, isWait } from "../../graph/parts.ts";
import { canonical } from "../../json/canonical.ts";
import { atNode } from "../finding/findings.ts";
import { refOf } from "../finding/names.ts";
import { compareText } from "../../json/pointer.ts";
import type { Rule, Subject } from "../finding/rule.ts";

/** Larger graphs are over the contract's limit anyway; the maps below would cost time there. */
const MOST_NODES = 1000;

const MESSAGES: readonly ActionType[] = [
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
];

/** Messages that may have been sent since the run last waited: the node that sent each, by what it sent. */
type Sent = ReadonlyMap<string, number>;

const NOTHING: Sent = new Map();

/** Warns of the same message sent twice on some path, with neither a wait nor an answer in between. */
export const repeatedMessage: Rule = function* (subject) {
  const { graph } = subject;
  if (graph.order === null || graph.nodes.length > MOST_NODES) return;
  const keys = subject.messages.get(subject.nodesOf) ?? messagesToCompare(subject);
  subject.messages.set(subject.nodesOf, keys);
  if (keys.size === 0) return;
  const sentBefore: Sent[] = [];
  for (const node of graph.order) {
    const sent = sentOn(graph, node, sentBefore, keys);
    sentBefore[node] = sent;
    const key = keys.get(node);
    const earlier = key === undefined ? undefined : sent.get(key);
    if (earlier === undefined) continue;
    const [from, to] = [graph.nodes[earlier], graph.nodes[node]];
    yield atNode(graph, node, "repeated-message", () => ({
      params: { node: refOf(to), earlier: refOf(from) },
      related: { nodeIds: [from?.id ?? "", to?.id ?? ""] },
    }));
  }
};

/** What may have been sent on some way to a node. Of several senders the one with the smallest id is reported. */
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

/** What a node sends, and the node by position. */
interface Message {
  readonly index: number;
  readonly sent: JsonObject;
  readonly size: number;
}

/** By node, the messages of which another node sends an equal one. */
function messagesToCompare({ nodesOf, isAmbiguous, texts }: Subject): ReadonlyMap<number, string> {
  const keys = new Map<number, string>();
  for (const kind of MESSAGES) {
    const messages: Message[] = [];
    for (const { node, index } of nodesOf(kind)) {
      const sent = node.config;
      const size = isObject(sent) ? sizeOf(sent) : 0;
      if (isObject(sent) && size > 0 && !isAmbiguous(index)) messages.push({ index, sent, size });
    }
    const alike = repeated(messages, ({ size }) => size);
    for (const { index, sent } of repeated(alike, (message) => exactly(message.sent, texts))) {
      keys.set(index, `${kind} ${exactly(sent, texts)}`);
    }
  }
  return keys;
}

/** The items whose key another one has too. */
function repeated<T>(items: readonly T[], keyOf: (item: T) => unknown): readonly T[] {
  if (items.length < 2) return [];
  const keys = items.map(keyOf);
  const times = new Map<unknown, number>();
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  return times.size === keys.length ? [] : items.filter((_, index) => times.get(keys[index]) !== 1);
}

/** Equal for equal messages, and cheaper to compute than a comparison; 0 for none. */
function sizeOf(config: JsonObject): number {
  let size = 0;
  for (const key of Object.keys(config)) {
    const value = config[key];
    if (key !== "ui") size += 1 + key.length + (typeof value === "string" ? value.length : 1);
  }
  return size;
}

function exactly(message: JsonObject, texts: WeakMap<JsonObject, string>): string {
  const known = texts.get(message);
  if (known !== undefined) return known;
  const { ui: _, ...sent } = message;
  const text = canonical(sent);
  texts.set(message, text);
  return text;
}
