import type { Sender } from "../../areas/conversations/sender.ts";
import type { Messenger } from "../../areas/conversations/messenger.ts";
import type { Store } from "../model/stores.ts";
import type { Actions } from "../action.ts";
import { analyseDeal } from "./analysis.ts";
import { sendConversion } from "./conversion.ts";
import { closeConversation } from "./conversation.ts";
import * as deal from "./deal.ts";
import { sendEmail } from "./email.ts";
import { hideComment, replyInPrivate, replyToComment } from "./instagram.ts";
import { createLead } from "./lead.ts";
import { createCalendarEvent, createTask } from "./planned.ts";
import type { Assistant, Conversions, WebhookCaller } from "./port.ts";
import { callWebhook } from "./webhook.ts";
import { sendWhatsapp } from "./whatsapp.ts";

export interface ActionParts {
  /** Of `outside` actions; `inside` ones get that of their run's transaction. */
  store: Store;
  messenger: Messenger;
  sender: Sender;
  webhooks: WebhookCaller;
  /** Null where none is set up. */
  assistant: Assistant | null;
  conversions: Conversions | null;
}

/** What runs can do. */
export const createActions = ({ store, messenger, sender, ...parts }: ActionParts): Actions => ({
  send_whatsapp: sendWhatsapp(store, messenger),
  send_email: sendEmail(store, sender),
  reply_instagram_comment: replyToComment(store, sender),
  send_instagram_private_reply: replyInPrivate(store, sender),
  hide_instagram_comment: hideComment(store, sender),
  close_conversation: closeConversation,
  move_stage: deal.moveStage,
  add_tag: deal.addTag,
  remove_tag: deal.removeTag,
  set_custom_field: deal.setCustomField,
  assign_responsible: deal.assignResponsible,
  add_co_owner: deal.addCoOwner,
  create_task: createTask,
  create_lead: createLead,
  create_calendar_event: createCalendarEvent,
  cia_deal_analysis: analyseDeal(parts.assistant),
  stop_automations: deal.stopAutomations,
  webhook: callWebhook(store, parts.webhooks),
  send_meta_conversion: sendConversion(store, parts.conversions),
});
