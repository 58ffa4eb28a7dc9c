import { Type } from "typebox";
import { EXAMPLE_IDS, EXAMPLE_SEQS } from "../examples/ids.ts";
import { envelope } from "../envelopes.ts";
import {
  CreatePipelineRequest,
  CreateStageRequest,
  Pipeline,
  PipelineAccessMember,
  SetLossReasonsRequest,
  SetPipelineAccessRequest,
  UpdatePipelineRequest,
  UpdateStageRequest,
} from "../resources/pipeline.ts";
import { PipelineFieldSettings, UpdatePipelineFieldRequest } from "../resources/pipeline-field.ts";
import type { Route } from "../route.ts";
import { idOf, seq } from "./parameters.ts";
import { namedBy, toldWhere } from "./used.ts";

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const read = { ...group, method: "GET", permission: null } as const;
const settings = { ...group, permission: "settings.pipelines" } as const;

const pipelineSeq = (example: number = EXAMPLE_SEQS.pipeline) => seq("The pipeline's number, `seq`.", example);
const bySeq = Type.Object({ seq: pipelineSeq() });
const byField = Type.Object({
  seq: pipelineSeq(),
  field: Type.String({
    description: "The id of a custom field of deals, or `value`, `name`, `email`, `phone` or `expectedCloseAt`.",
    examples: ["value"],
  }),
});

const one = { status: 200, schema: envelope(Pipeline) } as const;
const created = { status: 201, schema: envelope(Pipeline) } as const;
const access = { status: 200, schema: envelope(Type.Array(PipelineAccessMember)) } as const;
const lossReasons = { status: 200, schema: envelope(Type.Array(Type.String())) } as const;

export const PIPELINE_ROUTES = {
  listPipelines: {
    ...read,
    client: "pipelines.list",
    path: "/pipelines",
    summary: "Pipelines with their stages, in display order; archived ones last",
    description: "All of them at once, without pages. A stage's `id` is what other resources call `stageId`.",
    success: { status: 200, schema: envelope(Type.Array(Pipeline)) },
    errors: [401, 403, 429],
  },
  createPipeline: {
    ...settings,
    client: "pipelines.create",
    method: "POST",
    path: "/pipelines",
    summary: "Create a pipeline; won and lost stages are added to its own",
    description:
      "Without `stages` it has the default ones. Stages `Ganho` and `Perda` are always added, so naming final " +
      "stages is a 400. `behaviors` need a feature of their own; the plan's limit reached is a 409 " +
      "`QUOTA_EXCEEDED`.",
    body: CreatePipelineRequest,
    success: created,
    errors: [400, 401, 403, 409, 429],
  },
  getPipeline: {
    ...read,
    client: "pipelines.get",
    path: "/pipelines/{seq}",
    summary: "One pipeline with its stages",
    description: "Active stages in their order, then the won and the lost one.",
    params: bySeq,
    success: one,
    errors: [400, 401, 403, 404, 429],
  },
  updatePipeline: {
    ...settings,
    client: "pipelines.update",
    method: "PATCH",
    path: "/pipelines/{seq}",
    summary: "Change a pipeline: name, place, default, archive, behaviors",
    description:
      "What is left out stays. Another default is chosen by `isDefault: true`, and archiving the default hands " +
      "that on. `attendanceQueueStageId` names a stage of this pipeline. " +
      toldWhere("its name changes, or it is archived with its stages"),
    params: bySeq,
    body: UpdatePipelineRequest,
    success: one,
    errors: [400, 401, 403, 404, 409, 429],
  },
  createStage: {
    ...settings,
    client: "pipelines.createStage",
    method: "POST",
    path: "/pipelines/{seq}/stages",
    summary: "Add an active stage to a pipeline",
    description: "It comes last of the active ones unless `order` says otherwise. The answer is the whole pipeline.",
    params: bySeq,
    body: CreateStageRequest,
    success: created,
    errors: [400, 401, 403, 404, 409, 429],
  },
  updateStage: {
    ...settings,
    client: "pipelines.updateStage",
    method: "PATCH",
    path: "/pipelines/{seq}/stages/{stageId}",
    summary: "Change an active stage; won and lost stages cannot be changed",
    description:
      "What is left out stays; a blank description is removed. A won or lost stage is a 409. The answer is the " +
      `whole pipeline. ${toldWhere("its name changes")}`,
    params: Type.Object({
      seq: pipelineSeq(EXAMPLE_SEQS.pipeline),
      stageId: idOf("the stage", EXAMPLE_IDS.stage),
    }),
    body: UpdateStageRequest,
    success: one,
    errors: [400, 401, 403, 404, 409, 429],
  },
  deleteStage: {
    ...settings,
    client: "pipelines.deleteStage",
    method: "DELETE",
    path: "/pipelines/{seq}/stages/{stageId}",
    summary: "Remove an active stage that holds no deals and is not the last one",
    description: `A stage with deals, open or closed, a won or lost one, and the last active one are a 409. ${namedBy("stage")}`,
    params: Type.Object({
      seq: pipelineSeq(EXAMPLE_SEQS.archivedPipeline),
      stageId: idOf("the stage", EXAMPLE_IDS.emptyStage),
    }),
    success: { status: 204, schema: null },
    errors: [400, 401, 403, 404, 409, 429],
  },
  listPipelineFields: {
    ...read,
    client: "pipelines.listFields",
    path: "/pipelines/{seq}/fields",
    summary: "How a pipeline treats each field of its deals: standard ones first, then custom ones",
    description:
      "Standard fields are `value`, `name`, `email`, `phone` and `expectedCloseAt`; custom ones are named by their " +
      "id.",
    params: bySeq,
    success: { status: 200, schema: envelope(Type.Array(PipelineFieldSettings)) },
    errors: [400, 401, 403, 404, 429],
  },
  getPipelineField: {
    ...read,
    client: "pipelines.getField",
    path: "/pipelines/{seq}/fields/{field}",
    summary: "How a pipeline treats one field: a deal custom field's id or a standard key",
    description: "What is null is nothing that a standard field has.",
    params: byField,
    success: { status: 200, schema: envelope(PipelineFieldSettings) },
    errors: [400, 401, 403, 404, 429],
  },
  updatePipelineField: {
    ...settings,
    client: "pipelines.updateField",
    method: "PATCH",
    path: "/pipelines/{seq}/fields/{field}",
    summary: "Change how a pipeline treats one field",
    description:
      "What is left out stays. `requiredStageIds` are enforced when a deal is moved; `isRequired` alone is a mark " +
      "for forms.",
    params: byField,
    body: UpdatePipelineFieldRequest,
    success: { status: 200, schema: envelope(PipelineFieldSettings) },
    errors: [400, 401, 403, 404, 429],
  },
  getPipelineAccess: {
    ...settings,
    client: "pipelines.getAccess",
    method: "GET",
    path: "/pipelines/{seq}/access",
    summary: "Members with explicit access; an empty list means access for everyone",
    description: "Privileged roles have access to every pipeline and stand in no list.",
    params: bySeq,
    success: access,
    errors: [400, 401, 403, 404, 429],
  },
  setPipelineAccess: {
    ...settings,
    client: "pipelines.setAccess",
    method: "PUT",
    path: "/pipelines/{seq}/access",
    summary: "Replace the members with explicit access; an empty list opens the pipeline to everyone",
    description: "Ids of members of this workspace; an unknown one is a 400.",
    params: bySeq,
    body: SetPipelineAccessRequest,
    success: access,
    errors: [400, 401, 403, 404, 429],
  },
  listLossReasons: {
    ...read,
    client: "pipelines.listLossReasons",
    path: "/pipelines/loss-reasons",
    summary: "Why deals may be lost",
    description: "While the catalogue is empty, any text is a reason.",
    success: lossReasons,
    errors: [401, 403, 429],
  },
  setLossReasons: {
    ...settings,
    client: "pipelines.setLossReasons",
    method: "PUT",
    path: "/pipelines/loss-reasons",
    summary: "Replace the catalogue of loss reasons; the answer is the list as it was saved",
    description:
      "Texts are trimmed, blanks and doubles left out, the order kept. Deals that were lost keep their reasons.",
    body: SetLossReasonsRequest,
    success: lossReasons,
    errors: [400, 401, 403, 429],
  },
} as const satisfies Record<string, Route>;
