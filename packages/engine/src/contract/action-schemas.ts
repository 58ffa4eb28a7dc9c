import { DAY_SECONDS } from "./durations.ts";
import { configSchema, duration, liquidParagraph, liquidText, partId, picked } from "./config-schema.ts";
import type { ConfigSchema } from "./config-schema.ts";
import { LIMITS } from "./definition.ts";
import type { ActionType } from "./definition.ts";
import type { JsonObject } from "./json.ts";
import { MOST_OFFSET_DAYS } from "./until.ts";

const TIME = { type: "string", pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" } as const;

const UNTIL: readonly JsonObject[] = [
  {
    title: "A date",
    properties: {
      kind: { const: "field" },
      field: { type: "string", minLength: 1, examples: ["deal.expectedCloseAt", "deal.customFields.renewal"] },
      offsetDays: { type: "integer", minimum: -MOST_OFFSET_DAYS, maximum: MOST_OFFSET_DAYS, default: 0 },
      at: TIME,
    },
    required: ["kind", "field"],
  },
  {
    title: "A weekday",
    properties: {
      kind: { const: "weekday" },
      days: { type: "array", items: { type: "integer", minimum: 1, maximum: 7 }, minItems: 1 },
      at: TIME,
    },
    required: ["kind", "days", "at"],
  },
  { title: "The next opening", properties: { kind: { const: "opening" } }, required: ["kind"] },
];

const delay = {
  until: {
    title: "Wait until",
    description:
      "A date, a weekday or the next opening, in the workspace's time zone, decided as the run arrives. Where none is " +
      "ahead, the wait lasts “Wait for”.",
    type: "object" as const,
    oneOf: UNTIL,
    "x-widget": "until" as const,
  },
  delaySeconds: duration("Wait for", { minimum: LIMITS.minDelaySeconds, default: DAY_SECONDS }),
};

/** Config of a node of type `wait`, and of the action of that name. */
export const WAIT_SCHEMA: ConfigSchema = configSchema("Wait", ["delaySeconds"], delay);

const tagIds = (title: string) => ({
  tagIds: {
    title,
    type: "array" as const,
    items: { type: "string", minLength: 1 },
    minItems: 1,
    "x-picker": "tag" as const,
  },
});

/** Of what reaches a person. */
const onUncertain = {
  onUncertain: {
    title: "If sending was interrupted",
    description: "When the server stops or the connection breaks while this is sent, nobody knows whether it arrived.",
    type: "string" as const,
    enum: ["stop", "retry"],
    "x-labels": ["Do not send it again", "Send it again"],
    default: "stop",
  },
};

const comment = (title: string, name: string) =>
  configSchema(title, [], { text: liquidParagraph(name, "Sent to the author of the comment."), ...onUncertain });

/** Config of each action type. Required are the contract's keys; all others are optional. */
export const ACTION_SCHEMAS: Readonly<Record<ActionType, ConfigSchema>> = {
  send_whatsapp: configSchema("Send WhatsApp", [], {
    text: liquidParagraph(
      "Message",
      "Write {{ contact.firstName }} to use what is known about the contact and the deal.",
    ),
    buttons: {
      title: "Quick-reply buttons",
      description:
        "With buttons the run waits for the answer: each button is an exit, “Text reply” is for typed answers, “Any reply” for the rest.",
      type: "array",
      items: {
        type: "object",
        properties: { id: partId, label: { type: "string" } },
        required: ["id"],
      },
      "x-widget": "buttons",
    },
    awaitReply: {
      title: "Wait for a reply",
      description: "Messages with buttons always wait.",
      type: "boolean",
      default: false,
    },
    replyTimeoutSeconds: duration("Wait for a reply at most", {
      description: "After this time the run leaves by “No reply”.",
      default: DAY_SECONDS,
    }),
    templateName: { title: "Template", description: "Needed outside WhatsApp's 24-hour window.", type: "string" },
    templateLanguageCode: { title: "Template language", type: "string", examples: ["pt_BR", "en_US"] },
    templateParameters: {
      title: "Template values",
      type: "object",
      "x-widget": "json",
      "x-liquid": true,
    },
    channelId: picked("channel", "Send from", "Without a choice, the automation's own channel."),
    mediaAssetId: {
      title: "Stored media",
      description: "A file of the workspace: paste its id.",
      type: "string",
    },
    mediaLink: { ...liquidText("Media address"), format: "uri" },
    scriptId: {
      title: "Script",
      description: "A ready-made message: paste its id.",
      type: "string",
    },
    ...onUncertain,
  }),
  send_email: configSchema("Send e-mail", [], {
    to: liquidText("To", "Without an address, the contact's own."),
    subject: liquidText("Subject"),
    previewText: liquidText("Preview text", "Shown beside the subject in the inbox, and not in the message."),
    body: liquidParagraph("Message"),
    plainText: liquidParagraph("Plain-text version", "For readers without HTML. Left empty, it is the message itself."),
    replyTo: liquidText("Reply to"),
    ...onUncertain,
  }),
  reply_instagram_comment: comment("Reply to Instagram comment", "Reply"),
  send_instagram_private_reply: comment("Send Instagram private reply", "Private message"),
  hide_instagram_comment: configSchema("Hide Instagram comment", [], {}),
  close_conversation: configSchema("Close conversation", [], {
    note: liquidText("Closing note", "Kept as a note of the deal; the contact does not see it."),
  }),
  move_stage: configSchema("Move to stage", ["targetStageId"], {
    targetStageId: picked("stage", "Stage"),
    lostReason: liquidText("Loss reason", "Needed when the stage is a lost one."),
  }),
  add_tag: configSchema("Add tags", ["tagIds"], tagIds("Tags to add")),
  remove_tag: configSchema("Remove tags", ["tagIds"], tagIds("Tags to remove")),
  set_custom_field: {
    ...configSchema("Set custom field", ["value"], {
      fieldId: picked("customField", "Field"),
      fieldSlug: { title: "Field slug", description: "Instead of choosing the field.", type: "string", minLength: 1 },
      value: { title: "Value", description: "An empty value clears the field.", "x-liquid": true },
    }),
    "x-one-of": ["fieldId", "fieldSlug"],
  },
  assign_responsible: configSchema("Assign responsible", ["userId"], { userId: picked("user", "Responsible") }),
  add_co_owner: configSchema("Add co-owner", [], { userId: picked("user", "Co-owner") }),
  create_task: configSchema("Create task", [], {
    title: liquidText("Title"),
    description: liquidParagraph("Description"),
    dueInSeconds: duration("Due after", { default: DAY_SECONDS }),
    assigneeUserId: picked("user", "Assigned to", "Without a choice, the deal's responsible."),
  }),
  create_lead: configSchema("Create lead", [], {
    name: liquidText("Deal name"),
    pipelineId: picked("pipeline", "Pipeline"),
    stageId: picked("stage", "Stage", "Without a choice, the pipeline's first stage."),
    responsibleUserId: picked("user", "Responsible"),
    value: { title: "Value", type: "number", minimum: 0 },
    copyContact: { title: "Same contact", type: "boolean", default: true },
  }),
  create_calendar_event: configSchema("Create calendar event", [], {
    title: liquidText("Title"),
    description: liquidParagraph("Description"),
    startsInSeconds: duration("Starts after", { default: DAY_SECONDS }),
    durationMinutes: { title: "Length in minutes", type: "integer", minimum: 1, default: 30 },
    userId: picked("user", "Calendar of", "Without a choice, the deal's responsible."),
    inviteContact: { title: "Invite the contact", type: "boolean", default: true },
  }),
  cia_deal_analysis: configSchema("Analyse deal", [], {
    instructions: liquidParagraph("What to look at"),
    saveAsNote: { title: "Save as a note on the deal", type: "boolean", default: true },
  }),
  wait: WAIT_SCHEMA,
  stop_automations: configSchema("Stop automations", [], {
    reason: liquidText("Reason", "Shown in the history of the stopped runs."),
  }),
  webhook: configSchema("Webhook", ["url"], {
    url: { ...liquidText("Address", "An http or https address."), minLength: 1, format: "uri" },
    method: { title: "Method", type: "string", enum: ["POST", "PUT", "PATCH", "GET", "DELETE"], default: "POST" },
    headers: { title: "Headers", type: "object", "x-widget": "json", "x-liquid": true },
    body: {
      title: "Body",
      description: "Without a body, the deal and its contact are sent.",
      "x-widget": "json",
      "x-liquid": true,
    },
    secret: {
      title: "Signing secret",
      description: "Instead of the automation's: whsec_ and base64.",
      type: "string",
      "x-widget": "secret",
    },
    timeoutSeconds: duration("Give up after", { minimum: 1, default: 10 }),
  }),
  send_meta_conversion: configSchema("Send Meta conversion", [], {
    eventName: {
      ...liquidText("Event"),
      examples: ["Lead", "QualifiedLead", "Purchase"],
      default: "Lead",
    },
    value: { title: "Value", description: "Without a value, the deal's.", type: "number", minimum: 0 },
    currency: liquidText("Currency", "Three letters; without one, the deal's."),
    testEventCode: { title: "Test event code", type: "string" },
  }),
};
