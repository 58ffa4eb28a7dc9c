import { DAY_SECONDS } from "./durations.ts";
import { configSchema, duration, picked } from "./config-schema.ts";
import type { ConfigProperty, ConfigSchema } from "./config-schema.ts";
import type { KnownTriggerType } from "./triggers.ts";

type Settings = Readonly<Record<string, Omit<ConfigProperty, "x-order">>>;

/** How long nothing has happened to a deal that counts as idle, where the trigger does not say, in seconds. */
export const DEFAULT_IDLE_SECONDS = 3 * DAY_SECONDS;
/** Idleness is looked for every few seconds: less would be no rest at all. */
export const MIN_IDLE_SECONDS = 60;

const filter: Settings = {
  filter: {
    title: "Only when",
    description: "Asked when the event happens, with what the event brought.",
    type: "object",
    "x-widget": "query",
  },
};

const entry: Settings = {
  entry: {
    title: "How often it may enter",
    description: "For each deal, or contact without a deal.",
    type: "object",
    "x-widget": "entry",
  },
};

/** No key is required: a choice that was not made lets everything through. */
const settings = (title: string, properties: Settings = {}): ConfigSchema =>
  configSchema(title, [], { ...properties, ...filter, ...entry });

const texts = (title: string, description?: string) => ({
  title,
  ...(description && { description }),
  type: "array" as const,
  items: { type: "string" },
  "x-widget": "list" as const,
});

const text = (title: string, description?: string) => ({
  title,
  ...(description && { description }),
  type: "string" as const,
});

const tags: Settings = {
  tagIds: {
    title: "Tags",
    description: "Any of them.",
    type: "array",
    items: { type: "string", minLength: 1 },
    "x-picker": "tag",
  },
};

const channel: Settings = { channelId: picked("channel", "Channel") };
const keywords: Settings = { keywords: texts("Words", "Any of them, as a whole word anywhere in the text.") };

/**
 * Settings of each trigger, an automation's `triggerConfig`. No key is required, unknown ones are accepted, and each has
 * `filter`, a rule group, and `entry`, how often a deal may enter (`ENTRY_SCHEMA`).
 *
 * @example
 * ```ts
 * import { TRIGGER_SCHEMAS } from "@trilho/engine";
 *
 * Object.keys(TRIGGER_SCHEMAS.stage_entered.properties); // ["stageId", "fromStageId", "filter", "entry"]
 * ```
 */
export const TRIGGER_SCHEMAS: Readonly<Record<KnownTriggerType, ConfigSchema>> = {
  deal_created: settings("Deal created", {
    source: {
      ...text("Source", "Where the deal comes from, as the deal says it. Empty for anywhere."),
      examples: ["whatsapp"],
    },
  }),
  deal_updated: settings("Deal updated", {
    fields: {
      ...texts("Fields", "Any of them; a custom field as customFields.slug."),
      examples: ["value", "responsibleUserId", "customFields.segment"],
    },
  }),
  stage_entered: settings("Stage entered", {
    stageId: picked("stage", "Entering"),
    fromStageId: picked("stage", "Coming from", "Without one, from any."),
  }),
  stage_left: settings("Stage left", {
    stageId: picked("stage", "Leaving"),
    toStageId: picked("stage", "Going to", "Without one, to any."),
  }),
  deal_won: settings("Deal won"),
  deal_lost: settings("Deal lost", { lostReasons: texts("Loss reasons", "Any of them.") }),
  tag_added: settings("Tag added", tags),
  tag_removed: settings("Tag removed", tags),
  custom_field_changed: settings("Custom field changed", {
    fieldSlug: { ...picked("customField", "Field"), "x-keeps": "slug" },
    value: text("New value", "Without one, any change counts."),
  }),
  message_received: settings("Message received", { ...channel, ...keywords }),
  instagram_comment: settings("Instagram comment", {
    ...channel,
    mediaId: text("Post", "Id of the post, as Instagram gives it."),
    ...keywords,
  }),
  task_completed: settings("Task completed", { assigneeUserId: picked("user", "Task of") }),
  deal_idle: settings("Deal idle", {
    idleSeconds: duration("Nothing happened for", { minimum: MIN_IDLE_SECONDS, default: DEFAULT_IDLE_SECONDS }),
  }),
  schedule: settings("Schedule", {
    cron: {
      ...text("When", "Minute, hour, day of the month, month, day of the week."),
      examples: ["0 9 * * 1", "*/15 8-18 * * 1-5"],
      "x-widget": "cron",
    },
    timeZone: { ...text("Time zone", "Without one, the workspace's."), examples: ["America/Sao_Paulo"] },
    forEachDeal: {
      title: "For each open deal",
      description: "One run for each open deal of the scope; otherwise one run without a deal.",
      type: "boolean",
      default: false,
    },
  }),
  incoming_webhook: settings("Incoming webhook", {
    auth: {
      title: "Who may call",
      type: "string",
      enum: ["none", "header", "basic"],
      "x-labels": ["Whoever knows the address", "Requests with a secret header", "A user with a password"],
      default: "none",
    },
    headerName: { ...text("Header"), examples: ["X-Api-Key"] },
    headerValue: { ...text("Secret value", "Kept encrypted, and never shown again."), "x-widget": "secret" },
    username: text("User"),
    password: { ...text("Password", "Kept encrypted, and never shown again."), "x-widget": "secret" },
    dealSeqPath: { ...text("Deal's number at", "Where the body holds it."), examples: ["deal.number"] },
    phonePath: { ...text("Phone at", "Finds the contact and its open deal."), examples: ["customer.phone"] },
    emailPath: { ...text("E-mail at", "Finds the contact and its open deal."), examples: ["customer.email"] },
    namePath: { ...text("Name at", "For a contact that is new."), examples: ["customer.name"] },
    createDeal: {
      title: "Create the deal",
      description: "When the contact has no open deal; otherwise the run has none.",
      type: "boolean",
      default: true,
    },
  }),
};
