import type { JsonObject } from "./json.ts";

/** Node types of graph format 2 (contract, "Automation", graph rules). */
export const NODE_KINDS = ["trigger", "action", "condition", "wait", "round_robin", "end"] as const;
export type NodeKind = (typeof NODE_KINDS)[number];

/** Action types of graph format 2 (contract, "Automation", graph rules). */
export const ACTION_TYPES = [
  "webhook",
  "send_whatsapp",
  "move_stage",
  "add_tag",
  "remove_tag",
  "set_custom_field",
  "wait",
  "create_task",
  "assign_responsible",
  "add_co_owner",
  "send_meta_conversion",
  "create_lead",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
  "hide_instagram_comment",
  "cia_deal_analysis",
  "create_calendar_event",
  "close_conversation",
  "stop_automations",
] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

/** One node. `config` holds what the action needs, and `config.ui` what only an editor needs. */
export interface GraphNode {
  id: string;
  type: NodeKind;
  actionType?: ActionType | null;
  config?: JsonObject;
  /** Of a `condition` node: `{ branches: Branch[] }`. */
  condition?: JsonObject | null;
}

/** One edge. Without `sourceHandle` it leaves by `next`. */
export interface GraphEdge {
  id?: string;
  source: string;
  target: string;
  sourceHandle?: string;
}

/** The `graphDefinition` of an automation. */
export interface GraphDefinition {
  version: 2;
  nodes: GraphNode[];
  edges?: GraphEdge[];
}

/** Limits of the contract: at most 50 nodes, 30 waits, a wait of at least 5 seconds. */
export const LIMITS = { nodes: 50, waits: 30, minDelaySeconds: 5 } as const;

/** Ids of branches, exits and buttons. */
export const PART_ID_PATTERN = "^[A-Za-z0-9_-]{1,64}$";
