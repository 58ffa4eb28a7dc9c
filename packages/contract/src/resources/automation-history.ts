import { Type } from "typebox";
import { dateTime, nullable, oneOf } from "../schema.ts";
import { Automation } from "./automation.ts";

/** What members do to an automation, and by hand to its runs. */
export const AUTOMATION_CHANGE_TYPES = [
  "created",
  "published",
  "review-requested",
  "review-withdrawn",
  "review-sent-back",
  "review-approved",
  "switched-on",
  "switched-off",
  "paused",
  "resumed",
  "owner-changed",
  "labels-changed",
  "deleted",
  "runs-retried",
  "runs-cancelled",
  "runs-moved",
  "runs-ended",
  "runs-moved-back",
] as const;

/** The member who acted, and the key that was used. What was removed since has no name. */
export const Actor = Type.Object({
  id: Type.String(),
  name: nullable(Type.String()),
  apiKey: nullable(Type.Object({ id: Type.String(), name: nullable(Type.String()) })),
});

/** One entry of an automation's history. */
export const AutomationChange = Type.Object({
  id: Type.String(),
  type: oneOf(AUTOMATION_CHANGE_TYPES),
  /** The version that was created or published, or that runs were moved into or back from; null otherwise. */
  version: nullable(Type.Integer({ minimum: 1 })),
  /** To how many runs it was done; null of what is done to the automation. */
  runs: nullable(Type.Integer()),
  /** False once cleaning up has removed the version's definition. */
  versionKept: Type.Boolean(),
  /** What the author wrote about the version, a reviewer about a change, why runs were moved, who is responsible since, or the labels it has since. */
  note: nullable(Type.String()),
  /** Null where the server's operator did it. */
  by: nullable(Actor),
  createdAt: dateTime(),
});

const { name, triggerType, scope, pipelineId, stageId, outboundChannelId, respectBusinessHours } =
  Automation.properties;
const { triggerWindow, conditions, triggerConfig, graphDefinition } = Automation.properties;

/** A version of an automation as it was published, without secrets and credentials. It never changes. */
export const AutomationVersion = Type.Object({
  version: Type.Integer({ minimum: 1 }),
  name,
  triggerType,
  scope,
  pipelineId,
  stageId,
  outboundChannelId,
  respectBusinessHours,
  triggerWindow,
  conditions,
  triggerConfig,
  graphDefinition,
  createdAt: dateTime(),
});
