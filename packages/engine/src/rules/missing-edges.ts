import type { GraphNode } from "../contract/definition.ts";
import { parseHandle } from "../contract/handles.ts";
import { at } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import type { Kind } from "../graph/kinds.ts";
import { awaitsReply, rawParts } from "../graph/parts.ts";
import { atNode, leadToEnd } from "./finding/findings.ts";
import { refOf } from "./finding/names.ts";
import type { Rule } from "./finding/rule.ts";

interface Habit {
  kind: Kind;
  code: "nothing-after-trigger" | "condition-without-fallback" | "reply-without-timeout";
  handle: string;
  applies(node: GraphNode): boolean;
}

/** Handles that most graphs connect although the contract does not ask for it, by kind of node. */
const HABITS: readonly Habit[] = [
  { kind: "trigger", code: "nothing-after-trigger", handle: "next", applies: () => true },
  { kind: "condition", code: "condition-without-fallback", handle: "fallback", applies: hasBranches },
  { kind: "send_whatsapp", code: "reply-without-timeout", handle: "timeout", applies: awaitsReply },
];

/** Warns of handles that should lead somewhere. */
export const missingEdges: Rule = function* ({ graph, nodesOf, leavesBy, isAmbiguous }) {
  let unclear: ReadonlySet<number> | null = null;
  for (const { kind, code, handle, applies } of HABITS) {
    for (const { node, index } of nodesOf(kind)) {
      if (!applies(node) || leavesBy(index, handle) || isAmbiguous(index)) continue;
      unclear ??= leavingUnclearly(graph);
      if (unclear.has(index)) continue;
      yield atNode(graph, index, code, () => ({
        params: { node: refOf(node) },
        // A trigger led to an end still ends its runs at once.
        fixes: kind === "trigger" ? [] : leadToEnd(graph, index, handle, true),
      }));
    }
  }
};

/** Nodes with an edge whose handle cannot be read: it may be the one that seems to be missing. */
function leavingUnclearly(graph: CompiledGraph): ReadonlySet<number> {
  const unclear = new Set<number>();
  graph.edges.forEach((edge, index) => {
    const source = at(graph.source, index);
    if (source < 0 || edge.sourceHandle === undefined) return;
    const isOffered = at(graph.uses.slot, index) >= 0;
    if (typeof edge.sourceHandle !== "string" || (!isOffered && parseHandle(edge.sourceHandle) === null))
      unclear.add(source);
  });
  return unclear;
}

function hasBranches(node: GraphNode): boolean {
  const list = rawParts(node);
  return Array.isArray(list) && list.length > 0;
}
