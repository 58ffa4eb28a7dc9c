import { randomUUID } from "node:crypto";
import type { CreatePipelineRequest, FieldError } from "@trilho/contract";
import { done, refused, type Failure, type Outcome } from "../../../platform/service/outcome.ts";
import type { Catalogue, PipelineWrites } from "./port.ts";
import { finalStageProblems, newStages, textOrNull } from "./stages.ts";

type Behaviors = CreatePipelineRequest["behaviors"];

/** Every problem of a new pipeline beyond its schema. */
export const creationProblems = (body: CreatePipelineRequest, features: ReadonlySet<string>): FieldError[] => [
  ...(body.stages ?? []).flatMap((stage, index) => finalStageProblems(stage, `stages[${index}].`)),
  ...behaviorProblems(body.behaviors, features),
  ...(body.behaviors ?? []).flatMap(({ type }, index) =>
    type === "attendance_queue"
      ? [{ field: `behaviors[${index}].type`, message: "is set later with PATCH, with a stage of the same pipeline" }]
      : [],
  ),
  ...(textOrNull(body.attendanceQueueStageId) === null
    ? []
    : [
        {
          field: "attendanceQueueStageId",
          message: "is set later with PATCH: a new pipeline's stages have no ids yet",
        },
      ]),
];

/** Behaviors need their feature, and none comes twice. None at all needs nothing. */
export function behaviorProblems(behaviors: Behaviors, features: ReadonlySet<string>): FieldError[] {
  const given = behaviors ?? [];
  if (given.length > 0 && !features.has("PIPELINE_BEHAVIORS")) {
    return [{ field: "behaviors", message: "needs the feature PIPELINE_BEHAVIORS, which is not on in this workspace" }];
  }
  const types = given.map(({ type }) => type);
  return types.flatMap((type, index) =>
    types.indexOf(type) < index ? [{ field: `behaviors[${index}].type`, message: "is given more than once" }] : [],
  );
}

/** The last of the active pipelines, and the default one when it is the first. */
export function decideCreation(body: CreatePipelineRequest, { pipelines, limit }: Catalogue): Outcome<PipelineWrites> {
  const active = pipelines.filter(({ isArchived }) => !isArchived);
  if (limit !== null && active.length >= limit) return refused(quotaExceeded(limit));
  const id = randomUUID();
  return done({
    shown: id,
    added: {
      id,
      name: body.name.trim(),
      description: textOrNull(body.description),
      isDefault: active.length === 0,
      position: Math.max(-1, ...active.map(({ position }) => position)) + 1,
      behaviors: body.behaviors ?? [],
      stages: newStages(body.stages),
    },
    changed: active.length === 0 ? pipelines.filter(({ isDefault }) => isDefault).map(noDefault) : [],
  });
}

const noDefault = ({ id }: { id: string }) => ({ id, isDefault: false });

export const quotaExceeded = (limit: number): Failure => ({
  code: "QUOTA_EXCEEDED",
  message: `The plan of this workspace allows ${limit} active pipelines.`,
});
