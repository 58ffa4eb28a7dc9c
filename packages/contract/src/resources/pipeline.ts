import { Type } from "typebox";
import { dateTime, looseObject, nullable, oneOf } from "../schema.ts";

/** Contract, "Pipeline", stages. `id` is what other resources call `stageId`. */
export const Stage = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  order: Type.Integer(),
  name: Type.String(),
  color: Type.String(),
  description: nullable(Type.String()),
  isWon: Type.Boolean(),
  isLost: Type.Boolean(),
  isRequired: Type.Boolean(),
  requiredMilestoneFieldId: nullable(Type.String()),
  dealCount: Type.Integer(),
});

/** Contract, "Pipeline". Stages in order: active ones first, then won and lost. */
export const Pipeline = Type.Object({
  id: Type.String(),
  seq: Type.Integer(),
  position: Type.Integer(),
  name: Type.String(),
  description: nullable(Type.String()),
  isDefault: Type.Boolean(),
  isArchived: Type.Boolean(),
  exitStageId: nullable(Type.String()),
  pipelineType: oneOf(["standard", "recurring_clients"]),
  behaviors: Type.Array(looseObject()),
  attendanceQueueStageId: nullable(Type.String()),
  stages: Type.Array(Stage),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});
