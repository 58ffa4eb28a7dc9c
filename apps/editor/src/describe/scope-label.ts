import type { Automation, Pipeline } from "@trilho/api-client";
import type { Text } from "../i18n/use-text.ts";

/** Where an automation applies, in names. `color` is that of its stage. */
export interface ScopeLabel {
  text: string;
  color: string | null;
}

type Scoped = Pick<Automation, "scope" | "pipelineId" | "stageId">;

/** `pipelines` undefined while they load. */
export function scopeLabel(
  { scope, pipelineId, stageId }: Scoped,
  pipelines: readonly Pipeline[] | undefined,
  t: Text<"automations">,
): ScopeLabel {
  if (scope === "global") return { text: t("scope.global"), color: null };
  if (pipelines === undefined) return { text: t("scope.loading"), color: null };
  if (scope === "pipeline") {
    if (pipelineId === null) return { text: t("scope.pipelineUnset"), color: null };
    const pipeline = pipelines.find(({ id }) => id === pipelineId);
    return { text: pipeline?.name ?? t("scope.pipelineUnknown"), color: null };
  }
  if (stageId === null) return { text: t("scope.stageUnset"), color: null };
  for (const pipeline of pipelines) {
    const stage = pipeline.stages.find(({ id }) => id === stageId);
    if (stage) {
      return { text: t("scope.stageOf", { pipeline: pipeline.name, stage: stage.name }), color: stage.color };
    }
  }
  return { text: t("scope.stageUnknown"), color: null };
}
