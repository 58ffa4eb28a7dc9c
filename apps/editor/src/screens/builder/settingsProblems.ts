import { isSoundWindow } from "../../forms/trigger/window.ts";
import type { Settings } from "./draft.ts";

export const MAX_NAME = 255;

type Problem =
  | "form.nameMissing"
  | "form.nameTooLong"
  | "form.pipelineMissing"
  | "form.stageMissing"
  | "form.windowBroken";
export type SettingsProblems = Partial<Record<"name" | "pipelineId" | "stageId" | "triggerWindow", Problem>>;

/** What keeps settings from being pushed, as keys of texts. Empty when nothing does. */
export function settingsProblems({ name, scope, pipelineId, stageId, triggerWindow }: Settings): SettingsProblems {
  const length = name.trim().length;
  return {
    ...(length === 0 && { name: "form.nameMissing" }),
    ...(length > MAX_NAME && { name: "form.nameTooLong" }),
    ...(scope !== "global" && pipelineId === null && { pipelineId: "form.pipelineMissing" }),
    ...(scope === "stage" && stageId === null && { stageId: "form.stageMissing" }),
    ...(!isSoundWindow(triggerWindow) && { triggerWindow: "form.windowBroken" }),
  };
}
