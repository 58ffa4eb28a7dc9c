import { at } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { NODE_KINDS } from "../contract/definition.ts";
import { isObject } from "../graph/parts.ts";
import { atGraph, atNode, idsOf } from "./findings.ts";
import type { Rule } from "./rule.ts";

const kinds: ReadonlySet<unknown> = new Set(NODE_KINDS);

/** Exactly one trigger. */
export const triggers: Rule = function* ({ graph }) {
  const found = graph.nodes.flatMap((node, index) => (isObject(node) && node.type === "trigger" ? [index] : []));
  const distinct = new Set(found.map((node) => at(graph.representative, node)));
  if (found.length === 0 && !mayBeTypo(graph)) {
    yield atGraph("no-trigger", "/nodes", "The automation has no trigger: nothing starts it.");
  }
  const second = found[1];
  if (second === undefined || distinct.size < 2) return;
  yield atNode(graph, second, {
    code: "several-triggers",
    message: `The automation has ${found.length} triggers: keep one.`,
    related: { nodeIds: idsOf(graph, found) },
  });
};

/** A node of unknown type that nothing leads to is most likely the trigger: its own problem says enough. */
function mayBeTypo(graph: CompiledGraph): boolean {
  return graph.nodes.some((node, index) => {
    const isUnknown = !isObject(node) || !kinds.has(node.type);
    return isUnknown && at(graph.in.start, index) === at(graph.in.start, index + 1);
  });
}
