import { join } from "node:path";
import type { GraphDefinition, JsonObject } from "@trilho/engine";
import { diffGraphs } from "@trilho/engine/analyse";
import { printJson } from "../command.ts";
import { changeOf, differences, isEmptyDiff } from "../differences.ts";
import type { Io } from "../io.ts";
import { counted, paintFor } from "../style.ts";
import type { Paint } from "../style.ts";
import { AUTOMATION_KEYS } from "./definition.ts";
import type { Problem } from "./folder.ts";
import type { AutomationStep, Plan } from "./plan.ts";
import { isEmptyPlan } from "./plan.ts";

export const PLAN_FORMATS = ["human", "json", "github"] as const;

/** Tells a plan. `folder` leads to the files that it names. */
export const tellPlan = (format: (typeof PLAN_FORMATS)[number], plan: Plan, folder: string, io: Io): void =>
  TELLERS[format](plan, folder, io);

const TELLERS: Readonly<Record<(typeof PLAN_FORMATS)[number], (plan: Plan, folder: string, io: Io) => void>> = {
  human: tellPeople,
  github: tellGitHub,
  json: ({ title, problems, workspace, automations, others }, _, io) =>
    printJson(
      {
        workspace: title,
        problems,
        things: workspace.map(({ kind, what, changes }) => ({ kind, what, changes })),
        automations: automations.map((step) => ({
          kind: step.kind,
          file: step.file.path,
          name: step.name,
          drift: step.drift,
          waitingRuns: step.waiting,
          changes: aroundOf(step),
          graph: step.kind === "change" ? diffOf(step) : null,
        })),
        onlyInWorkspace: others.map(({ id, name }) => ({ id, name })),
      },
      io,
    ),
};

function tellPeople(plan: Plan, folder: string, io: Io): void {
  const paint = paintFor(io.colors);
  io.out(`${paint("bold", plan.title)}\n`);
  tellProblems(plan.problems, folder, io);
  for (const line of linesOf(plan, paint)) io.out(`${line}\n`);
  if (plan.others.length > 0) {
    io.out(`Only in the workspace, and left there: ${plan.others.map(({ name }) => `“${name}”`).join(", ")}.\n`);
  }
  io.out(`${summaryOf(plan)}\n`);
}

/** `automations/a.yaml:3:5: error: …`, as compilers tell it. */
export function tellProblems(problems: readonly Problem[], folder: string, io: Io): void {
  const paint = paintFor(io.colors);
  for (const { path, line, column, severity, message } of problems) {
    const told = paint(severity === "error" ? "red" : "yellow", severity);
    io.out(`${join(folder, path)}:${line}:${column}: ${told}: ${message}\n`);
  }
}

const signOf = (kind: "create" | "change", paint: Paint): string =>
  kind === "create" ? paint("green", "+") : paint("yellow", "~");

function linesOf({ workspace, automations }: Plan, paint: Paint): string[] {
  const things = workspace.flatMap(({ kind, what, changes }) => [
    `${signOf(kind, paint)} ${what}`,
    ...changes.map(({ key, before, after }) => `    ${key}: ${changeOf(before, after)}`),
  ]);
  return [...things, ...automations.flatMap((step) => stepLines(step, paint))];
}

function stepLines(step: AutomationStep, paint: Paint): string[] {
  const { kind, file, name, drift, waiting } = step;
  if (kind === "same") return [];
  const told = [
    ...(drift === null ? [] : [`${paint("red", "!")} changed in the workspace: ${drift}`]),
    ...(kind === "create" ? [] : aroundOf(step).map(({ key, before, after }) => `${key}: ${changeOf(before, after)}`)),
    ...(kind === "create" ? [] : graphLines(step, paint)),
    ...(waiting ? [`${counted(waiting, "run")} under way: each ends in the version that it began with`] : []),
  ];
  return [`${signOf(kind, paint)} ${file.path} “${name}”`, ...told.map((line) => `    ${line}`)];
}

function graphLines(step: AutomationStep, paint: Paint): string[] {
  const found = diffOf(step);
  return isEmptyDiff(found) ? [] : differences(found, paint);
}

const graphIn = ({ graphDefinition }: JsonObject) => graphDefinition as unknown as GraphDefinition;
const diffOf = ({ before, after }: AutomationStep) => diffGraphs(graphIn(before), graphIn(after));

/** What differs around the graph. */
function aroundOf({ kind, before, after }: AutomationStep) {
  if (kind !== "change") return [];
  return AUTOMATION_KEYS.filter(
    (key) => key !== "graphDefinition" && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  ).map((key) => ({ key, before: before[key] ?? null, after: after[key] ?? null }));
}

function summaryOf(plan: Plan): string {
  const errors = plan.problems.filter(({ severity }) => severity === "error").length;
  if (errors > 0) return `${counted(errors, "error")}: nothing can be applied.`;
  if (isEmptyPlan(plan)) return "Nothing to do: the workspace is as the files say.";
  const count = (kind: string) => [...plan.workspace, ...plan.automations].filter((step) => step.kind === kind).length;
  return `${count("create")} to create, ${count("change")} to change, ${count("same")} as they are.`;
}

/** https://docs.github.com/actions/reference/workflow-commands-for-github-actions */
function tellGitHub(plan: Plan, folder: string, io: Io): void {
  const tell = (level: string, path: string, place: string, message: string) =>
    io.out(`::${level} file=${escaped(join(folder, path), /[%\r\n:,]/g)}${place}::${escaped(message, /[%\r\n]/g)}\n`);
  for (const { path, line, column, severity, message } of plan.problems) {
    tell(severity, path, `,line=${line},col=${column}`, message);
  }
  for (const step of plan.automations) {
    if (step.kind === "same") continue;
    const level = step.drift === null ? "notice" : "error";
    const [title = "", ...lines] = stepLines(step, (_, text) => text);
    tell(level, step.file.path, ",line=1", [title, ...lines].join("\n"));
  }
  io.out(`${summaryOf(plan)}\n`);
}

const escaped = (text: string, what: RegExp): string =>
  text.replaceAll(what, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
