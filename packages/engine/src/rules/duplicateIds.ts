import type { GraphNode } from "../contract/definition.ts";
import type { Fix } from "../contract/diagnostic.ts";
import { isObject, rawParts } from "../graph/parts.ts";
import type { ProblemCode } from "./codes.ts";
import { atEdge, atNode } from "./findings.ts";
import { nodeName, shorten } from "./names.ts";
import { pointer } from "./pointer.ts";
import { edgeIdOf } from "./rule.ts";
import type { Finding, Rule, Subject } from "./rule.ts";

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
    const message = `Two steps have the id “${shorten(node.id)}”, one of them ${nodeName(node)}: each needs its own.`;
    yield atNode(graph, index, { code: "duplicate-node-id", message, below: ["id"] });
  }
}

function* duplicateEdges({ graph }: Subject): Generator<Finding> {
  const seen = new Set<string>();
  for (const [index, edge] of graph.edges.entries()) {
    const id = edgeIdOf(edge);
    if (id === null) continue;
    if (seen.has(id)) {
      const message = `Two connections have the id “${shorten(id)}”: each needs its own.`;
      yield atEdge(graph, index, { code: "duplicate-edge-id", message, below: ["id"], fixes: [dropId(index)] });
    }
    seen.add(id);
  }
}

/** The id of an edge is optional. */
function dropId(edge: number): Fix {
  return { title: "Remove the second id", safe: true, patch: [{ op: "remove", path: pointer("edges", edge, "id") }] };
}

interface PartKind {
  code: ProblemCode;
  word: string;
  below: readonly string[];
}

const PARTS: Readonly<Record<string, PartKind>> = {
  condition: { code: "duplicate-branch-id", word: "branches", below: ["condition", "branches"] },
  round_robin: { code: "duplicate-exit-id", word: "exits", below: ["config", "exits"] },
  action: { code: "duplicate-button-id", word: "buttons", below: ["config", "buttons"] },
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
      const message = `${nodeName(node)} has two ${kind.word} with the id “${shorten(id)}”: each needs its own.`;
      yield atNode(graph, index, { code: kind.code, message, below: [...kind.below, position, "id"] });
    }
    seen.add(id);
  }
}
