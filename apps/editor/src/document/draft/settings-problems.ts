import { entryWarnings } from "@trilho/engine/trigger";
import { hasUnfinishedRule, startProblems, TRIGGER_SCHEMAS, triggerProblems } from "@trilho/engine";
import type { Diagnostic, GraphDefinition, JsonObject } from "@trilho/engine";
import type { Pipeline } from "@trilho/api-client";
import { catalogText } from "../../i18n/catalog.ts";
import type { Text } from "../../i18n/use-text.ts";
import { isSoundWindow } from "./sound-window.ts";
import { MAX_NAME, type Draft, type TriggerSettings } from "./draft.ts";

type Problem =
  | "form.nameMissing"
  | "form.nameTooLong"
  | "form.pipelineMissing"
  | "form.pipelineGone"
  | "form.stageMissing"
  | "form.stageGone"
  | "form.ruleUnfinished"
  | "form.ruleBroken"
  | "form.conditionsBroken"
  | "form.settingBroken"
  | "form.windowBroken";

/** By the field of a body that a problem is in, of the trigger's own settings with their key: `triggerConfig.filter`. */
export type SettingsProblems = Readonly<Partial<Record<string, Problem>>>;

/** What is known of the workspace and not of the draft. */
export interface SettingsContext {
  pipelines?: readonly Pipeline[] | undefined;
  /** What is wrong with a schedule's time, or null; without it schedules are not looked at. */
  cronProblem?: ((cron: string) => string | null) | undefined;
}

/** What keeps settings from being published, as keys of texts. Empty when nothing does. */
export function settingsProblems({ settings, kept }: Pick<Draft, "settings" | "kept">): SettingsProblems {
  const length = settings.name.trim().length;
  return {
    ...(length === 0 && { name: "form.nameMissing" }),
    ...(length > MAX_NAME && { name: "form.nameTooLong" }),
    ...startingProblems(settings, kept.conditions),
  };
}

/** The same of what decides when it starts: of all but the name. */
export function startingProblems(
  settings: TriggerSettings,
  conditions: Draft["kept"]["conditions"],
  { pipelines, cronProblem }: SettingsContext = {},
): SettingsProblems {
  const { triggerType, triggerConfig, triggerWindow } = settings;
  const broken = [
    ...startProblems({ triggerConfig, conditions }),
    ...triggerProblems({ triggerType, triggerConfig }, cronProblem ?? (() => null)),
  ];
  return {
    ...Object.fromEntries(broken.map(({ field }) => brokenField(field))),
    ...scopeProblems(settings, pipelines),
    ...(hasUnfinishedRule(triggerConfig?.["filter"]) && { "triggerConfig.filter": "form.ruleUnfinished" }),
    ...(!isSoundWindow(triggerWindow) && { triggerWindow: "form.windowBroken" }),
  };
}

/** What an automation's entry rule lets happen: that it starts itself, or that everything starts it. */
export function entryProblems(
  { triggerType, triggerConfig = null }: TriggerSettings,
  definition: GraphDefinition,
  language: string,
): Diagnostic[] {
  const automation = { triggerType, triggerConfig, graphDefinition: definition as unknown as JsonObject };
  const at = definition.nodes.findIndex(({ type }) => type === "trigger");
  const id = definition.nodes[at]?.id;
  // What starts it is set at its step; where a step of the graph is to blame, it is told there.
  const place = id === undefined ? { path: "" } : { path: `/nodes/${at}`, nodeId: id };
  return entryWarnings(automation, { tag: language }).map((found) => ({
    ...found,
    ...(found.nodeId === undefined ? place : { path: found.path.replace("/graphDefinition", "") }),
  }));
}

const OF_FIELD: Readonly<Record<string, Problem>> = {
  conditions: "form.conditionsBroken",
  "triggerConfig.filter": "form.ruleBroken",
};

/** A field error as the field of the form and its message. */
function brokenField(path: string): [string, Problem] {
  const field = /^triggerConfig\.[^.[]+|^[^.[]+/.exec(path)?.[0] ?? path;
  return [field, OF_FIELD[field] ?? "form.settingBroken"];
}

function scopeProblems(
  { scope, pipelineId, stageId }: TriggerSettings,
  pipelines: SettingsContext["pipelines"],
): SettingsProblems {
  if (scope === "global") return {};
  const pipeline = pipelines?.find(({ id }) => id === pipelineId);
  const isGone = pipelines !== undefined && pipeline === undefined;
  const noStage = scope === "stage" && stageId === null;
  const strange = scope === "stage" && pipeline?.stages.some(({ id }) => id === stageId) === false;
  return {
    ...(pipelineId === null ? { pipelineId: "form.pipelineMissing" } : isGone && { pipelineId: "form.pipelineGone" }),
    ...(noStage ? { stageId: "form.stageMissing" } : strange && { stageId: "form.stageGone" }),
  };
}

/** Each problem in words that need no field beside them. */
export function settingsMessages(
  problems: SettingsProblems,
  { triggerType }: TriggerSettings,
  t: Text<"automation">,
): string[] {
  const properties = Object.hasOwn(TRIGGER_SCHEMAS, triggerType)
    ? TRIGGER_SCHEMAS[triggerType as keyof typeof TRIGGER_SCHEMAS].properties
    : {};
  return Object.entries(problems).flatMap(([field, problem]) => {
    if (problem === undefined) return [];
    const key = field.replace("triggerConfig.", "");
    const title = (properties as Record<string, { title: string } | undefined>)[key]?.title ?? key;
    return [t(problem, { field: catalogText(title) })];
  });
}
