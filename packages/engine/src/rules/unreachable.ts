import { atNode, idsOf, removeNodes } from "./findings.ts";
import { refsOf } from "./names.ts";
import type { Rule } from "./rule.ts";

/**
 * Every node can be reached from the trigger: one problem per group of connected nodes. Nodes that a missing or
 * dangling edge explains are told with that edge.
 */
export const unreachable: Rule = function* ({ graph, consequences }) {
  for (const island of consequences.islands) {
    const [entry = -1] = island;
    yield atNode(graph, entry, {
      code: "unreachable-node",
      params: { nodes: refsOf(island.map((node) => graph.nodes[node])) },
      related: { nodeIds: idsOf(graph, island) },
      fixes: [removeNodes(graph, new Set(island))],
    });
  }
};
