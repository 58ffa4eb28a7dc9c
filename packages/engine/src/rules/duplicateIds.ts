import type { GraphNode } from "../contract/definition.ts";
import { isObject, rawParts } from "../graph/parts.ts";
import { atEdge, atNode } from "./findings.ts";
import { shorten } from "../messages/words.ts";
import { refOf } from "./names.ts";
import { pointer } from "./pointer.ts";
import { edgeIdOf } from "./rule.ts";
import type { Finding, FixFinding, Rule, Subject } from "./rule.ts";

/** Ids of nodes, of edges that have one, and of the branches, exits or buttons of a node are unique. */
export const duplicateIds: Rule = function* (subject) {
  yield* duplicateNodes(subject);
  yield* duplicateEdges(subject);
  for (const [index, node] of subject.graph.nodes.entries()) {
    if (isObject(node)) yield* duplicateParts(subject, index, node);
  }
};

function* duplicateNodes({ graph }: Subject): Generator<Finding> {
  for (const [index, node] of graph.nodes.entries()) {
    const first = graph.representative[index] ?? -1;
    if (first < 0 || first === index) continue;
    const params = { id: shorten(node.id), node: refOf(node) };
    yield atNode(graph, index, { code: "duplicate-node-id", params, below: ["id"] });
  }
}

function* duplicateEdges({ graph }: Subject): Generator<Finding> {
  const seen = new Set<string>();
  for (const [index, edge] of graph.edges.entries()) {
    const id = edgeIdOf(edge);
    if (id === null) continue;
    if (seen.has(id)) {
      const params = { id: shorten(id) };
      yield atEdge(graph, index, { code: "duplicate-edge-id", params, below: ["id"], fixes: [dropId(index)] });
    }
    seen.add(id);
  }
}

/** The id of an edge is optional. */
function dropId(edge: number): FixFinding {
  const patch = [{ op: "remove" as const, path: pointer("edges", edge, "id") }];
  return { code: "remove-second-id", params: {}, safe: true, patch };
}

interface PartKind {
  code: "duplicate-branch-id" | "duplicate-exit-id" | "duplicate-button-id";
  below: readonly string[];
}

const PARTS: Readonly<Record<string, PartKind>> = {
  condition: { code: "duplicate-branch-id", below: ["condition", "branches"] },
  round_robin: { code: "duplicate-exit-id", below: ["config", "exits"] },
  action: { code: "duplicate-button-id", below: ["config", "buttons"] },
};

function* duplicateParts({ graph }: Subject, index: number, node: GraphNode): Generator<Finding> {
  const list = rawParts(node);
  const kind = Array.isArray(list) && Object.hasOwn(PARTS, node.type) ? PARTS[node.type] : undefined;
  if (!kind || !Array.isArray(list)) return;
  const seen = new Set<string>();
  for (const [position, part] of list.entries()) {
    const id: unknown = isObject(part) ? part["id"] : undefined;
    if (typeof id !== "string") continue;
    if (seen.has(id)) {
      const params = { node: refOf(node), id: shorten(id) };
      yield atNode(graph, index, { code: kind.code, params, below: [...kind.below, position, "id"] });
    }
    seen.add(id);
  }
}
