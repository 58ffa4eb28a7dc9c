import { at } from "../graph/adjacency.ts";
import { atNode, edgesByNode, idsOf, removeNodes } from "./finding/findings.ts";
import { refsOf } from "./finding/names.ts";
import type { Rule } from "./finding/rule.ts";

/**
 * Every node can be reached from the trigger: one problem per group of connected nodes. Nodes that a missing or
 * dangling edge explains are told with that edge. A group is told from where it begins.
 */
export const unreachable: Rule = function* ({ graph, consequences }) {
  let touching: ReadonlyMap<number, readonly number[]> | null = null;
  for (const island of consequences.islands) {
    const beginnings = island.filter((node) => at(graph.in.start, node) === at(graph.in.start, node + 1));
    const told = [...new Set([...beginnings, ...island])];
    const [entry = -1] = told;
    yield atNode(graph, entry, "unreachable-node", () => {
      touching ??= edgesByNode(graph);
      return {
        params: { nodes: refsOf(told.map((node) => graph.nodes[node])) },
        related: { nodeIds: idsOf(graph, island) },
        fixes: [removeNodes(island, touching)],
      };
    });
  }
};
