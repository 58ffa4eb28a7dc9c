import { atGraph, idsOf } from "./finding/findings.ts";
import type { Rule } from "./finding/rule.ts";

/** At most 50 nodes and 30 waits; both spellings of a wait count. Edges only where the options set a limit. */
export const limits: Rule = function* ({ graph, nodesOf, limits: { nodes, waits, edges } }) {
  const count = graph.nodes.length;
  if (count > nodes) yield atGraph("/nodes", "too-many-nodes", () => ({ params: { count, limit: nodes } }));
  const found = nodesOf("wait").map(({ index }) => index);
  if (found.length > waits) {
    yield atGraph("/nodes", "too-many-waits", () => ({
      params: { count: found.length, limit: waits },
      related: { nodeIds: idsOf(graph, found) },
    }));
  }
  const drawn = graph.edges.length;
  if (drawn > edges) yield atGraph("/edges", "too-many-edges", () => ({ params: { count: drawn, limit: edges } }));
};
