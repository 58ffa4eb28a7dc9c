import { validateGraph } from "@trilho/engine";
import type { Diagnostic, ExtraRule, GraphDefinition, GraphNode } from "@trilho/engine";

/** What rules find in one step; a text is read once for each object that a step is. */
const cache = new WeakMap<GraphNode, { rules: readonly ExtraRule[]; found: readonly Diagnostic[] }>();
const NONE: readonly Diagnostic[] = [];

/** Texts that cannot be rendered or that print what does not exist. */
export const liquidProblems = (definition: GraphDefinition, rules: readonly ExtraRule[]): Diagnostic[] =>
  definition.nodes.flatMap((node, index) =>
    problemsIn(node, rules).map((problem) => ({
      ...problem,
      path: placed(problem.path, index),
      ...(problem.fixes && {
        fixes: problem.fixes.map((fix) => ({
          ...fix,
          patch: fix.patch.map((step) => ({ ...step, path: placed(step.path, index) })),
        })),
      }),
    })),
  );

const placed = (path: string, index: number): string => path.replace(/^\/nodes\/0/, `/nodes/${index}`);

function problemsIn(node: GraphNode, rules: readonly ExtraRule[]): readonly Diagnostic[] {
  if (node.type !== "action") return NONE;
  const known = cache.get(node);
  if (known?.rules === rules) return known.found;
  const codes = new Set(rules.map(({ code }) => code));
  // Alone: of the whole graph, every text would be read at every key.
  const { problems } = validateGraph({ version: 2, nodes: [node], edges: [] }, { extraRules: rules });
  const found = problems.filter(({ code }) => codes.has(code));
  cache.set(node, { rules, found });
  return found;
}
