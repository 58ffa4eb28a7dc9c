import { at } from "../graph/adjacency.ts";
import { isObject } from "../graph/parts.ts";
import { atEdge, idsOf, removeEdge } from "./findings.ts";
import { nodeName } from "./names.ts";
import type { Rule } from "./rule.ts";

/** Both ends of an edge exist. Nodes that cannot be reached because of it are its `related`. */
export const danglingEdge: Rule = function* ({ graph, consequences }) {
  for (const [index, edge] of graph.edges.entries()) {
    if (!isObject(edge) || typeof edge.source !== "string" || typeof edge.target !== "string") continue;
    const hasSource = at(graph.source, index) >= 0;
    const hasTarget = at(graph.target, index) >= 0;
    if (hasSource && hasTarget) continue;
    const unreached = consequences.of.get(`edge ${index}`);
    yield atEdge(graph, index, {
      code: "dangling-edge",
      message: messageOf(
        hasSource,
        hasTarget,
        nodeName(graph.nodes[at(hasSource ? graph.source : graph.target, index)]),
      ),
      below: [hasSource ? "target" : "source"],
      ...(unreached && { related: { nodeIds: idsOf(graph, unreached) } }),
      fixes: [removeEdge(index, "Remove the connection", true)],
    });
  }
};

function messageOf(hasSource: boolean, hasTarget: boolean, name: string): string {
  if (hasSource) return `The connection from ${name} leads to a step that does not exist.`;
  if (hasTarget) return `The connection to ${name} comes from a step that does not exist.`;
  return "A connection joins two steps that do not exist.";
}
