import type { Diagnostic, Fix } from "../contract/diagnostic.ts";
import { DAY_SECONDS } from "../contract/durations.ts";
import { isObject } from "../contract/json.ts";
import type { JsonObject } from "../contract/json.ts";
import { pointer } from "../json/pointer.ts";
import { readJson } from "../json/read-json.ts";
import { describeProblem } from "../messages/describe.ts";
import { en } from "../messages/en.ts";
import type { Locale } from "../messages/locale.ts";
import { inquiryOf, validateGraph } from "../rules/validate/validate.ts";
import type { ValidateOptions } from "../rules/validate/validate.ts";
import { entryWarnings } from "./entry-advice.ts";
import { fieldWarnings } from "./field-warnings.ts";
import { fieldOf, START_PROBLEMS } from "./problem.ts";
import type { StartProblem } from "./problem.ts";
import { START_PROBLEMS_PT_BR } from "./problem-pt-br.ts";
import { startFindings } from "./start-problems.ts";
import { triggerFindings } from "./trigger-problems.ts";
import type { CronProblem } from "./trigger-problems.ts";

export interface ValidateAutomationOptions extends Omit<ValidateOptions, "trigger"> {
  /** What is wrong with the time of a schedule, or null; without it such times are not looked at. */
  cronProblem?: CronProblem;
}

/** What `validateAutomation` answers. */
export interface AutomationReport {
  /** True without errors; warnings may remain. */
  valid: boolean;
  /** Those around the graph first, then the graph's as `validateGraph` sorts them. */
  problems: Diagnostic[];
  /** True when there were more problems than `maxProblems`. */
  truncated: boolean;
}

/**
 * Finds every problem of an automation at once: its trigger, settings, scope, window and conditions, and its graph. Paths
 * are JSON Pointers into the automation. Values that JSON cannot carry come alone. Takes anything and never throws for it;
 * time and memory are bounded. Options that mean nothing are a `RangeError`, as of `validateGraph`.
 *
 * @example
 * ```ts
 * import { validateAutomation } from "@trilho/engine/trigger";
 *
 * const graphDefinition = { version: 2, nodes: [{ id: "start", type: "trigger" }] };
 * const { problems } = validateAutomation({ triggerType: "deal_won", scope: "stage", stageId: 5, graphDefinition });
 * problems.map(({ code, path }) => `${path}: ${code}`);
 * // ["/stageId: no-place", "/graphDefinition/nodes/0: nothing-after-trigger"]
 * ```
 */
export function validateAutomation(input: unknown, options: ValidateAutomationOptions = {}): AutomationReport {
  const { cronProblem = () => null, locale = en, ...ofGraph } = options;
  inquiryOf(ofGraph);
  const { value, unreadable } = readJson(input);
  if (!isObject(value) || unreadable.length > 0) {
    const problems = unreadable.map((each): Diagnostic => {
      const found = { ...each, severity: "error" as const, message: each.code };
      return { ...found, message: describeProblem(found, locale) };
    });
    return bounded(
      problems.length > 0 ? problems : [diagnosticOf({ path: [], code: "not-an-object" }, locale)],
      options,
    );
  }
  const around = Array.from(findings(value, cronProblem), (problem) => diagnosticOf(problem, locale));
  const { triggerType: type, triggerConfig: config, graphDefinition } = value;
  const trigger = { type: typeof type === "string" ? type.trim() : "", config: isObject(config) ? config : null };
  const graph = validateGraph(graphDefinition, { ...ofGraph, locale, ...(trigger.type !== "" && { trigger }) });
  const inGraph = graph.problems.map((problem) => below("graphDefinition", problem));
  const warnings = [...fieldWarnings(value, locale), ...entryWarnings(value, locale)];
  const report = bounded([...around, ...warnings, ...inGraph], options);
  return { ...report, valid: around.length === 0 && graph.valid, truncated: report.truncated || graph.truncated };
}

function* findings(automation: JsonObject, cronProblem: CronProblem): Generator<StartProblem> {
  const { triggerType, scope = "global", pipelineId, stageId } = automation;
  if (typeof triggerType !== "string" || triggerType.trim() === "")
    yield { path: ["triggerType"], code: "no-trigger-type" };
  if (scope !== "global" && scope !== "pipeline" && scope !== "stage") yield { path: ["scope"], code: "unknown-scope" };
  if (scope === "pipeline" && !isId(pipelineId)) yield { path: ["pipelineId"], code: "no-place" };
  if (scope === "stage" && !isId(stageId)) yield { path: ["stageId"], code: "no-place" };
  yield* startFindings(automation);
  yield* triggerFindings(automation, cronProblem);
}

const isId = (id: unknown): boolean => typeof id === "string" && id !== "";

function diagnosticOf({ path, code, words }: StartProblem, locale: Locale): Diagnostic {
  const isPortuguese = locale.tag === "pt-BR";
  const said = (isPortuguese ? START_PROBLEMS_PT_BR : START_PROBLEMS)[code];
  const fix = fixOf(path, code, isPortuguese);
  return {
    code,
    severity: "error",
    message: `${fieldOf(path)} ${said}${words === undefined ? "" : `: ${words}`}`.trim(),
    path: pointer(...path),
    ...(fix !== null && { fixes: [fix] }),
  };
}

function fixOf(path: StartProblem["path"], code: StartProblem["code"], isPortuguese: boolean): Fix | null {
  const at = pointer(...path);
  if (code === "no-again-time") {
    const title = isPortuguese ? "Usar um dia" : "Make it a day";
    return { title, safe: false, patch: [{ op: "add", path: at, value: DAY_SECONDS }] };
  }
  if (!isOptional(path)) return null;
  return { title: isPortuguese ? "Deixar de fora" : "Leave it out", safe: false, patch: [{ op: "remove", path: at }] };
}

/** A setting of the trigger or of its entry rule, or the window's time zone: what is left out has a meaning of its own. */
const isOptional = ([part, key, setting, ...rest]: StartProblem["path"]): boolean =>
  rest.length === 0 &&
  (setting === undefined
    ? (part === "triggerConfig" && key !== undefined) || (part === "triggerWindow" && key === "timeZone")
    : part === "triggerConfig" && key === "entry");

/** A problem of a part as one of the whole. */
function below(part: string, problem: Diagnostic): Diagnostic {
  const prefix = pointer(part);
  const fixes = problem.fixes?.map((fix) => ({
    ...fix,
    patch: fix.patch.map((operation) => ({ ...operation, path: prefix + operation.path })),
  }));
  return { ...problem, path: prefix + problem.path, ...(fixes && { fixes }) };
}

/** Errors come before warnings where there are more than are wanted. */
function bounded(problems: Diagnostic[], { maxProblems = 500 }: ValidateAutomationOptions): AutomationReport {
  const errors = problems.filter(({ severity }) => severity === "error");
  const kept = new Set([...errors, ...problems.filter(({ severity }) => severity !== "error")].slice(0, maxProblems));
  return {
    valid: errors.length === 0,
    problems: problems.filter((problem) => kept.has(problem)),
    truncated: kept.size < problems.length,
  };
}
