import type { ActionType } from "../../contract/definition.ts";
import type { Picker } from "../../contract/config-schema.ts";
import type { FieldPicker } from "../../contract/fields.ts";
import type { KnownTriggerType } from "../../contract/triggers.ts";
import type { ThingKind, Touch } from "./types.ts";

type Told = readonly [mode: Touch["mode"], kind: ThingKind, id: string | null];

const writes = (kind: ThingKind, id: string | null = null): Told => ["writes", kind, id];
const reads = (kind: ThingKind, id: string | null = null): Told => ["reads", kind, id];
const COMMENT = reads("comment");

/** What an action touches whatever its config says. What it picks is in its schema: it writes that, channels apart. */
export const ACTION_TOUCHES: Readonly<Record<ActionType, readonly Told[]>> = {
  send_whatsapp: [writes("message", "whatsapp"), writes("field", "deal.lastMessageAt")],
  send_email: [writes("message", "email")],
  reply_instagram_comment: [COMMENT, writes("message", "instagram")],
  send_instagram_private_reply: [COMMENT, writes("message", "instagram")],
  hide_instagram_comment: [COMMENT, writes("comment")],
  close_conversation: [writes("conversation")],
  move_stage: ["stageId", "pipelineId", "status", "lostReason"].map((name) => writes("field", `deal.${name}`)),
  add_tag: [writes("field", "deal.tagIds")],
  remove_tag: [writes("field", "deal.tagIds")],
  set_custom_field: [],
  assign_responsible: [writes("field", "deal.responsibleUserId")],
  add_co_owner: [writes("field", "deal.coOwnerUserId")],
  create_task: [writes("task")],
  create_lead: [writes("deal")],
  create_calendar_event: [writes("calendarEvent")],
  cia_deal_analysis: [],
  wait: [],
  stop_automations: [writes("run")],
  webhook: [writes("outside", "webhook")],
  send_meta_conversion: [writes("outside", "meta")],
};

/** What a trigger listens to whatever its settings say; what these pick is in their schema. */
export const TRIGGER_TOUCHES: Readonly<Record<KnownTriggerType, readonly Told[]>> = {
  deal_created: [reads("deal")],
  deal_updated: [],
  stage_entered: [reads("field", "deal.stageId")],
  stage_left: [reads("field", "deal.stageId")],
  deal_won: [reads("field", "deal.status")],
  deal_lost: [reads("field", "deal.status")],
  tag_added: [reads("field", "deal.tagIds")],
  tag_removed: [reads("field", "deal.tagIds")],
  custom_field_changed: [],
  message_received: [reads("message")],
  instagram_comment: [COMMENT],
  task_completed: [reads("task")],
  deal_idle: [reads("deal")],
  schedule: [],
  incoming_webhook: [reads("outside", "webhook")],
};

/** What is picked in forms, and looked up for fields, as things. */
export const PICKED: Readonly<Record<Picker | FieldPicker, ThingKind>> = {
  pipeline: "pipeline",
  stage: "stage",
  tag: "tag",
  user: "user",
  customField: "customField",
  channel: "channel",
};

/** Keys that name something without a picker in their form. */
export const UNPICKED: readonly (readonly [ActionType, key: string, mode: Touch["mode"], ThingKind])[] = [
  ["set_custom_field", "fieldSlug", "writes", "customField"],
  ["send_whatsapp", "templateName", "reads", "template"],
];
