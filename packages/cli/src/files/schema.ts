import { ACTIONS, ENTRY_SCHEMA, GRAPH_SCHEMA, NODE_KINDS, NODES, TRIGGER_SCHEMAS, TRIGGER_TYPES } from "@trilho/engine";
import type { JsonObject } from "@trilho/engine";

const object = (required: readonly string[], properties: Readonly<Record<string, unknown>>) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});
const text = (description: string, more: object = {}) => ({ type: "string", minLength: 1, description, ...more });
const color = { type: "string", pattern: "^#[0-9a-fA-F]{6}$" };
const list = (items: object, description: string) => ({ type: "array", items, description, maxItems: 1000 });
const maybe = (type: string, description: string) => ({ type: [type, "null"], description });

/** The keys of an automation's file; the engine checks what is in them. */
export const AUTOMATION_SHAPE = object(["name", "triggerType", "graphDefinition"], {
  name: text("What people call it: the same name is the same automation in every workspace.", { maxLength: 255 }),
  enabled: { type: "boolean", description: "Left out, the workspace decides; a new automation is off." },
  triggerType: text("The event that starts it.", { examples: Object.keys(TRIGGER_TYPES) }),
  triggerConfig: maybe("object", "The trigger's settings."),
  scope: { enum: ["global", "pipeline", "stage"], default: "global" },
  pipelineId: maybe("string", "With the scope `pipeline`: its name."),
  stageId: maybe("string", "With the scope `stage`: “Pipeline / Stage”."),
  conditions: maybe("object", "A rule group."),
  triggerWindow: maybe("object", "When it starts."),
  respectBusinessHours: { type: "boolean", default: false },
  outboundChannelId: maybe("string", "The channel that messages leave by."),
  graphDefinition: { type: "object", description: "Its steps and what follows each." },
});

const stage = object(["name"], { name: text("Its name."), color, description: maybe("string", "What it is for.") });

const pipeline = object(["name"], {
  name: text("Its name, by which automations call it."),
  description: maybe("string", "What it is for."),
  stages: list(stage, "Its active stages. Won and lost ones are every pipeline's own."),
});

const option = object(["value", "label"], { value: text("What is stored."), label: text("What is shown."), color });

const field = object(["slug", "name", "fieldType"], {
  entityType: { enum: ["deal", "contact", "company"], default: "deal" },
  slug: text("Names it in conditions and texts.", { pattern: "^[a-z0-9][a-z0-9_-]*$", maxLength: 100 }),
  name: text("What people call it."),
  fieldType: text("What it holds; it never changes.", { examples: ["text", "number", "select", "date"] }),
  description: maybe("string", "What it is for."),
  placeholder: maybe("string", "Shown while it is empty."),
  section: maybe("string", "Where forms show it."),
  isRequired: { type: "boolean", default: false },
  options: list(option, "What may be chosen."),
});

/** The file of what automations name. What a list leaves out stays in the workspace. */
export const WORKSPACE_SHAPE = object([], {
  pipelines: list(pipeline, "By their names."),
  tags: list(object(["name", "color"], { name: text("Its name.", { maxLength: 80 }), color }), "By their names."),
  customFields: list(field, "By entity and slug."),
  lossReasons: { ...list({ type: "string" }, "The whole catalogue: others go."), maxItems: 50 },
});

const when = (key: string, value: string, then: object) => ({
  if: { required: [key], properties: { [key]: { const: value } } },
  // A keyword of JSON Schema: nobody awaits it.
  // oxlint-disable-next-line unicorn/no-thenable
  then: { properties: then },
});

const node = {
  ...GRAPH_SCHEMA.properties.nodes.items,
  properties: {
    ...GRAPH_SCHEMA.properties.nodes.items.properties,
    type: { enum: NODE_KINDS },
    actionType: { enum: [...Object.keys(ACTIONS), null] },
  },
  allOf: [
    when("type", "wait", { config: NODES.wait.configSchema ?? {} }),
    ...Object.entries(ACTIONS).map(([type, { configSchema }]) => when("actionType", type, { config: configSchema })),
  ],
};

const graph = { ...GRAPH_SCHEMA, properties: { ...GRAPH_SCHEMA.properties, nodes: { type: "array", items: node } } };
const { $id: _, ...graphWithoutId } = graph;

const triggers = Object.entries(TRIGGER_SCHEMAS).map(([type, schema]) => {
  const config = { ...schema, type: ["object", "null"], properties: { ...schema.properties, entry: ENTRY_SCHEMA } };
  return when("triggerType", type, { triggerConfig: config });
});

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

/** JSON Schemas for editors, by what a file holds. Names stand where the API has ids. */
export const SCHEMAS = {
  automation: {
    $schema: DRAFT,
    title: "An automation",
    ...AUTOMATION_SHAPE,
    properties: { ...AUTOMATION_SHAPE.properties, graphDefinition: graphWithoutId },
    allOf: triggers,
  },
  workspace: { $schema: DRAFT, title: "What automations name", ...WORKSPACE_SHAPE },
} as unknown as Readonly<Record<"automation" | "workspace", JsonObject>>;

/** Where a schema stands below the folder; `pull` writes it there, so that editors need no network. */
export const schemaPath = (name: keyof typeof SCHEMAS): string => `schema/${name}.json`;

/** The line by which editors find a schema, from a folder so many levels down. */
export const schemaLine = (name: keyof typeof SCHEMAS, levels: number): string =>
  ` yaml-language-server: $schema=${"../".repeat(levels) || "./"}${schemaPath(name)}`;
