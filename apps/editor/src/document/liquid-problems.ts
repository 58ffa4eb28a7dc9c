import { validateGraph } from "@trilho/engine";
import type { Diagnostic, ExtraRule, GraphDefinition, GraphNode } from "@trilho/engine";

/** What the rules find in one step; a text is read once for each object that a step is. */
const cache = new WeakMap<GraphNode, readonly Diagnostic[]>();
const NONE: readonly Diagnostic[] = [];

/** Texts that cannot be rendered or that print what does not exist. Custom fields pass: which there are is the workspace's. */
export const liquidProblems = (definition: GraphDefinition, rules: readonly ExtraRule[]): Diagnostic[] =>
  definition.nodes.flatMap((node, index) =>
    problemsIn(node, rules).map((problem) => ({
      ...problem,
      path: problem.path.replace(/^\/nodes\/0/, `/nodes/${index}`),
    })),
  );

function problemsIn(node: GraphNode, rules: readonly ExtraRule[]): readonly Diagnostic[] {
  if (node.type !== "action") return NONE;
  const known = cache.get(node);
  if (known) return known;
  const codes = new Set(rules.map(({ code }) => code));
  // Alone: of the whole graph, every text would be read at every key.
  const { problems } = validateGraph({ version: 2, nodes: [node], edges: [] }, { extraRules: rules });
  const found = problems.filter(({ code }) => codes.has(code));
  cache.set(node, found);
  return found;
}
