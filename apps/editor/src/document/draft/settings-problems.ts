import { hasUnfinishedRule } from "@trilho/engine";
import { isSoundWindow } from "./window.ts";
import type { Settings } from "./draft.ts";

export const MAX_NAME = 255;

type Problem =
  | "form.nameMissing"
  | "form.nameTooLong"
  | "form.pipelineMissing"
  | "form.stageMissing"
  | "form.ruleUnfinished"
  | "form.windowBroken";
export type SettingsProblems = Partial<Record<"name" | "pipelineId" | "stageId" | "filter" | "triggerWindow", Problem>>;

/** What keeps settings from being published, as keys of texts. Empty when nothing does. */
export function settingsProblems(settings: Settings): SettingsProblems {
  const { name, scope, pipelineId, stageId, triggerConfig, triggerWindow } = settings;
  const length = name.trim().length;
  return {
    ...(length === 0 && { name: "form.nameMissing" }),
    ...(length > MAX_NAME && { name: "form.nameTooLong" }),
    ...(scope !== "global" && pipelineId === null && { pipelineId: "form.pipelineMissing" }),
    ...(scope === "stage" && stageId === null && { stageId: "form.stageMissing" }),
    ...(hasUnfinishedRule(triggerConfig?.["filter"]) && { filter: "form.ruleUnfinished" }),
    ...(!isSoundWindow(triggerWindow) && { triggerWindow: "form.windowBroken" }),
  };
}
