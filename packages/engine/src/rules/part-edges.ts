import { isObject } from "../contract/json.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import type { NodeHandle } from "../graph/handles.ts";
import { openHandles } from "./consequences.ts";
import { atNode, idsOf, leadToEnd } from "./finding/findings.ts";
import { shorten } from "../messages/text.ts";
import { refOf } from "./finding/names.ts";
import type { Rule } from "./finding/rule.ts";

/** Each branch of a condition and each exit of a round robin has its edge. Nodes that cannot be reached for want of it are its `related`. */
export const partEdges: Rule = function* ({ graph, nodesOf, consequences, isAmbiguous }) {
  for (const { node, index } of [...nodesOf("condition"), ...nodesOf("round_robin")]) {
    if (isAmbiguous(index)) continue;
    for (const handle of openHandles(graph, index)) {
      const code = handle.kind === "branch" ? "branch-without-edge" : "exit-without-edge";
      yield atNode(graph, index, code, () => {
        const unreached = consequences.of.get(`handle ${handle.id} of ${index}`);
        return {
          params: { node: refOf(node), part: partName(handle) },
          below: partPath(graph, index, handle),
          fixes: leadToEnd(graph, index, handle.id, false),
          ...(unreached && { related: { nodeIds: idsOf(graph, unreached) } }),
        };
      });
    }
  }
};

function partName({ id, label }: NodeHandle): string {
  return shorten(label ?? id.replace(/^[a-z]+_/, ""));
}

function partPath(graph: CompiledGraph, node: number, { id, kind }: NodeHandle): (string | number)[] {
  const partId = id.slice(kind.length + 1);
  const owner = kind === "branch" ? graph.nodes[node]?.condition : graph.nodes[node]?.config;
  const key = kind === "branch" ? "branches" : "exits";
  const list = owner?.[key];
  const position = Array.isArray(list) ? list.findIndex((part) => isObject(part) && part["id"] === partId) : -1;
  return [kind === "branch" ? "condition" : "config", key, position];
}
