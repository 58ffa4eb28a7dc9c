import type { PipelineService } from "./service.ts";
import type { Handlers } from "../../../platform/http/handlers.ts";

type PipelineOperation =
  | "listPipelines"
  | "createPipeline"
  | "getPipeline"
  | "updatePipeline"
  | "createStage"
  | "updateStage"
  | "deleteStage"
  | "listPipelineFields"
  | "getPipelineField"
  | "updatePipelineField"
  | "getPipelineAccess"
  | "setPipelineAccess"
  | "listLossReasons"
  | "setLossReasons";

export const pipelineHandlers = (service: PipelineService): Pick<Handlers, PipelineOperation> => ({
  listPipelines: ({ principal }) => service.list(principal.workspaceId),
  createPipeline: ({ principal, body }) => service.create(principal, body),
  getPipeline: ({ principal, params }) => service.get(principal.workspaceId, params.seq),
  updatePipeline: ({ principal, params, body }) => service.update(principal, params.seq, body),
  createStage: ({ principal, params, body }) => service.createStage(principal, params.seq, body),
  updateStage: ({ principal, params, body }) => service.updateStage(principal, params.seq, params.stageId, body),
  deleteStage: ({ principal, params }) => service.deleteStage(principal.workspaceId, params.seq, params.stageId),
  listPipelineFields: ({ principal, params }) => service.fields(principal, params.seq),
  getPipelineField: ({ principal, params }) => service.field(principal, params.seq, params.field),
  updatePipelineField: ({ principal, params, body }) => service.updateField(principal, params.seq, params.field, body),
  getPipelineAccess: ({ principal, params }) => service.access(principal.workspaceId, params.seq),
  setPipelineAccess: ({ principal, params, body }) => service.setAccess(principal.workspaceId, params.seq, body),
  listLossReasons: ({ principal }) => service.lossReasons(principal.workspaceId),
  setLossReasons: ({ principal, body }) => service.setLossReasons(principal.workspaceId, body.lossReasons),
});
