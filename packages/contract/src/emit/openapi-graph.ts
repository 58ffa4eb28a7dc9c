import {
  ACTIONS,
  ACTION_TYPES,
  ENTRY_SCHEMA,
  GRAPH_SCHEMA,
  LIMITS,
  NODES,
  NODE_KINDS,
  OPERATOR_NAMES,
  PART_ID_PATTERN,
  PLAIN_HANDLES,
  TRIGGER_SCHEMAS,
  TRIGGER_TYPES,
  type ConfigProperty,
  type ConfigSchema,
  type KnownTriggerType,
  type NodeKind,
  type Picker,
} from "@trilho/engine/contract";
import { Conditions, GraphDefinition, TriggerConfig, TriggerType, TriggerWindow } from "../resources/automation.ts";
import type { Schema } from "../schema.ts";
import type { Json, JsonMap } from "./openapi-schemas.ts";

/*
 * The graph and what starts it, as clients' types want them. Requests are held to less than this: any object is taken in,
 * and the engine then reports all its problems at once.
 */

/** Stand-ins of the contract's schemas, by the name of the component that describes them. */
export const GRAPH_STANDINS: Readonly<Record<string, Schema>> = {
  GraphDefinition,
  RuleGroup: Conditions,
  TriggerConfig,
  TriggerType,
  TriggerWindow,
};

const ref = (name: string): JsonMap => ({ $ref: `#/components/schemas/${name}` });
const pascal = (name: string): string =>
  name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

const nodeName = (kind: NodeKind): string => `${pascal(kind)}Node`;
const actionName = (type: string): string => `${pascal(type)}Action`;
const triggerName = (type: string): string => `${pascal(type)}TriggerConfig`;

const PICKED: Readonly<Record<Picker, string>> = {
  pipeline: "pipeline",
  stage: "stage",
  tag: "tag",
  user: "member",
  customField: "custom field",
  channel: "channel",
};

/** A config as it is written: every key that is not required may also be null. */
const configOf = (
  { title, properties, required, "x-one-of": choice }: ConfigSchema,
  write: typeof propertyOf = propertyOf,
): JsonMap => ({
  type: "object",
  title,
  ...(choice && { description: `Exactly one of ${choice.map((key) => `\`${key}\``).join(" and ")} is set.` }),
  ...(required.length > 0 && { required }),
  properties: Object.fromEntries(
    Object.entries(properties).map(([key, property]) => [key, write(property, required.includes(key))]),
  ),
});

function propertyOf(property: ConfigProperty, isRequired: boolean): JsonMap {
  if (property.oneOf)
    return { title: property.title, ...descriptionOf(property), anyOf: [...property.oneOf, { type: "null" }] };
  const { title, type, enum: values, items, examples, minimum, minLength, minItems } = property;
  if (property["x-widget"] === "entry") return { title, anyOf: [ref("EntryRule"), { type: "null" }] };
  if (property["x-widget"] === "query") return { title, anyOf: [ref("RuleGroup"), { type: "null" }] };
  const rest = {
    items,
    examples,
    minimum,
    minLength,
    minItems,
    default: property.default,
  };
  return {
    title,
    ...descriptionOf(property),
    ...(type && { type: isRequired ? type : [type, "null"] }),
    ...(values && { enum: isRequired ? values : [...values, null] }),
    ...(Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)) as JsonMap),
  };
}

/** Liquid may fill in a number of an action, and what it comes to below the least is taken for the least. */
function actionPropertyOf(property: ConfigProperty, isRequired: boolean): JsonMap {
  if (property.type !== "number" && property.type !== "integer") return propertyOf(property, isRequired);
  const { minimum: _, ...written } = propertyOf(property, isRequired);
  return { ...written, type: [property.type, "string", ...(isRequired ? [] : ["null"])] };
}

function descriptionOf(property: ConfigProperty): JsonMap {
  const { description, "x-picker": picker, "x-keeps": kept, "x-liquid": liquid, "x-widget": widget } = property;
  const many = property.type === "array" ? "s" : "";
  const words = [
    ...(description === undefined ? [] : [description]),
    ...(picker === undefined ? [] : [`The ${kept ?? "id"}${many} of ${many ? "" : "a "}${PICKED[picker]}${many}.`]),
    ...(widget === "duration" ? ["In seconds."] : []),
    ...(liquid ? ["May hold Liquid."] : []),
  ];
  return words.length === 0 ? {} : { description: words.join(" ") };
}

const NODE_ID: JsonMap = { type: "string", minLength: 1, description: "Names the node in this graph." };
const PART_ID: JsonMap = { type: "string", pattern: PART_ID_PATTERN };

interface NodeParts {
  title: string;
  description: string;
  required?: readonly string[];
  properties?: JsonMap;
}

const node = (kind: NodeKind, { title, description, required = [], properties = {} }: NodeParts): JsonMap => ({
  type: "object",
  title,
  description,
  required: ["id", "type", ...required],
  properties: { id: NODE_ID, type: { type: "string", const: kind }, config: { type: "object" }, ...properties },
});

/** A config that lacks nothing may be missing as a whole. */
const configPart = (schema: ConfigSchema, write?: typeof propertyOf): Pick<NodeParts, "required" | "properties"> => ({
  required: schema.required.length > 0 ? ["config"] : [],
  properties: { config: configOf(schema, write) },
});

function nodeOf(kind: NodeKind): JsonMap {
  const { label: title, description, configSchema } = NODES[kind];
  if (kind === "condition") {
    const branches = { type: "array", items: ref("Branch"), description: "Tried in their order." };
    const condition = { type: ["object", "null"], properties: { branches } };
    return node(kind, { title, description, properties: { condition } });
  }
  if (configSchema === null) return oneOfActions(description);
  return node(kind, { title, description, ...configPart(configSchema) });
}

const oneOfActions = (description: string): JsonMap => ({
  description,
  oneOf: ACTION_TYPES.map((type) => ref(actionName(type))),
  discriminator: {
    propertyName: "actionType",
    mapping: Object.fromEntries(ACTION_TYPES.map((type) => [type, `#/components/schemas/${actionName(type)}`])),
  },
});

function actionOf(type: (typeof ACTION_TYPES)[number]): JsonMap {
  const { label, description, configSchema } = ACTIONS[type];
  const { required = [], properties = {} } = configPart(configSchema, actionPropertyOf);
  return node("action", {
    title: label,
    description,
    required: ["actionType", ...required],
    properties: { actionType: { type: "string", const: type }, ...properties },
  });
}

const { nodes, edges } = GRAPH_SCHEMA.properties;

const EDGE: JsonMap = {
  ...edges.items,
  description: "Leads from an exit of one node to another node.",
  properties: { ...edges.items.properties, sourceHandle: ref("Handle") },
};

const HANDLE: JsonMap = {
  description:
    "An exit of a node; `next` where an edge names none. `fallback` is taken when an action failed for good or no branch " +
    "holds; `replied`, `text_reply` and `timeout` leave an action that awaits a reply; `branch_<id>`, `rr_<id>` and " +
    "`btn_<id>` name a branch, an exit and a button.",
  anyOf: [
    { type: "string", enum: PLAIN_HANDLES },
    { type: "string", pattern: "^(?:branch|rr|btn)_[A-Za-z0-9_-]{1,64}$" },
  ],
};

const GRAPH: JsonMap = {
  type: "object",
  description:
    "A graph of format 2: one trigger, and what follows it. No cycles; every node can be reached. At most " +
    `${LIMITS.nodes} nodes, of which ${LIMITS.waits} waits. Everything wrong with one is reported at once, by a 400.`,
  required: GRAPH_SCHEMA.required,
  properties: {
    version: { type: "integer", const: GRAPH_SCHEMA.properties.version.const },
    nodes: { type: nodes.type, maxItems: LIMITS.nodes, items: ref("GraphNode") },
    edges: { type: edges.type, items: ref("GraphEdge") },
  },
};

const groupOf = (rule: JsonMap): JsonMap => ({
  type: "object",
  description: "Rules of which all or any must hold, in the format of react-querybuilder. An empty group holds.",
  properties: {
    combinator: { type: "string", enum: ["and", "or"] },
    not: { type: ["boolean", "null"], description: "Turns the outcome round." },
    rules: { type: "array", items: rule },
  },
});

const RULES: JsonMap = {
  EntryRule: ENTRY_SCHEMA,
  RuleGroup: groupOf({ anyOf: [ref("Rule"), ref("InnerRuleGroup")] }),
  // Validators that follow references, as Prism does, never end with a schema that holds itself.
  InnerRuleGroup: groupOf({ type: "object", description: "A rule, or a group again." }),
  Rule: {
    type: "object",
    required: ["field", "operator"],
    properties: {
      field: {
        type: "string",
        description: "A path into what is known, such as `deal.value`, `contact.email`, `deal.customFields.<slug>`.",
      },
      operator: { type: "string", enum: OPERATOR_NAMES },
      value: { description: "What the field is compared with." },
    },
  },
  Branch: {
    type: "object",
    required: ["id", "query"],
    properties: { id: PART_ID, label: { type: "string" }, query: ref("RuleGroup") },
  },
};

const triggers = Object.keys(TRIGGER_TYPES) as KnownTriggerType[];

const TRIGGERS: JsonMap = {
  TriggerType: {
    description:
      "The event that starts the automation. Types outside this catalogue are accepted, and start nothing here.\n\n" +
      triggers.map((type) => `- \`${type}\`: ${TRIGGER_TYPES[type].description}`).join("\n"),
    anyOf: [
      { type: "string", enum: triggers },
      { type: "string", minLength: 1, maxLength: 100 },
    ],
  },
  TriggerConfig: {
    description:
      "Which of its trigger's events start the automation, by `triggerType`; what is not set lets all through.",
    anyOf: triggers.map((type) => ref(triggerName(type))),
  },
  TriggerWindow: {
    type: "object",
    description: "Events outside of these hours start nothing.",
    required: ["days"],
    properties: {
      timeZone: { type: ["string", "null"], description: "An IANA time zone; the workspace's by default." },
      days: {
        type: "array",
        items: {
          type: "object",
          required: ["weekday", "from", "to"],
          properties: {
            weekday: { type: "integer", minimum: 1, maximum: 7, description: "1 is Monday." },
            from: { type: "string", description: "HH:MM" },
            to: { type: "string", description: "HH:MM, or 24:00. Before `from`, it is of the next day." },
          },
        },
      },
    },
  },
};

const named = <T extends string>(
  values: readonly T[],
  nameOf: (value: T) => string,
  write: (value: T) => Json,
): JsonMap => Object.fromEntries(values.map((value) => [nameOf(value), write(value)]));

/** The components, by name. */
export const GRAPH_COMPONENTS: JsonMap = {
  GraphDefinition: GRAPH,
  // Generators cannot follow a discriminator through the actions to theirs.
  GraphNode: { oneOf: NODE_KINDS.map((kind) => ref(nodeName(kind))) },
  ...named(NODE_KINDS, nodeName, nodeOf),
  ...named(ACTION_TYPES, actionName, actionOf),
  GraphEdge: EDGE,
  Handle: HANDLE,
  ...RULES,
  ...TRIGGERS,
  ...named(triggers, triggerName, (type) => ({
    ...configOf(TRIGGER_SCHEMAS[type]),
    description: TRIGGER_TYPES[type].description,
  })),
};
