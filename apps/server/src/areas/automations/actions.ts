import type { AutomationAction } from "@trilho/contract";
import { compileGraph, type GraphDefinition, type GraphNode } from "@trilho/engine";
import type { ActionType } from "@trilho/engine/contract";

type ActionNode = GraphNode & { actionType: ActionType };

/** Action nodes with every edge pointing forward; in the definition's own order where a stored graph has a cycle. */
export function actionNodes(graph: GraphDefinition): ActionNode[] {
  const { nodes, order } = compileGraph(graph);
  const sorted = order === null ? nodes : [...order].flatMap((position) => nodes[position] ?? []);
  return sorted.filter((node): node is ActionNode => node.type === "action" && typeof node.actionType === "string");
}

/** The contract's `actions`: derived from the graph at every answer, never stored. */
export const actionsOf = (graph: GraphDefinition): AutomationAction[] =>
  actionNodes(graph).map((node, order) => ({
    id: node.id,
    type: node.actionType,
    order,
    config: node.config ?? {},
  }));

/** The first webhook action, or null. */
export const firstWebhook = (graph: GraphDefinition): GraphNode | null =>
  actionNodes(graph).find((node) => node.actionType === "webhook") ?? null;
