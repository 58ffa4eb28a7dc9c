import { Type } from "typebox";
import { nullable, oneOf } from "../schema.ts";

const stageIds = () => Type.Array(Type.String(), { maxItems: 200 });

/** Contract, "Pipeline field settings". Arrays of stage ids follow the order of the pipeline's stages. */
export const PipelineFieldSettings = Type.Object({
  field: Type.String(),
  kind: oneOf(["standard", "custom"]),
  name: Type.String(),
  slug: nullable(Type.String()),
  isVisible: nullable(Type.Boolean()),
  isRequired: nullable(Type.Boolean()),
  requiredStageIds: Type.Array(Type.String()),
  visibilityOverrideStageIds: nullable(Type.Array(Type.String())),
  isSuggested: nullable(Type.Boolean()),
  suggestedStageIds: Type.Array(Type.String()),
});

/** What is left out stays. What is null for standard fields can only be null for them. */
export const UpdatePipelineFieldRequest = Type.Object({
  isVisible: Type.Optional(nullable(Type.Boolean())),
  isRequired: Type.Optional(nullable(Type.Boolean())),
  requiredStageIds: Type.Optional(stageIds()),
  visibilityOverrideStageIds: Type.Optional(nullable(stageIds())),
  isSuggested: Type.Optional(nullable(Type.Boolean())),
  suggestedStageIds: Type.Optional(stageIds()),
});
