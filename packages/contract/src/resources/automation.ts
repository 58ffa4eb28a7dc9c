import { ACTION_TYPES } from "@trilho/engine/contract";
import { Type } from "typebox";
import { EXAMPLE_GRAPH } from "../examples/graph.ts";
import { RunPause } from "./run-pause.ts";
import { dateTime, looseObject, nullable, oneOf } from "../schema.ts";

/** Where an automation listens. */
export const AUTOMATION_SCOPES = ["global", "pipeline", "stage"] as const;

/**
 * The graph, format 2 (the engine's `GraphDefinition`). Any object passes here: the rules are the engine's, whose
 * validation reports all of a graph's problems at once.
 */
export const GraphDefinition = Type.Unsafe({ ...looseObject(), examples: [EXAMPLE_GRAPH] });

/** Objects whose insides the engine checks as well; the document describes them. */
export const TriggerWindow = looseObject();
export const TriggerConfig = looseObject();
/** A rule group. */
export const Conditions = looseObject();

/** The catalogue is the engine's, and open. */
export const TriggerType = Type.String({ minLength: 1, maxLength: 100, pattern: "\\S", examples: ["deal_created"] });

export const ActionType = oneOf(ACTION_TYPES);

/** One action, derived from the graph's action nodes. `order` counts from 0 in topological order. */
export const AutomationAction = Type.Object({
  id: Type.String(),
  type: ActionType,
  order: Type.Integer({ minimum: 0 }),
  config: looseObject(),
});

/** Contract, "Automation". Webhook secrets and credentials are never in it. */
export const Automation = Type.Object({
  id: Type.String(),
  name: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  enabled: Type.Boolean(),
  triggerType: TriggerType,
  scope: oneOf(AUTOMATION_SCOPES),
  pipelineId: nullable(Type.String()),
  stageId: nullable(Type.String()),
  outboundChannelId: nullable(Type.String()),
  respectBusinessHours: Type.Boolean(),
  triggerWindow: nullable(TriggerWindow),
  conditions: nullable(Conditions),
  triggerConfig: nullable(TriggerConfig),
  graphDefinition: GraphDefinition,
  actions: Type.Array(AutomationAction),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  /** An extension: what keeps its runs at their place; left out while nothing does. */
  pauses: Type.Optional(Type.Array(RunPause)),
  secret: Type.Optional(nullable(Type.String())),
});

const id = () => nullable(Type.String({ minLength: 1, maxLength: 255 }));

const writable = {
  name: Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" }),
  enabled: Type.Optional(Type.Boolean()),
  triggerType: TriggerType,
  scope: Type.Optional(Type.Unsafe({ ...oneOf(AUTOMATION_SCOPES), default: "global" })),
  pipelineId: Type.Optional(id()),
  stageId: Type.Optional(id()),
  outboundChannelId: Type.Optional(id()),
  respectBusinessHours: Type.Optional(Type.Boolean({ default: false })),
  triggerWindow: Type.Optional(nullable(TriggerWindow)),
  conditions: Type.Optional(nullable(Conditions)),
  triggerConfig: Type.Optional(nullable(TriggerConfig)),
};

/** An extension: kept in the history, and no part of the automation. */
const note = Type.Optional(
  Type.String({ maxLength: 500, description: "What is new in this version, for the automation's history." }),
);

/** Body of a creation: the writable fields. */
export const CreateAutomationRequest = Type.Object({
  ...writable,
  enabled: Type.Optional(Type.Boolean({ default: false })),
  graphDefinition: GraphDefinition,
  note,
});

/** Body of a replacement. `baseVersion` is the version the change started from: 409 when another was stored since. */
export const ReplaceAutomationRequest = Type.Object({
  ...writable,
  graphDefinition: GraphDefinition,
  baseVersion: Type.Optional(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
  note,
});

export const SetAutomationEnabledRequest = Type.Object({ enabled: Type.Boolean() });

/** What the first webhook action would send: `body` is the exact text that the headers sign. Nothing is sent. */
export const AutomationTestResult = Type.Object({
  nodeId: Type.String(),
  url: Type.String(),
  method: Type.String(),
  headers: Type.Unsafe({ type: "object", additionalProperties: { type: "string" } }),
  body: Type.String(),
});
