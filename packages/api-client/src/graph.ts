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
export type ActionType =
  | "webhook"
  | "send_whatsapp"
  | "move_stage"
  | "add_tag"
  | "remove_tag"
  | "set_custom_field"
  | "wait"
  | "create_task"
  | "assign_responsible"
  | "add_co_owner"
  | "send_meta_conversion"
  | "create_lead"
  | "send_email"
  | "reply_instagram_comment"
  | "send_instagram_private_reply"
  | "hide_instagram_comment"
  | "cia_deal_analysis"
  | "create_calendar_event"
  | "close_conversation"
  | "stop_automations";

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
