import { Type } from "typebox";
import { dateTime, looseObject, madeByTest, nullable, oneOf } from "../schema.ts";
import { DealActivityActor } from "./deal.ts";

/** What a deal's history tells so far. The contract names NOTE_CREATED and leaves the set open. */
export const ACTIVITY_TYPES = [
  "DEAL_CREATED",
  "DEAL_UPDATED",
  "STAGE_CHANGED",
  "DEAL_WON",
  "DEAL_LOST",
  "DEAL_REOPENED",
  "RESPONSIBLE_CHANGED",
  "CUSTOM_FIELD_CHANGED",
  "TAG_ADDED",
  "TAG_REMOVED",
  "NOTE_CREATED",
  "NOTE_UPDATED",
  "NOTE_DELETED",
  "TASK_CREATED",
  "TASK_UPDATED",
  "TASK_COMPLETED",
  "TASK_DELETED",
  "MESSAGE_SENT",
  "MESSAGE_RECEIVED",
  "MEETING_CREATED",
  "MEETING_UPDATED",
  "MEETING_DELETED",
  "CADENCE_ENROLLED",
  "CADENCE_TASK_DONE",
  "CADENCE_STOPPED",
] as const;
export const ActivityType = oneOf(ACTIVITY_TYPES);

/** Who acts: a member in the application or by a key, an automation, the assistant, the service itself. */
export const ACTOR_TYPES = ["user", "api_key", "automation", "assistant", "system"] as const;
export const ActorType = oneOf(ACTOR_TYPES);

/** Contract, "Deal activity". `changes` is `{ from, to }` of the `field`, where one changed. */
export const DealActivity = Type.Object({
  id: Type.String(),
  dealId: Type.String(),
  type: Type.String(),
  field: nullable(Type.String()),
  changes: nullable(looseObject()),
  metadata: nullable(looseObject()),
  occurredAt: dateTime(),
  test: madeByTest(),
  /** An extension: the run of an automation that did it, which may be gone, and the node of its graph. */
  step: Type.Optional(Type.Object({ runId: Type.String(), nodeId: Type.String() })),
  actor: DealActivityActor,
});
