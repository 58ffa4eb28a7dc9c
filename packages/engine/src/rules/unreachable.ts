import { atNode, edgesByNode, idsOf, removeNodes } from "./finding/findings.ts";
import { refsOf } from "./finding/names.ts";
import type { Rule } from "./finding/rule.ts";

/**
 * Every node can be reached from the trigger: one problem per group of connected nodes. Nodes that a missing or
 * dangling edge explains are told with that edge.
 */
export const unreachable: Rule = function* ({ graph, consequences }) {
  if (consequences.islands.length === 0) return;
  const touching = edgesByNode(graph);
  for (const island of consequences.islands) {
    const [entry = -1] = island;
    yield atNode(graph, entry, {
      code: "unreachable-node",
      params: { nodes: refsOf(island.map((node) => graph.nodes[node])) },
      related: { nodeIds: idsOf(graph, island) },
      fixes: [removeNodes(island, touching)],
    });
  }
};
