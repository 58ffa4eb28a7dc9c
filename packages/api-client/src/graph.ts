import type { AutomationAction } from "./generated/types.ts";

/** Any JSON. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;
export interface JsonObject {
  [key: string]: JsonValue;
}

/** One node of an automation's graph. `config` holds what the action needs, and `config.ui` what only an editor needs. */
export interface GraphNode {
  id: string;
  type: "trigger" | "action" | "condition" | "wait" | "round_robin" | "end";
  actionType?: ActionType | null;
  config?: JsonObject;
  /** Of a `condition` node: `{ branches: Branch[] }`. */
  condition?: JsonObject | null;
}

/** Action types of graph format 2 (contract, "Automation", graph rules). */
export type ActionType = AutomationAction["type"];

/** One edge. Without `sourceHandle` it leaves by `next`. */
export interface GraphEdge {
  id?: string;
  source: string;
  target: string;
  sourceHandle?: string;
}

/** The `graphDefinition` of an automation: `@trilho/engine` validates and simulates the same. */
export interface GraphDefinition {
  version: 2;
  nodes: GraphNode[];
  edges?: GraphEdge[];
}
