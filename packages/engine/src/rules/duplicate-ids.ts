import { isObject } from "../contract/json.ts";
import type { Kind, Placed } from "../graph/kinds.ts";
import { rawParts } from "../graph/parts.ts";
import { atEdge, atNode } from "./finding/findings.ts";
import { shorten } from "../messages/text.ts";
import { refOf } from "./finding/names.ts";
import { pointer } from "../json/pointer.ts";
import { edgeIdOf } from "./finding/rule.ts";
import type { FixFinding, Rule, Sighting, Subject } from "./finding/rule.ts";

/** Ids of the branches, exits or buttons of a node are unique. */
export const duplicatePartIds: Rule = function* (subject) {
  for (const part of PARTS) {
    for (const owner of subject.nodesOf(part.of)) {
      const list = rawParts(owner.node);
      if (mayRepeat(list)) yield* duplicateParts(subject, owner, part, list);
    }
  }
};

/** Ids of nodes are unique. */
export const duplicateNodeIds: Rule = function* ({ graph }) {
  if (graph.indexOf.size === graph.nodes.length) return;
  for (let index = 0; index < graph.nodes.length; index += 1) {
    const first = graph.representative[index] ?? -1;
    const node = graph.nodes[index];
    if (first < 0 || first === index || !node) continue;
    yield atNode(graph, index, "duplicate-node-id", () => ({
      params: { id: shorten(node.id), node: refOf(node) },
      below: ["id"],
    }));
  }
};

/** Ids of edges that have one are unique. */
export const duplicateEdgeIds: Rule = function* ({ graph }) {
  const seen = new Set<string>();
  for (let index = 0; index < graph.edges.length; index += 1) {
    const id = edgeIdOf(graph.edges[index]);
    if (id === null || isNew(id, seen)) continue;
    yield atEdge(graph, index, "duplicate-edge-id", () => ({
      params: { id: shorten(id) },
      below: ["id"],
      fixes: [dropId(index)],
    }));
  }
};

/** The id of an edge is optional. */
function dropId(edge: number): FixFinding {
  const patch = [{ op: "remove" as const, path: pointer("edges", edge, "id") }];
  return { code: "remove-second-id", params: {}, safe: true, patch };
}

interface PartKind {
  of: Kind;
  code: "duplicate-branch-id" | "duplicate-exit-id" | "duplicate-button-id";
  below: readonly string[];
}

const PARTS: readonly PartKind[] = [
  { of: "condition", code: "duplicate-branch-id", below: ["condition", "branches"] },
  { of: "round_robin", code: "duplicate-exit-id", below: ["config", "exits"] },
  { of: "send_whatsapp", code: "duplicate-button-id", below: ["config", "buttons"] },
];

function* duplicateParts(
  { graph }: Subject,
  { node, index }: Placed,
  kind: PartKind,
  list: readonly unknown[],
): Generator<Sighting> {
  const seen = new Set<string>();
  for (const [position, part] of list.entries()) {
    const id = idOf(part);
    if (typeof id !== "string" || isNew(id, seen)) continue;
    yield atNode(graph, index, kind.code, () => ({
      params: { node: refOf(node), id: shorten(id) },
      below: [...kind.below, position, "id"],
    }));
  }
}

/** Whether an id was not seen before; from now on it is. */
function isNew(id: string, seen: Set<string>): boolean {
  const { size } = seen;
  return seen.add(id).size > size;
}

function mayRepeat(list: unknown): list is readonly unknown[] {
  return Array.isArray(list) && list.length > 1 && (list.length > FEW || someTwoAreEqual(list));
}

/** In lists this short, looking at every two costs less than a set of ids. */
const FEW = 8;

function someTwoAreEqual(list: readonly unknown[]): boolean {
  for (let first = 0; first < list.length; first += 1) {
    const id = idOf(list[first]);
    for (let second = first + 1; second < list.length; second += 1) if (id === idOf(list[second])) return true;
  }
  return false;
}

function idOf(part: unknown): unknown {
  return isObject(part) ? part["id"] : undefined;
}
