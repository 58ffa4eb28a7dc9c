import { isObject } from "../contract/json.ts";
import { at } from "../graph/adjacency.ts";
import { atEdge, idsOf, removeEdge } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import type { Rule } from "./finding/rule.ts";

/** Both ends of an edge exist. Nodes that cannot be reached because of it are its `related`. */
export const danglingEdge: Rule = function* ({ graph, consequences }) {
  if (graph.out.edges.length === graph.edges.length) return;
  for (let index = 0; index < graph.edges.length; index += 1) {
    const hasSource = at(graph.source, index) >= 0;
    const hasTarget = at(graph.target, index) >= 0;
    if (hasSource && hasTarget) continue;
    const edge = graph.edges[index];
    if (!isObject(edge) || typeof edge.source !== "string" || typeof edge.target !== "string") continue;
    yield atEdge(graph, index, "dangling-edge", () => {
      const unreached = consequences.of.get(`edge ${index}`);
      return {
        params: {
          missing: hasSource ? "target" : hasTarget ? "source" : "both",
          node: refOf(graph.nodes[at(hasSource ? graph.source : graph.target, index)]),
        },
        below: [hasSource ? "target" : "source"],
        ...(unreached && { related: { nodeIds: idsOf(graph, unreached) } }),
        fixes: [removeEdge(index, true)],
      };
    });
  }
};
