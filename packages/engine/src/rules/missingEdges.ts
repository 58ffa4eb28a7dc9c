import type { GraphNode, NodeKind } from "../contract/definition.ts";
import { parseHandle } from "../contract/handles.ts";
import { at } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { awaitsReply, isObject, rawParts } from "../graph/parts.ts";
import { atNode, leadToEnd } from "./findings.ts";
import { refOf } from "./names.ts";
import type { Rule } from "./rule.ts";

interface Habit {
  code: "nothing-after-trigger" | "condition-without-fallback" | "reply-without-timeout";
  handle: string;
  applies(node: GraphNode): boolean;
}

/** Handles that most graphs connect although the contract does not ask for it, by type of node. */
const HABITS: Partial<Record<NodeKind, Habit>> = {
  trigger: { code: "nothing-after-trigger", handle: "next", applies: () => true },
  condition: {
    code: "condition-without-fallback",
    handle: "fallback",
    applies: (node) => isFilledList(rawParts(node)),
  },
  action: { code: "reply-without-timeout", handle: "timeout", applies: awaitsReply },
};

/** Warns of handles that should lead somewhere. */
export const missingEdges: Rule = function* ({ graph, leavesBy, isAmbiguous }) {
  let unclear: ReadonlySet<number> | null = null;
  for (let index = 0; index < graph.nodes.length; index += 1) {
    const node = graph.nodes[index];
    if (!isObject(node) || typeof node.type !== "string" || !Object.hasOwn(HABITS, node.type)) continue;
    const habit = HABITS[node.type];
    if (!habit?.applies(node) || leavesBy(index, habit.handle) || isAmbiguous(index)) continue;
    unclear ??= leavingUnclearly(graph);
    if (unclear.has(index)) continue;
    const { code, handle } = habit;
    yield atNode(graph, index, { code, params: { node: refOf(node) }, fixes: leadToEnd(graph, index, handle, true) });
  }
};

/** Nodes with an edge whose handle cannot be read: it may be the one that seems to be missing. */
function leavingUnclearly(graph: CompiledGraph): ReadonlySet<number> {
  const unclear = new Set<number>();
  graph.edges.forEach((edge, index) => {
    const source = at(graph.source, index);
    if (source < 0 || edge.sourceHandle === undefined) return;
    if (typeof edge.sourceHandle !== "string" || parseHandle(edge.sourceHandle) === null) unclear.add(source);
  });
  return unclear;
}

function isFilledList(list: unknown): boolean {
  return Array.isArray(list) && list.length > 0;
}
