import type { FieldError, UpdateStageRequest } from "@trilho/contract";
import type { Principal } from "../../../platform/security/principal.ts";
import { done, found, invalid, notFound, refused } from "../../../platform/service/outcome.ts";
import type { PipelineOutline, ReferenceStore } from "../reference.ts";
import { behaviorProblems, creationProblems, decideCreation } from "./create.ts";
import {
  changedFieldSettings,
  fieldSettingsProblems,
  keyOf,
  pipelineFields,
  presentFieldSettings,
  type PipelineField,
} from "./field-settings.ts";
import { normaliseLossReasons } from "./loss-reasons.ts";
import { decideNewStage, decideStageRemoval, decideStageUpdate } from "./stage-changes.ts";
import { finalStageProblems, textOrNull } from "./stages.ts";
import { decideUpdate } from "./update.ts";
import type { PipelineStore } from "./port.ts";
import type { Handlers } from "../../../platform/service/handlers.ts";

type Workspace = Pick<Principal, "workspaceId" | "features" | "locale">;

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

interface PipelineStores {
  pipelines: PipelineStore;
  reference: ReferenceStore;
}

/** Pipelines of one workspace, their stages and what they ask of deals. */
export function createPipelineService({ pipelines, reference }: PipelineStores): Pick<Handlers, PipelineOperation> {
  const settingsOf = async (
    { workspaceId, locale }: Workspace,
    seq: number,
  ): Promise<{ pipeline: PipelineOutline; fields: PipelineField[] } | null> => {
    const pipeline = await reference.pipeline(workspaceId, seq);
    if (pipeline === null) return null;
    return { pipeline, fields: pipelineFields(await reference.customFields(workspaceId, "deal"), locale) };
  };

  const presentField = async (workspaceId: string, pipeline: PipelineOutline, field: PipelineField) => {
    const stored = await pipelines.fieldSettings(workspaceId, pipeline.id);
    return presentFieldSettings(
      field,
      stored.find((settings) => settings.field === keyOf(field)),
      pipeline,
    );
  };

  const milestoneProblems = async (workspaceId: string, body: UpdateStageRequest): Promise<FieldError[]> => {
    const id = textOrNull(body.requiredMilestoneFieldId);
    const field = id === null ? null : await reference.customField(workspaceId, id);
    if (id === null || field?.entityType === "deal") return [];
    return [{ field: "requiredMilestoneFieldId", message: "is no custom field of deals in this workspace" }];
  };

  return {
    listPipelines: async ({ principal: { workspaceId } }) => done(await pipelines.list(workspaceId)),
    getPipeline: async ({ principal: { workspaceId }, params: { seq } }) =>
      found(await pipelines.get(workspaceId, seq), "pipeline"),

    async createPipeline({ principal: { workspaceId, features }, body }) {
      const problems = creationProblems(body, features);
      if (problems.length > 0) return refused(invalid(problems));
      return pipelines.change(workspaceId, null, (catalogue) => decideCreation(body, catalogue));
    },

    async updatePipeline({ principal: { workspaceId, features }, params: { seq }, body }) {
      const problems = behaviorProblems(body.behaviors, features);
      if (problems.length > 0) return refused(invalid(problems));
      return pipelines.change(workspaceId, null, (catalogue) => decideUpdate(seq, body, catalogue));
    },

    async createStage({ principal: { workspaceId }, params: { seq }, body }) {
      const problems = [...finalStageProblems(body, ""), ...(await milestoneProblems(workspaceId, body))];
      if (problems.length > 0) return refused(invalid(problems));
      return pipelines.change(workspaceId, null, (catalogue) => decideNewStage(seq, body, catalogue));
    },

    async updateStage({ principal: { workspaceId }, params: { seq, stageId }, body }) {
      const problems = await milestoneProblems(workspaceId, body);
      if (problems.length > 0) return refused(invalid(problems));
      return pipelines.change(workspaceId, null, (catalogue) => decideStageUpdate(seq, stageId, body, catalogue));
    },

    async deleteStage({ principal: { workspaceId }, params: { seq, stageId } }) {
      const outcome = await pipelines.change(workspaceId, stageId, (catalogue) =>
        decideStageRemoval(seq, stageId, catalogue),
      );
      return outcome.ok ? done(null) : outcome;
    },

    async listPipelineFields({ principal: workspace, params: { seq } }) {
      const known = await settingsOf(workspace, seq);
      if (known === null) return refused(notFound("pipeline"));
      const stored = await pipelines.fieldSettings(workspace.workspaceId, known.pipeline.id);
      const byField = new Map(stored.map((settings) => [settings.field, settings]));
      return done(known.fields.map((field) => presentFieldSettings(field, byField.get(keyOf(field)), known.pipeline)));
    },

    async getPipelineField({ principal: workspace, params: { seq, field: key } }) {
      const known = await settingsOf(workspace, seq);
      const field = known?.fields.find((one) => keyOf(one) === key);
      if (known === null) return refused(notFound("pipeline"));
      if (field === undefined) return refused(notFound("field"));
      return done(await presentField(workspace.workspaceId, known.pipeline, field));
    },

    async updatePipelineField({ principal: workspace, params: { seq, field: key }, body }) {
      const known = await settingsOf(workspace, seq);
      const field = known?.fields.find((one) => keyOf(one) === key);
      if (known === null) return refused(notFound("pipeline"));
      if (field === undefined) return refused(notFound("field"));
      const { pipeline } = known;
      const problems = fieldSettingsProblems(field.kind, pipeline, body);
      if (problems.length > 0) return refused(invalid(problems));
      await pipelines.changeFieldSettings(workspace.workspaceId, pipeline.id, key, (current) =>
        changedFieldSettings(key, current, body),
      );
      return done(await presentField(workspace.workspaceId, pipeline, field));
    },

    async getPipelineAccess({ principal: { workspaceId }, params: { seq } }) {
      const pipeline = await reference.pipeline(workspaceId, seq);
      if (pipeline === null) return refused(notFound("pipeline"));
      return done(await pipelines.access(workspaceId, pipeline.id));
    },

    async setPipelineAccess({ principal: { workspaceId }, params: { seq }, body: { userIds } }) {
      const pipeline = await reference.pipeline(workspaceId, seq);
      if (pipeline === null) return refused(notFound("pipeline"));
      const known = new Set((await reference.users(workspaceId)).map(({ id }) => id));
      const problems = userIds.flatMap((id, index) =>
        known.has(id) ? [] : [{ field: `userIds[${index}]`, message: "is no member of this workspace" }],
      );
      if (problems.length > 0) return refused(invalid(problems));
      await pipelines.setAccess(workspaceId, pipeline.id, [...new Set(userIds)]);
      return done(await pipelines.access(workspaceId, pipeline.id));
    },

    listLossReasons: async ({ principal: { workspaceId } }) => done(await pipelines.lossReasons(workspaceId)),

    async setLossReasons({ principal: { workspaceId }, body: { lossReasons: reasons } }) {
      const kept = normaliseLossReasons(reasons);
      await pipelines.setLossReasons(workspaceId, kept);
      return done(kept);
    },
  };
}
