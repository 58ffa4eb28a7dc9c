import type { ActionType, NodeKind } from "./definition.ts";

// Apart from the tables with schemas, which whoever only checks and runs graphs need not load.

/** What each node type is called, in English. */
export const NODE_LABELS: Readonly<Record<NodeKind, string>> = {
  trigger: "Trigger",
  action: "Action",
  condition: "Condition",
  wait: "Wait",
  round_robin: "Round robin",
  end: "End",
};

/** What each action type is called, in English. */
export const ACTION_LABELS: Readonly<Record<ActionType, string>> = {
  send_whatsapp: "Send WhatsApp",
  send_email: "Send e-mail",
  reply_instagram_comment: "Reply to Instagram comment",
  send_instagram_private_reply: "Send Instagram private reply",
  hide_instagram_comment: "Hide Instagram comment",
  close_conversation: "Close conversation",
  move_stage: "Move to stage",
  add_tag: "Add tags",
  remove_tag: "Remove tags",
  set_custom_field: "Set custom field",
  assign_responsible: "Assign responsible",
  add_co_owner: "Add co-owner",
  create_task: "Create task",
  create_lead: "Create lead",
  create_calendar_event: "Create calendar event",
  cia_deal_analysis: "Analyse deal",
  wait: "Wait",
  stop_automations: "Stop automations",
  webhook: "Webhook",
  send_meta_conversion: "Send Meta conversion",
};
