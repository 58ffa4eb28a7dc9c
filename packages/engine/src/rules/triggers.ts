import { isObject } from "../contract/json.ts";
import { at } from "../graph/adjacency.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import type { PatchOperation } from "../contract/diagnostic.ts";
import { isNodeType } from "../graph/kinds.ts";
import { addEdge, atGraph, atNode, idsOf } from "./finding/findings.ts";
import type { FixFinding, Rule } from "./finding/rule.ts";

/** Exactly one trigger. */
export const triggers: Rule = function* ({ graph, nodesOf }) {
  const found = nodesOf("trigger").map(({ index }) => index);
  if (found.length === 0 && !mayBeTypo(graph)) {
    yield atGraph("/nodes", "no-trigger", () => ({ params: {}, fixes: [addTrigger(graph)] }));
  }
  const second = found[1];
  if (second === undefined || new Set(found.map((node) => at(graph.representative, node))).size < 2) return;
  yield atNode(graph, second, "several-triggers", () => ({
    params: { count: found.length },
    related: { nodeIds: idsOf(graph, found) },
  }));
};

/** Offers a trigger before the first node that nothing leads to. */
function addTrigger(graph: CompiledGraph): FixFinding {
  let id = "trigger";
  for (let count = 2; graph.indexOf.has(id); count += 1) id = `trigger-${count}`;
  const patch: PatchOperation[] = [{ op: "add", path: "/nodes/0", value: { id, type: "trigger" } }];
  const first = graph.nodes.find(
    (node, index) => isObject(node) && typeof node.id === "string" && isStart(graph, index),
  );
  if (first) patch.push(addEdge(graph, { source: id, target: first.id }));
  return { code: "add-trigger", params: {}, safe: true, patch };
}

function isStart(graph: CompiledGraph, node: number): boolean {
  return at(graph.in.start, node) === at(graph.in.start, node + 1);
}

/** A node of unknown type that nothing leads to is most likely the trigger: its own problem says enough. */
function mayBeTypo(graph: CompiledGraph): boolean {
  return graph.nodes.some((node, index) => {
    const isUnknown = !isObject(node) || !isNodeType(node.type);
    return isUnknown && isStart(graph, index);
  });
}
