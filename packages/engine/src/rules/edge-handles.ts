import { isObject } from "../contract/json.ts";
import { parseHandle } from "../contract/handles.ts";
import type { HandleKind } from "../contract/handles.ts";
import type { GraphNode, NodeKind } from "../contract/definition.ts";
import { at } from "../graph/adjacency.ts";
import { handleOf } from "../graph/handles.ts";
import type { CompiledGraph } from "../graph/compile.ts";
import { kindOf } from "../graph/kinds.ts";
import { rawParts } from "../graph/parts.ts";
import { atEdge, removeEdge } from "./finding/findings.ts";
import { shorten } from "../messages/text.ts";
import { refOf } from "./finding/names.ts";
import { hasPartsOwner } from "./finding/rule.ts";
import type { Rule, Sighting } from "./finding/rule.ts";

/** An edge leaves by a handle that its node offers; nothing leaves an end. */
export const edgeHandles: Rule = function* ({ graph, isAmbiguous }) {
  for (let index = 0; index < graph.edges.length; index += 1) {
    if (at(graph.uses.slot, index) >= 0) continue;
    const source = at(graph.source, index);
    const edge = graph.edges[index];
    if (source < 0 || isAmbiguous(source) || !isObject(edge)) continue;
    if (edge.sourceHandle !== undefined && typeof edge.sourceHandle !== "string") continue;
    const kind = typeOf(graph.nodes[source]);
    const sighting = kind === null ? null : refuse(graph, index, source, kind);
    if (sighting) yield sighting;
  }
};

/** Null where a broken type or list leaves open what the node offers: those have problems of their own. */
function typeOf(node: GraphNode | undefined): NodeKind | null {
  return node && kindOf(node) !== null && hasReadableParts(node) ? node.type : null;
}

function hasReadableParts(node: GraphNode): boolean {
  if (!hasPartsOwner(node)) return false;
  const list = rawParts(node);
  if (list === undefined) return true;
  return Array.isArray(list) && list.every((part) => isObject(part) && typeof part["id"] === "string");
}

function refuse(graph: CompiledGraph, index: number, source: number, kind: NodeKind): Sighting | null {
  const edge = graph.edges[index];
  const handle = edge && parseHandle(handleOf(edge));
  // A handle of no known form is the shape's problem.
  if (!handle) return kind === "end" ? outOfEnd(graph, index, source) : null;
  if (kind === "end") return outOfEnd(graph, index, source);
  const code = missingPart(graph, source, handle.kind);
  const rest = () => ({
    below: edge.sourceHandle === undefined ? [] : ["sourceHandle"],
    fixes: [removeEdge(index, false)],
  });
  const node = () => refOf(graph.nodes[source]);
  return code === null
    ? atEdge(graph, index, "handle-not-offered", () => ({
        params: { node: node(), handle: handleOf(edge) },
        ...rest(),
      }))
    : atEdge(graph, index, code, () => ({ params: { node: node(), part: shorten(handle.partId ?? "") }, ...rest() }));
}

function outOfEnd(graph: CompiledGraph, index: number, source: number): Sighting {
  return atEdge(graph, index, "edge-out-of-end", () => ({
    params: { node: refOf(graph.nodes[source]) },
    fixes: [removeEdge(index, false)],
  }));
}

/** What is missing when a node could have such a part but has none of this id; null when it could not. */
function missingPart(
  graph: CompiledGraph,
  node: number,
  handle: HandleKind,
): "edge-for-missing-branch" | "edge-for-missing-exit" | "edge-for-missing-button" | null {
  const owner = graph.nodes[node];
  if (handle === "branch" && owner?.type === "condition") return "edge-for-missing-branch";
  if (handle === "rr" && owner?.type === "round_robin") return "edge-for-missing-exit";
  const isMessage = owner?.type === "action" && owner.actionType === "send_whatsapp";
  return handle === "btn" && isMessage ? "edge-for-missing-button" : null;
}
