import { validateGraph } from "@trilho/engine";
import type { Diagnostic, GraphDefinition } from "@trilho/engine";
import { problemText } from "../i18n/engine-text.ts";
import { liquidProblems } from "./liquid-problems.ts";
import { previewSafeFixes } from "./preview-fix.ts";
import { placeOf } from "./problems.ts";
import type { Checker, Problems, Surroundings } from "./surroundings.ts";

/** The problems of a definition, whoever edits it. */
export function findProblems(
  definition: GraphDefinition,
  { trigger, references, settings, start, texts }: Omit<Surroundings, "checker" | "textsFor">,
): Problems {
  const options = { ...(trigger && { trigger }), ...(references && { extraRules: references }) };
  const all = [
    ...settingsProblems(definition, settings),
    ...(start ? start(definition) : []),
    ...validateGraph(definition, options).problems,
    ...(texts ? liquidProblems(definition, texts) : []),
  ];
  const byNode = new Map<string, Diagnostic[]>();
  for (const problem of all) {
    const id = placeOf(definition, problem);
    if (id !== null) byNode.set(id, [...(byNode.get(id) ?? []), problem]);
  }
  return { all, byNode, ...counted(all) };
}

const graphErrors = (definition: unknown): Diagnostic[] =>
  validateGraph(definition).problems.filter(({ severity }) => severity === "error");

/** The settings of the start are changed at the step that stands for it. */
function settingsProblems({ nodes }: GraphDefinition, messages: readonly string[]): Diagnostic[] {
  const at = nodes.findIndex(({ type }) => type === "trigger");
  const id = nodes[at]?.id;
  const place = id === undefined ? { path: "" } : { path: `/nodes/${at}`, nodeId: id };
  return messages.map((message) => ({ code: "trigger-settings", severity: "error", message, ...place }));
}

export function counted(problems: readonly Diagnostic[]): Pick<Problems, "errors" | "warnings"> {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  return { errors, warnings: problems.length - errors };
}

export const checker: Checker = { findProblems, problemText, graphErrors, previewSafeFixes };
