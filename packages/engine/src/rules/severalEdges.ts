import { at } from "../graph/adjacency.ts";
import { handleOf } from "../graph/compile.ts";
import { isObject } from "../graph/parts.ts";
import { atEdge, removeEdge, wayOf } from "./findings.ts";
import { refOf } from "./names.ts";
import { edgeIdOf } from "./rule.ts";
import type { Rule } from "./rule.ts";

/** At most one edge leaves by each handle of a node: one token cannot take two. */
export const severalEdges: Rule = function* ({ graph, isAmbiguous }) {
  const first = new Map<number, Map<string, number>>();
  for (const [index, edge] of graph.edges.entries()) {
    const source = at(graph.source, index);
    // An edge to nowhere is one problem already, and mending that one settles this.
    if (
      source < 0 ||
      at(graph.target, index) < 0 ||
      isAmbiguous(source) ||
      !isObject(edge) ||
      graph.nodes[source]?.type === "end"
    )
      continue;
    if (edge.sourceHandle !== undefined && typeof edge.sourceHandle !== "string") continue;
    const byHandle = first.get(source) ?? new Map<string, number>();
    first.set(source, byHandle);
    const handle = handleOf(edge);
    const earlier = byHandle.get(handle);
    if (earlier === undefined) {
      byHandle.set(handle, index);
      continue;
    }
    const isSame = graph.target[earlier] === graph.target[index];
    const edgeIds = [earlier, index].flatMap((position) => edgeIdOf(graph.edges[position]) ?? []);
    yield atEdge(graph, index, {
      code: "several-edges-from-handle",
      params: { node: refOf(graph.nodes[source]), way: wayOf(graph, index) },
      related: { edgeIds },
      fixes: [removeEdge(index, isSame, { code: "remove-second-edge", params: {} })],
    });
  }
};
