import type { GraphNode } from "../contract/definition.ts";
import type { NodeHandle } from "../graph/handles.ts";
import { positionOf, rawParts } from "../graph/parts.ts";
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
          below: partPath(node, handle),
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

function partPath(node: GraphNode, { id, kind }: NodeHandle): (string | number)[] {
  const list = kind === "branch" ? ["condition", "branches"] : ["config", "exits"];
  return [...list, positionOf(rawParts(node), id.slice(kind.length + 1))];
}
