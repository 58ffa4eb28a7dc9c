import type { Diagnostic, GraphDefinition } from "@trilho/engine";
import type { EditorServices } from "./context.ts";
import { isDrawable } from "./document.ts";
import { surroundings } from "./surroundings.ts";
import type { Problems, Surroundings } from "./surroundings.ts";

/** What is told before anything was looked for. */
export const NOT_LOOKED: Problems = { all: [], errors: 0, warnings: 0, byNode: new Map() };

const cache = new WeakMap<GraphDefinition, { problems: Problems; around: Surroundings }>();

/** The problems of a definition; of each, in the same surroundings, they are looked for once. */
export function problemsOf(definition: GraphDefinition): Problems {
  const around = surroundings.getState();
  if (around.checker === null) return NOT_LOOKED;
  const known = cache.get(definition);
  if (known?.around === around) return known.problems;
  const problems = around.checker.findProblems(definition, around);
  cache.set(definition, { problems, around });
  return problems;
}

/** What may be published and is most likely a mistake. */
export const warningsOf = (definition: unknown): readonly Diagnostic[] =>
  isDrawable(definition) ? problemsOf(definition).all.filter(({ severity }) => severity === "warning") : [];

/** What is wrong, in words of the current language. */
export const problemWords = (problem: Diagnostic): string =>
  surroundings.getState().checker?.problemText(problem) ?? problem.message;

/** Whether some problem has a fix that loses nothing. */
export const hasSafeFix = (definition: GraphDefinition): boolean =>
  problemsOf(definition).all.some(({ fixes = [] }) => fixes.some(({ safe }) => safe));

/** Shows what the fixes that lose nothing would change. */
export const previewSafeFixes = (services: EditorServices): void =>
  surroundings.getState().checker?.previewSafeFixes(services);

/** The step at which a problem is shown, null for one of the whole graph; one of an edge shows at the step it leaves. */
export function placeOf({ edges }: GraphDefinition, { nodeId, edgeId }: Diagnostic): string | null {
  if (nodeId !== undefined || edgeId === undefined) return nodeId ?? null;
  return edges?.find(({ id }) => id === edgeId)?.source ?? null;
}
