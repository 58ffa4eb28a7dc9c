import { ACTION_SCHEMAS } from "./action-schemas.ts";
import type { ConfigSchema } from "./config-schema.ts";
import type { ActionType } from "./definition.ts";
import { ACTION_LABELS } from "./labels.ts";

/** Sections of the palette. */
export const ACTION_GROUPS = ["message", "crm", "flow", "integration"] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

export interface ActionInfo {
  label: string;
  description: string;
  group: ActionGroup;
  /** The run may stay at this action until the contact answers. */
  awaitsReplyPossible: boolean;
  configSchema: ConfigSchema;
}

/** Every action type: what to call it, where a palette shows it, what its config holds. */
export const ACTIONS: Readonly<Record<ActionType, ActionInfo>> = {
  send_whatsapp: {
    ...action("send_whatsapp", "message", "Sends a message, with quick-reply buttons if wanted."),
    awaitsReplyPossible: true,
  },
  send_email: action("send_email", "message", "Sends an e-mail to the contact."),
  reply_instagram_comment: action(
    "reply_instagram_comment",
    "message",
    "Answers in public under the comment that started the run.",
  ),
  send_instagram_private_reply: action(
    "send_instagram_private_reply",
    "message",
    "Answers the comment that started the run with a private message.",
  ),
  hide_instagram_comment: action("hide_instagram_comment", "message", "Hides the comment that started the run."),
  close_conversation: action("close_conversation", "message", "Closes the open conversation."),
  move_stage: action("move_stage", "crm", "Moves the deal to another stage."),
  add_tag: action("add_tag", "crm", "Adds tags to the deal."),
  remove_tag: action("remove_tag", "crm", "Takes tags off the deal."),
  set_custom_field: action("set_custom_field", "crm", "Writes a value into a custom field."),
  assign_responsible: action("assign_responsible", "crm", "Makes a user responsible for the deal."),
  add_co_owner: action("add_co_owner", "crm", "Adds a second user to the deal."),
  create_task: action("create_task", "crm", "Creates a task on the deal."),
  create_lead: action("create_lead", "crm", "Creates another deal, for example in a second pipeline."),
  create_calendar_event: action("create_calendar_event", "crm", "Books a meeting."),
  cia_deal_analysis: action("cia_deal_analysis", "crm", "Lets the assistant analyse the deal."),
  wait: action("wait", "flow", "Goes on after a set time."),
  stop_automations: action("stop_automations", "flow", "Stops the deal's other automation runs."),
  webhook: action("webhook", "integration", "Sends a signed HTTP request to another system."),
  send_meta_conversion: action("send_meta_conversion", "integration", "Reports a conversion event to Meta."),
};

function action(type: ActionType, group: ActionGroup, description: string): ActionInfo {
  return {
    label: ACTION_LABELS[type],
    description,
    group,
    awaitsReplyPossible: false,
    configSchema: ACTION_SCHEMAS[type],
  };
}
