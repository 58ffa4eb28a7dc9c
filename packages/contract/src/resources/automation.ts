import { Type } from "typebox";
import { dateTime, looseObject, nullable, oneOf } from "../schema.ts";

/** Where an automation listens. */
export const AUTOMATION_SCOPES = ["global", "pipeline", "stage"] as const;

/**
 * The graph, format 2 (the engine's `GraphDefinition`). Any object passes here: the rules are the engine's, whose
 * validation reports all of a graph's problems at once.
 */
export const GraphDefinition = looseObject();

/** One action, derived from the graph's action nodes. `order` counts from 0 in topological order. */
export const AutomationAction = Type.Object({
  id: Type.String(),
  type: Type.String(),
  order: Type.Integer({ minimum: 0 }),
  config: looseObject(),
});

/** Contract, "Automation". Webhook secrets and credentials are never in it. */
export const Automation = Type.Object({
  id: Type.String(),
  name: Type.String(),
  version: Type.Integer({ minimum: 1 }),
  enabled: Type.Boolean(),
  triggerType: Type.String(),
  scope: oneOf(AUTOMATION_SCOPES),
  pipelineId: nullable(Type.String()),
  stageId: nullable(Type.String()),
  outboundChannelId: nullable(Type.String()),
  respectBusinessHours: Type.Boolean(),
  triggerWindow: nullable(looseObject()),
  conditions: nullable(looseObject()),
  triggerConfig: nullable(looseObject()),
  graphDefinition: GraphDefinition,
  actions: Type.Array(AutomationAction),
  createdAt: dateTime(),
  updatedAt: dateTime(),
  secret: Type.Optional(nullable(Type.String())),
});

const id = () => nullable(Type.String({ minLength: 1, maxLength: 255 }));

const writable = {
  name: Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" }),
  enabled: Type.Optional(Type.Boolean()),
  triggerType: Type.String({ minLength: 1, maxLength: 100, pattern: "\\S" }),
  scope: Type.Optional(oneOf(AUTOMATION_SCOPES)),
  pipelineId: Type.Optional(id()),
  stageId: Type.Optional(id()),
  outboundChannelId: Type.Optional(id()),
  respectBusinessHours: Type.Optional(Type.Boolean()),
  triggerWindow: Type.Optional(nullable(looseObject())),
  conditions: Type.Optional(nullable(looseObject())),
  triggerConfig: Type.Optional(nullable(looseObject())),
};

/** Body of a creation: the writable fields. */
export const CreateAutomationRequest = Type.Object({ ...writable, graphDefinition: GraphDefinition });

/** Body of a replacement. `baseVersion` is the version the change started from: 409 when another was stored since. */
export const ReplaceAutomationRequest = Type.Object({
  ...writable,
  graphDefinition: GraphDefinition,
  baseVersion: Type.Optional(Type.Integer({ minimum: 1 })),
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
