import { connectedComponents, stronglyConnectedComponents } from "graphology-components";
import { topologicalSort } from "graphology-dag";
import { bfsFromNode } from "graphology-traversal";
import { awaitsReply, isWait } from "@trilho/engine";
import { effectsOf, REOPENS, topicOf } from "../../limit-flow.ts";
import type { Drawn } from "./graph.ts";
import { isObject } from "./problem.ts";
import type { Problem } from "./problem.ts";

type Graph = Drawn["graph"];

const YEAR = 365 * 86_400;
const DAY = 86_400;

/** The nodes with every edge pointing forward; null where a cycle forbids that, which the library tells by throwing. */
export function orderOf(graph: Graph): readonly string[] | null {
  try {
    return topologicalSort(graph);
  } catch {
    return null;
  }
}

/** Tells each strongly connected component with a shortest cycle. */
export function checkCycles(graph: Graph, problems: Problem[]): void {
  for (const component of stronglyConnectedComponents(graph)) {
    const [only = ""] = component;
    if (component.length === 1 && !graph.hasDirectedEdge(only, only)) continue;
    const cycles = component.map((key) => cycleThrough(graph, key));
    const [shortest = []] = cycles.toSorted((a, b) => a.length - b.length);
    const nodeIds = shortest.map((key) => graph.getNodeAttribute(key, "node").id);
    problems.push({ code: "cycle", path: pathOf(graph, only), nodeIds });
  }
}

/** The keys of the fewest nodes by which a node leads back to itself; very many where it does not. */
function cycleThrough(graph: Graph, start: string): string[] {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const key of queue) {
    for (const next of graph.outNeighbors(key)) {
      if (next === start) {
        const way = [key];
        for (let at = key; at !== start;) way.unshift((at = cameFrom.get(at) ?? start));
        return way;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, key);
      queue.push(next);
    }
  }
  return Array.from({ length: graph.order + 1 }, () => start);
}

/** Groups of nodes that no trigger leads to, unless a missing or loose edge explains them. */
export function checkReach({ graph, used, loose }: Drawn, triggers: readonly string[], problems: Problem[]): void {
  if (triggers.length === 0) return;
  const reached = new Set<string>();
  const mark = (start: string) => bfsFromNode(graph, start, (key) => void reached.add(key), { mode: "outbound" });
  triggers.forEach(mark);
  // What has no id has that one problem: no edge can lead to it.
  const nameless = graph.filterNodes((_, { node }) => typeof node.id !== "string");
  if (reached.size + nameless.length === graph.order) return;
  for (const { source, target } of loose) {
    if (source === undefined && target !== undefined && !reached.has(target)) mark(target);
  }
  const causesAt = (key: string): number => {
    const { required, isAmbiguous } = graph.getNodeAttributes(key);
    const open = isAmbiguous ? 0 : required.filter((handle) => !used.has(`${key} ${handle}`)).length;
    return open + loose.filter(({ source, target }) => source === key && target === undefined).length;
  };
  let causes = loose.filter(({ source, target }) => source === undefined && target === undefined).length;
  for (const key of reached) causes += causesAt(key);
  const rest = graph.copy();
  for (const key of [...reached, ...nameless]) rest.dropNode(key);
  const strong = stronglyConnectedComponents(rest);
  const entries = (keys: readonly string[]) =>
    strong.filter(
      ([first = "", ...more]) =>
        keys.includes(first) &&
        [first, ...more].every((key) => rest.inNeighbors(key).every((from) => from === first || more.includes(from))),
    ).length;
  const islands = connectedComponents(rest).map((keys) => {
    return { keys, ways: entries(keys), nodeIds: keys.map((key) => graph.getNodeAttribute(key, "node").id).toSorted() };
  });
  let isOut = false;
  for (const { keys, ways, nodeIds } of islands.toSorted(
    (a, b) => a.ways - b.ways || ((a.nodeIds[0] ?? "") < (b.nodeIds[0] ?? "") ? -1 : 1),
  )) {
    isOut ||= ways > causes;
    if (isOut) {
      problems.push({ code: "unreachable-node", path: pathOf(graph, keys[0] ?? ""), nodeIds });
    } else causes += keys.reduce((sum, key) => sum + causesAt(key), 0) - ways;
  }
}

/** What is known on the way to a node, and after it. */
interface Known {
  readonly before: ReadonlySet<string>;
  readonly after: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = new Set();

/** What walking along an order of the nodes tells: repetitions, and runs of more than a year. */
export function checkPaths(
  graph: Graph,
  order: readonly string[],
  triggers: readonly string[],
  problems: Problem[],
): void {
  checkLength(graph, order, triggers, problems);
  checkMessages(graph, order, problems);
  checkActions(graph, order, problems);
}

function secondsAt(graph: Graph, key: string): number {
  const { node } = graph.getNodeAttributes(key);
  const given = node.config?.[isWait(node) ? "delaySeconds" : "replyTimeoutSeconds"];
  const seconds = typeof given === "number" && given > 0 ? given : 0;
  if (isWait(node)) return seconds;
  return awaitsReply(node) ? seconds || DAY : 0;
}

function checkLength(graph: Graph, order: readonly string[], triggers: readonly string[], problems: Problem[]): void {
  const longest = new Map<string, number>(triggers.map((key) => [key, 0]));
  for (const key of order) {
    const start = longest.get(key);
    if (start === undefined) continue;
    const end = start + secondsAt(graph, key);
    if (start <= YEAR && end > YEAR) problems.push({ code: "longer-than-a-year", path: pathOf(graph, key) });
    graph.forEachOutNeighbor(key, (next) => void longest.set(next, Math.max(longest.get(next) ?? 0, end)));
  }
}

const SENDING: ReadonlySet<unknown> = new Set([
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
]);

/** The same message twice on some path, with no pause in between. */
function checkMessages(graph: Graph, order: readonly string[], problems: Problem[]): void {
  const texts = new Map<string, string>();
  graph.forEachNode((key, { node: { actionType, config } }) => {
    if (!isObject(config) || !SENDING.has(actionType)) return;
    const { ui: _, ...message } = config;
    if (Object.keys(message).length > 0) texts.set(key, `${actionType} ${JSON.stringify(message)}`);
  });
  if (new Set(texts.values()).size === texts.size) return;
  const sent = new Map<string, ReadonlySet<string>>();
  for (const key of order) {
    const before = new Set<string>();
    graph.forEachInEdge(key, (_, { handle }, source, __, { node }) => {
      const failed = handle === "fallback" && node.type === "action";
      if (!failed && (isWait(node) || awaitsReply(node))) return;
      for (const text of sent.get(source) ?? []) before.add(text);
      const own = failed ? undefined : texts.get(source);
      if (own !== undefined) before.add(own);
    });
    sent.set(key, before);
    const text = texts.get(key);
    if (text !== undefined && before.has(text)) problems.push({ code: "repeated-message", path: pathOf(graph, key) });
  }
}

/** Actions that do only what every path to them has done. */
function checkActions(graph: Graph, order: readonly string[], problems: Problem[]): void {
  const effects = new Map<string, readonly string[]>();
  graph.forEachNode((key, { node }) => {
    const isReadable = node.config === undefined || isObject(node.config);
    const list = node.type === "action" && isReadable ? effectsOf(node) : [];
    if (list.length > 0) effects.set(key, list);
  });
  const all = [...effects.values()].flat();
  if (new Set(all).size === all.length) return;
  const known = new Map<string, Known>();
  for (const key of order) {
    const before = onEveryPath(graph, key, known);
    const done = effects.get(key) ?? [];
    known.set(key, { before, after: afterNode(graph, key, before, done) });
    if (done.length === 0 || !done.every((effect) => before.has(effect))) continue;
    const isTag = graph.getNodeAttribute(key, "node").actionType === "add_tag";
    problems.push({ code: isTag ? "repeated-tag" : "repeated-action", path: pathOf(graph, key) });
  }
}

function onEveryPath(graph: Graph, key: string, known: ReadonlyMap<string, Known>): ReadonlySet<string> {
  let common: ReadonlySet<string> | null = null;
  graph.forEachInEdge(key, (_, { handle }, source) => {
    const facts = known.get(source)?.[handle === "fallback" ? "before" : "after"] ?? NOTHING;
    const others = common;
    common = others === null ? facts : new Set([...others].filter((effect) => facts.has(effect)));
  });
  return common ?? NOTHING;
}

function afterNode(graph: Graph, key: string, before: ReadonlySet<string>, done: readonly string[]) {
  const { node } = graph.getNodeAttributes(key);
  if (isWait(node) || awaitsReply(node)) {
    return before.size === 0 ? before : new Set([...before].filter((effect) => effect.endsWith("\nadd_tag")));
  }
  if (node.type !== "action" || (before.size === 0 && done.length === 0)) return before;
  const topics = new Set(done.map(topicOf));
  const stirred = REOPENS[node.actionType ?? ""];
  const isLost = (topic: string) =>
    topic === stirred || topics.has(topic) || (node.actionType === "set_custom_field" && topic.startsWith("field:"));
  return new Set([...[...before].filter((effect) => !isLost(topicOf(effect))), ...done]);
}

function pathOf(graph: Graph, key: string): string {
  return `/nodes/${graph.getNodeAttribute(key, "index")}`;
}
