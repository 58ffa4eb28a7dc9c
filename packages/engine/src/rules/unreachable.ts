import { atNode, idsOf, removeNodes } from "./findings.ts";
import { nameList, nodeName } from "./names.ts";
import type { Rule } from "./rule.ts";

/**
 * Every node can be reached from the trigger: one problem per group of connected nodes. Nodes that a missing or
 * dangling edge explains are told with that edge.
 */
export const unreachable: Rule = function* ({ graph, consequences }) {
  for (const island of consequences.islands) {
    const [entry = -1] = island;
    const names = island.map((node) => nodeName(graph.nodes[node]));
    const isOne = island.length === 1;
    yield atNode(graph, entry, {
      code: "unreachable-node",
      message: `No path from the trigger leads to ${nameList(names)}.`,
      related: { nodeIds: idsOf(graph, island) },
      fixes: [removeNodes(graph, new Set(island), isOne ? "Remove the step" : `Remove these ${island.length} steps`)],
    });
  }
};
