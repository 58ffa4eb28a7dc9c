import { isObject } from "../../contract/json.ts";
import type { GraphDefinition, GraphEdge } from "../../contract/definition.ts";
import type { JsonValue } from "../../contract/json.ts";
import { compileGraph } from "../../graph/compile.ts";
import { present } from "./conflicts.ts";
import type { MergeConflict } from "./conflicts.ts";
import { handleKey, offeredBy } from "./handle-keys.ts";
import { byKey, edgeKey, edgesOf } from "./keys.ts";

/** Finds what only shows once both sides are together. */
export function settle(
  joined: GraphDefinition,
  mine: GraphDefinition,
  theirs: GraphDefinition,
  conflicts: MergeConflict[],
): GraphDefinition {
  const whole = withoutLoose(joined, mine, theirs, conflicts);
  const offered = withoutLostHandles({ ...joined, edges: whole }, mine, theirs, conflicts);
  const edges = withoutDoubles(offered, mine, theirs, conflicts);
  const merged = joined.edges === undefined ? joined : { ...joined, edges };
  if (isCyclic(merged) && !isCyclic(mine) && !isCyclic(theirs)) conflicts.push({ kind: "cycle", path: "/edges" });
  if (triggers(merged) > 1 && triggers(mine) <= 1 && triggers(theirs) <= 1) {
    conflicts.push({ kind: "several-triggers", path: "/nodes" });
  }
  return merged;
}

function withoutLoose(
  joined: GraphDefinition,
  mine: GraphDefinition,
  theirs: GraphDefinition,
  conflicts: MergeConflict[],
): GraphEdge[] {
  const there = idsOf(joined);
  const sides = [mine, theirs].map((side) => ({ ids: idsOf(side), edges: byKey(edgesOf(side), edgeKey) }));
  return edgesOf(joined).filter((edge) => {
    if (!isObject(edge)) return true;
    const missing = [edge.source, edge.target].filter((id) => !there.has(id));
    const wasWhole = sides.some(({ ids, edges }) => edges.has(edgeKey(edge)) && missing.every((id) => ids.has(id)));
    if (missing.length === 0 || !wasWhole) return true;
    conflicts.push({ kind: "edge-without-node", ...name(edge), path: "", ...versionsOf(edge, mine, theirs) });
    return false;
  });
}

/** An edge that left by a handle which its node offered on its side, and does not offer with what the other side did. */
function withoutLostHandles(
  joined: GraphDefinition,
  mine: GraphDefinition,
  theirs: GraphDefinition,
  conflicts: MergeConflict[],
): GraphEdge[] {
  const there = offeredBy(joined);
  const sides = [mine, theirs].map((side) => ({ offered: offeredBy(side), edges: byKey(edgesOf(side), edgeKey) }));
  return edgesOf(joined).filter((edge) => {
    if (!isObject(edge) || there.has(handleKey(edge))) return true;
    const wasOffered = sides.some(({ offered, edges }) => {
      const own = edges.get(edgeKey(edge));
      return own !== undefined && offered.has(handleKey(own));
    });
    if (!wasOffered) return true;
    const named = { nodeId: edge.source, ...name(edge) };
    conflicts.push({ kind: "edge-without-handle", ...named, path: "", ...versionsOf(edge, mine, theirs) });
    return false;
  });
}

function withoutDoubles(
  edges: readonly GraphEdge[],
  mine: GraphDefinition,
  theirs: GraphDefinition,
  conflicts: MergeConflict[],
): GraphEdge[] {
  const [ofMine, ofTheirs] = [byHandle(edgesOf(mine)), byHandle(edgesOf(theirs))];
  const all = byHandle(edges);
  return edges.filter((edge) => {
    if (!isObject(edge)) return true;
    const key = handleKey(edge);
    const several = all.get(key) ?? [];
    if (several.length < 2 || (ofMine.get(key) ?? []).length > 1 || (ofTheirs.get(key) ?? []).length > 1) return true;
    const stays =
      several.find((each) => (ofMine.get(key) ?? []).some((own) => edgeKey(own) === edgeKey(each))) ?? several[0];
    if (edge === stays) return true;
    const values = { mine: stays as unknown as JsonValue, theirs: edge as unknown as JsonValue };
    conflicts.push({ kind: "handle-taken-twice", nodeId: edge.source, ...name(edge), path: "", ...values });
    return false;
  });
}

function byHandle(edges: readonly GraphEdge[]): Map<string, GraphEdge[]> {
  const found = new Map<string, GraphEdge[]>();
  for (const edge of edges) found.set(handleKey(edge), [...(found.get(handleKey(edge)) ?? []), edge]);
  return found;
}

function name(edge: GraphEdge): { edgeId?: string } {
  return typeof edge.id === "string" ? { edgeId: edge.id } : {};
}

function versionsOf(
  edge: GraphEdge,
  mine: GraphDefinition,
  theirs: GraphDefinition,
): Pick<MergeConflict, "mine" | "theirs"> {
  const find = (side: GraphDefinition) => byKey(edgesOf(side), edgeKey).get(edgeKey(edge));
  return present({ mine: find(mine), theirs: find(theirs) });
}

function idsOf({ nodes }: GraphDefinition): ReadonlySet<string> {
  return new Set(nodes.flatMap((node) => (isObject(node) && typeof node.id === "string" ? [node.id] : [])));
}

function triggers({ nodes }: GraphDefinition): number {
  return nodes.filter((node) => isObject(node) && node.type === "trigger").length;
}

function isCyclic(definition: GraphDefinition): boolean {
  return compileGraph(definition).order === null;
}
