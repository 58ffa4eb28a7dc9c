import type { GraphNode } from "../contract/definition.ts";
import { at, eachEdge } from "../graph/adjacency.ts";
import { handleOf } from "../graph/compile.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { isObject } from "../graph/parts.ts";
import { atNode } from "./findings.ts";
import { nodeName } from "./names.ts";
import type { Rule } from "./rule.ts";

/** Larger graphs are over the contract's limit anyway; the sets below would cost time there. */
const MOST_NODES = 1000;

type Tags = ReadonlySet<string>;

/** Warns of a step that adds only tags which every path to it has already added. */
export const repeatedTag: Rule = function* ({ graph, isAmbiguous }) {
  if (graph.order === null || graph.nodes.length > MOST_NODES) return;
  const known: { before: Tags; after: Tags }[] = [];
  for (const node of graph.order) {
    const before = onEveryPath(graph, node, known);
    const definition = isAmbiguous(node) ? undefined : graph.nodes[node];
    known[node] = { before, after: definition ? apply(definition, before) : before };
    const added = definition ? tagsOf(definition, "add_tag") : [];
    if (!graph.reachable[node] || added.length === 0 || !added.every((tag) => before.has(tag))) continue;
    const message = `${nodeName(definition)} adds nothing: every path to it has added these tags before.`;
    yield atNode(graph, node, { code: "repeated-tag", message, below: ["config", "tagIds"] });
  }
};

function onEveryPath(graph: CompiledGraph, node: number, known: readonly { before: Tags; after: Tags }[]): Tags {
  let common: Tags | null = null;
  eachEdge(graph.in, node, (index) => {
    const source = at(graph.source, index);
    const edge = graph.edges[index];
    if (!graph.reachable[source] || !edge) return;
    // By `fallback` a run leaves an action that failed, and so added nothing.
    const tags = known[source]?.[handleOf(edge) === "fallback" ? "before" : "after"] ?? NONE;
    common = common === null ? tags : new Set([...common].filter((tag) => tags.has(tag)));
  });
  return common ?? NONE;
}

const NONE: Tags = new Set();

function apply(node: GraphNode, before: Tags): Tags {
  const added = tagsOf(node, "add_tag");
  const removed = new Set(tagsOf(node, "remove_tag"));
  if (added.length + removed.size === 0) return before;
  return new Set([...before, ...added].filter((tag) => !removed.has(tag)));
}

function tagsOf(node: GraphNode, actionType: "add_tag" | "remove_tag"): string[] {
  if (node.type !== "action" || node.actionType !== actionType || !isObject(node.config)) return [];
  const { tagIds } = node.config;
  return Array.isArray(tagIds) ? tagIds.filter((tag) => typeof tag === "string") : [];
}
