import { MultiDirectedGraph } from "graphology";
import type { GraphDefinition, GraphEdge, GraphNode } from "../contract/definition.ts";
import { at } from "../graph/adjacency.ts";
import { compileGraph, isCompiled } from "../graph/compile.ts";
import { handleOf } from "../graph/handles.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { plainly } from "../json/plainly.ts";

/** What a node or edge of the definition becomes: itself, under a key of our own. */
export interface NodeAttributes {
  id: string;
  node: GraphNode;
}
export interface EdgeAttributes {
  handle: string;
  edge: GraphEdge;
}
export type AutomationGraph = MultiDirectedGraph<NodeAttributes, EdgeAttributes>;

/**
 * A definition as a graphology multigraph, for the algorithms written for it. Keys are `n0`, `n1`, … and `e0`, `e1`, …
 * by position: ids such as `__proto__` break libraries that keep nodes in plain objects. Nodes without an id and edges that
 * lead nowhere are left out, and so are the edges of `skip` (positions). Never throws.
 *
 * @example
 * ```ts
 * import { toGraphology } from "@trilho/engine/interop";
 *
 * const graph = toGraphology({
 *   version: 2,
 *   nodes: [{ id: "start", type: "trigger" }, { id: "done", type: "end" }],
 *   edges: [{ source: "start", target: "done" }],
 * });
 * graph.mapNodes((key, { id }) => `${key}: ${id}`); // ["n0: start", "n1: done"]
 * graph.getEdgeAttribute("e0", "handle"); // "next"
 * ```
 */
export function toGraphology(
  graph: CompiledGraph | GraphDefinition,
  skip: ReadonlySet<number> = new Set(),
): AutomationGraph {
  const compiled = plainly([graph], (given) => (isCompiled(given) ? given : compileGraph(given)));
  const result: AutomationGraph = new MultiDirectedGraph<NodeAttributes, EdgeAttributes>();
  compiled.nodes.forEach((node, index) => {
    if (at(compiled.representative, index) >= 0) result.addNode(nodeKey(index), { id: node.id, node });
  });
  compiled.edges.forEach((edge, index) => {
    const source = at(compiled.source, index);
    const target = at(compiled.target, index);
    if (source < 0 || target < 0 || skip.has(index)) return;
    result.addEdgeWithKey(`e${index}`, nodeKey(source), nodeKey(target), { handle: handleOf(edge), edge });
  });
  return result;
}

/**
 * The way back: nodes and edges in the graph's order, ends of edges as the graph has them now.
 *
 * @example
 * ```ts
 * import { fromGraphology, toGraphology } from "@trilho/engine/interop";
 *
 * const graph = toGraphology({ version: 2, nodes: [{ id: "start", type: "trigger" }, { id: "done", type: "end" }] });
 * graph.dropNode("n1");
 * fromGraphology(graph).nodes; // [{ id: "start", type: "trigger" }]
 * ```
 */
export function fromGraphology(graph: AutomationGraph): GraphDefinition {
  const nodes = graph.mapNodes((_, { node }) => node);
  const edges = graph.mapEdges((key, { edge }) => ({
    ...edge,
    source: graph.getNodeAttribute(graph.source(key), "id"),
    target: graph.getNodeAttribute(graph.target(key), "id"),
  }));
  return { version: 2, nodes, edges };
}

function nodeKey(position: number): string {
  return `n${position}`;
}
