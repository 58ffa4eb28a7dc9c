import { entryWarnings, fieldWarnings, validateAutomation } from "@trilho/engine/trigger";
import { hasUnfinishedRule, TRIGGER_SCHEMAS } from "@trilho/engine";
import type { Diagnostic, GraphDefinition, JsonObject } from "@trilho/engine";
import type { Pipeline } from "@trilho/api-client";
import { catalogText } from "../../i18n/catalog.ts";
import type { Text } from "../../i18n/use-text.ts";
import { isSoundWindow } from "./sound-window.ts";
import { MAX_NAME, type Draft, type TriggerSettings } from "./draft.ts";

type Problem =
  | "form.nameMissing"
  | "form.nameTooLong"
  | "form.triggerMissing"
  | "form.scopeMissing"
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
  const { triggerConfig, triggerWindow } = settings;
  const automation = { ...settings, conditions, graphDefinition: NO_STEPS };
  const { problems } = validateAutomation(automation, { cronProblem: cronProblem ?? (() => null) });
  const around = problems.filter(({ severity, path }) => severity === "error" && !path.startsWith(IN_GRAPH));
  return {
    ...Object.fromEntries(around.map(({ path }) => brokenField(path))),
    ...scopeProblems(settings, pipelines),
    ...(hasUnfinishedRule(triggerConfig?.["filter"]) && { "triggerConfig.filter": "form.ruleUnfinished" }),
    ...(!isSoundWindow(triggerWindow) && { triggerWindow: "form.windowBroken" }),
  };
}

/** Of a graph, other functions tell. */
const NO_STEPS = { version: 2, nodes: [], edges: [] };
const IN_GRAPH = "/graphDefinition";

/** What of its start is most likely a mistake: fields that there are not, and an entry rule that lets it start on and on. */
export function startWarnings(
  { triggerType, triggerConfig = null, scope, stageId }: TriggerSettings,
  conditions: Draft["kept"]["conditions"],
  definition: GraphDefinition,
  language: string,
): Diagnostic[] {
  const graphDefinition = definition as unknown as JsonObject;
  const found = [
    ...fieldWarnings({ conditions, triggerConfig }).map((each) => ({
      ...each,
      params: { ...each.params, node: START },
    })),
    ...entryWarnings({ triggerType, triggerConfig, scope, stageId, graphDefinition }, { tag: language }),
  ];
  const at = definition.nodes.findIndex(({ type }) => type === "trigger");
  const id = definition.nodes[at]?.id;
  // What starts it is set at its step; where a step of the graph is to blame, it is told there.
  const place = id === undefined ? { path: "" } : { path: `/nodes/${at}`, nodeId: id };
  return found.map((each) => ({
    ...each,
    ...(each.nodeId === undefined ? place : { path: each.path.replace(IN_GRAPH, "") }),
  }));
}

/** What messages call what starts it. */
const START = { kind: "trigger" };

const OF_FIELD: Readonly<Record<string, Problem>> = {
  triggerType: "form.triggerMissing",
  scope: "form.scopeMissing",
  pipelineId: "form.pipelineMissing",
  stageId: "form.stageMissing",
  triggerWindow: "form.windowBroken",
  conditions: "form.conditionsBroken",
  "triggerConfig.filter": "form.ruleBroken",
};

/** Where a problem is, as a JSON Pointer, as the field of the form and its message. */
function brokenField(path: string): [string, Problem] {
  const [, part = "", key] = path.split("/");
  const field = part === "triggerConfig" && key !== undefined ? `${part}.${key}` : part;
  return [field, OF_FIELD[field] ?? "form.settingBroken"];
}

function scopeProblems(
  { scope, pipelineId, stageId }: TriggerSettings,
  pipelines: SettingsContext["pipelines"],
): SettingsProblems {
  if (scope !== "pipeline" && scope !== "stage") return {};
  const pipeline = pipelines?.find(({ id }) => id === pipelineId);
  const isGone = pipelines !== undefined && pipeline === undefined;
  const strange = scope === "stage" && stageId !== null && pipeline?.stages.some(({ id }) => id === stageId) === false;
  return {
    ...(pipelineId === null ? { pipelineId: "form.pipelineMissing" } : isGone && { pipelineId: "form.pipelineGone" }),
    ...(strange && { stageId: "form.stageGone" }),
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
