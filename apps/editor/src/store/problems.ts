import { validateGraph } from "@trilho/engine";
import type { Diagnostic, GraphDefinition } from "@trilho/engine";
import { liquidProblems, liquidRulesHere } from "./liquidProblems.ts";

/** The problems of a definition, as the engine finds them; of each definition they are looked for once. */
export interface Problems {
  all: readonly Diagnostic[];
  errors: number;
  warnings: number;
  byNode: ReadonlyMap<string, readonly Diagnostic[]>;
}

const cache = new WeakMap<GraphDefinition, { problems: Problems; rules: object | null }>();

export function problemsOf(definition: GraphDefinition): Problems {
  const known = cache.get(definition);
  const rules = liquidRulesHere();
  if (known?.rules === rules) return known.problems;
  const problems = collect(definition, rules);
  cache.set(definition, { problems, rules });
  return problems;
}

function collect(definition: GraphDefinition, rules: ReturnType<typeof liquidRulesHere>): Problems {
  const all = [...validateGraph(definition).problems, ...(rules ? liquidProblems(definition, rules) : [])];
  const byNode = new Map<string, Diagnostic[]>();
  for (const problem of all) {
    const id = problem.nodeId ?? sourceOf(definition, problem.edgeId);
    if (id !== undefined) byNode.set(id, [...(byNode.get(id) ?? []), problem]);
  }
  const errors = all.filter(({ severity }) => severity === "error").length;
  return { all, errors, warnings: all.length - errors, byNode };
}

/** A problem of an edge shows at the step it leaves. */
function sourceOf(definition: GraphDefinition, edgeId: string | undefined): string | undefined {
  return edgeId === undefined ? undefined : definition.edges?.find(({ id }) => id === edgeId)?.source;
}

/** The step at which a problem is shown, null for one of the whole graph. */
export function placeOf(definition: GraphDefinition, problem: Diagnostic): string | null {
  return problem.nodeId ?? sourceOf(definition, problem.edgeId) ?? null;
}
