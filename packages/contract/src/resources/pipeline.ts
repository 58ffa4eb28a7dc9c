import { Type } from "typebox";
import { dateTime, looseObject, nullable, oneOf, type Schema } from "../schema.ts";

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

/** Contract, "Pipeline access member". */
export const PipelineAccessMember = Type.Object({
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  image: nullable(Type.String()),
});

const name = () => Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" });
const description = () => Type.Optional(nullable(Type.String({ maxLength: 2000 })));
const color = () => Type.Optional(Type.String({ pattern: "^#[0-9a-fA-F]{6}$" }));
const newColor = () => Type.Optional(Type.String({ pattern: "^#[0-9a-fA-F]{6}$", default: "#6366f1" }));
const id = () => Type.Optional(nullable(Type.String({ maxLength: 100 })));

/** What a pipeline does beyond holding deals, by `type`; further keys are the behavior's own settings. */
const Behavior = Type.Object(
  { type: Type.String({ pattern: "^[a-z][a-z0-9_]*$", maxLength: 64 }) },
  { additionalProperties: true },
);
const behaviors = () => Type.Optional(nullable(Type.Array(Behavior, { maxItems: 20 })));

const maybe = (schema: Schema) => Type.Optional(nullable(schema));

/** An active stage of a new pipeline. */
export const NewStage = Type.Object({ name: name(), color: newColor(), description: description() });

/** Contract, `POST /pipelines`. Without `stages`, the default ones; won and lost stages are always added. */
export const CreatePipelineRequest = Type.Object({
  name: name(),
  description: description(),
  stages: maybe(Type.Array(NewStage, { maxItems: 100 })),
  behaviors: behaviors(),
  pipelineType: Type.Optional(nullable(Type.String())),
  attendanceQueueStageId: id(),
});

/** What is left out stays. `position` counts active pipelines from 0; the default one is changed by naming another. */
export const UpdatePipelineRequest = Type.Object({
  name: Type.Optional(name()),
  description: description(),
  isDefault: Type.Optional(Type.Boolean()),
  isArchived: Type.Optional(Type.Boolean()),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  exitStageId: id(),
  behaviors: behaviors(),
  pipelineType: Type.Optional(nullable(Type.String())),
  attendanceQueueStageId: id(),
});

/** `order` counts active stages from 0; without it, the last of them. */
const stageSettings = {
  description: description(),
  color: color(),
  order: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
  isRequired: Type.Optional(Type.Boolean()),
  requiredMilestoneFieldId: id(),
};

export const CreateStageRequest = Type.Object({ name: name(), ...stageSettings, color: newColor() });

/** What is left out stays; a blank description is removed. */
export const UpdateStageRequest = Type.Object({ name: Type.Optional(name()), ...stageSettings });

/** Who has explicit access to a pipeline; an empty list opens it to everyone. */
export const SetPipelineAccessRequest = Type.Object({ userIds: Type.Array(Type.String(), { maxItems: 1000 }) });

/** Contract, `PUT /pipelines/loss-reasons`. */
export const SetLossReasonsRequest = Type.Object({
  lossReasons: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 50 }),
});
