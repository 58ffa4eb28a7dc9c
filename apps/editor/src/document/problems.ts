import { validateGraph } from "@trilho/engine";
import type { Diagnostic, ExtraRule, GraphDefinition } from "@trilho/engine";
import { isDrawable } from "./document.ts";
import { liquidProblems, textRules } from "./liquid-problems.ts";
import { surroundings } from "./surroundings.ts";
import type { Surroundings } from "./surroundings.ts";

/** The problems of a definition, as the engine finds them; of each definition they are looked for once. */
export interface Problems {
  all: readonly Diagnostic[];
  errors: number;
  warnings: number;
  byNode: ReadonlyMap<string, readonly Diagnostic[]>;
}

interface Known {
  problems: Problems;
  rules: readonly ExtraRule[] | null;
  around: Surroundings;
}

const cache = new WeakMap<GraphDefinition, Known>();

export function problemsOf(definition: GraphDefinition): Problems {
  const known = cache.get(definition);
  const rules = textRules.getState().rules;
  const around = surroundings.getState();
  if (known?.rules === rules && known.around === around) return known.problems;
  const problems = findProblems(definition, rules, around);
  cache.set(definition, { problems, rules, around });
  return problems;
}

/** What may be published and is most likely a mistake. */
export const warningsOf = (definition: unknown): readonly Diagnostic[] =>
  isDrawable(definition) ? problemsOf(definition).all.filter(({ severity }) => severity === "warning") : [];

/** The same of a definition that nobody edits: `rules` are those of texts. */
export function findProblems(
  definition: GraphDefinition,
  rules: readonly ExtraRule[] | null,
  { trigger, references, settings, entry }: Surroundings,
): Problems {
  const options = { ...(trigger && { trigger }), ...(references && { extraRules: references }) };
  const all = [
    ...settingsProblems(definition, settings),
    ...(entry ? entry(definition) : []),
    ...validateGraph(definition, options).problems,
    ...(rules ? liquidProblems(definition, rules) : []),
  ];
  const byNode = new Map<string, Diagnostic[]>();
  for (const problem of all) {
    const id = problem.nodeId ?? sourceOf(definition, problem.edgeId);
    if (id !== undefined) byNode.set(id, [...(byNode.get(id) ?? []), problem]);
  }
  return { all, byNode, ...counted(all) };
}

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

/** A problem of an edge shows at the step it leaves. */
function sourceOf(definition: GraphDefinition, edgeId: string | undefined): string | undefined {
  return edgeId === undefined ? undefined : definition.edges?.find(({ id }) => id === edgeId)?.source;
}

/** The step at which a problem is shown, null for one of the whole graph. */
export function placeOf(definition: GraphDefinition, problem: Diagnostic): string | null {
  return problem.nodeId ?? sourceOf(definition, problem.edgeId) ?? null;
}
