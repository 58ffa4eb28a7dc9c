import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";

/** A chain of nodes after the trigger. */
export function chain(...bodies: Omit<GraphNode, "id">[]): GraphDefinition {
  const nodes: GraphNode[] = [
    { id: "start", type: "trigger" },
    ...bodies.map((body, at) => ({ id: `n${at}`, ...body })),
  ];
  const edges = nodes
    .slice(1)
    .map(({ id }, at): GraphEdge => ({ id: `e${at}`, source: nodes[at]?.id ?? "", target: id }));
  return { version: 2, nodes, edges };
}

/** An action that gives the deal a tag, or takes it. */
export const tag = (actionType: "add_tag" | "remove_tag") => ({
  type: "action" as const,
  actionType,
  config: { tagIds: ["t1"] },
});
