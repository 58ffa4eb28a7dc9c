import { Type } from "typebox";
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

const group = { group: "Reference", features: ["API_ACCESS"], unknownQuery: "ignore" } as const;
const read = { ...group, method: "GET", permission: null } as const;
const settings = { ...group, permission: "settings.pipelines" } as const;

const seq = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const bySeq = Type.Object({ seq });
const byStage = Type.Object({ seq, stageId: Type.String() });
const byField = Type.Object({ seq, field: Type.String() });

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
    success: { status: 200, schema: envelope(Type.Array(Pipeline)) },
    errors: [401, 403, 429],
  },
  createPipeline: {
    ...settings,
    client: "pipelines.create",
    method: "POST",
    path: "/pipelines",
    summary: "Create a pipeline; won and lost stages are added to its own",
    body: CreatePipelineRequest,
    success: created,
    errors: [400, 401, 403, 409, 429],
  },
  getPipeline: {
    ...read,
    client: "pipelines.get",
    path: "/pipelines/{seq}",
    summary: "One pipeline with its stages",
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
    params: byStage,
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
    params: byStage,
    success: { status: 204, schema: null },
    errors: [400, 401, 403, 404, 409, 429],
  },
  listPipelineFields: {
    ...read,
    client: "pipelines.listFields",
    path: "/pipelines/{seq}/fields",
    summary: "How a pipeline treats each field of its deals: standard ones first, then custom ones",
    params: bySeq,
    success: { status: 200, schema: envelope(Type.Array(PipelineFieldSettings)) },
    errors: [400, 401, 403, 404, 429],
  },
  getPipelineField: {
    ...read,
    client: "pipelines.getField",
    path: "/pipelines/{seq}/fields/{field}",
    summary: "How a pipeline treats one field: a deal custom field's id or a standard key",
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
    success: lossReasons,
    errors: [401, 403, 429],
  },
  setLossReasons: {
    ...settings,
    client: "pipelines.setLossReasons",
    method: "PUT",
    path: "/pipelines/loss-reasons",
    summary: "Replace the catalogue of loss reasons; the answer is the list as it was saved",
    body: SetLossReasonsRequest,
    success: lossReasons,
    errors: [400, 401, 403, 429],
  },
} as const satisfies Record<string, Route>;
