import { handleOf, type GraphDefinition, type GraphEdge } from "@trilho/engine";
import type { GraphDiff } from "@trilho/engine/analyse";
import { edgeKeys, edgesOf, mapNodes, positionOf, withUi } from "../../document/document.ts";
import type { EdgeOverlay, NodeOverlay, Overlay, OverlayTone } from "../../document/view-store.ts";

/** Two versions in one drawing: everything that there is, and what was there. */
export interface Union {
  definition: GraphDefinition;
  overlay: Overlay;
}

const joins = (edge: GraphEdge): string => JSON.stringify([edge.source, handleOf(edge), edge.target]);

/** The later version with what it no longer has, and marks for what came, went, changed or moved. */
export function unionOf(before: GraphDefinition, after: GraphDefinition, diff: GraphDiff): Union {
  const inAfter = new Set(edgesOf(after).map(joins));
  const inBefore = new Set(edgesOf(before).map(joins));
  const gone = edgesOf(before).filter((edge) => !inAfter.has(joins(edge)));
  const edges = [...edgesOf(after), ...gone.map(({ id: _id, ...edge }) => edge)];
  const definition = placed({ ...after, nodes: [...after.nodes, ...diff.nodes.removed], edges }, after);
  const keys = edgeKeys(definition);
  const marks = edges.flatMap((edge, index): [string, EdgeOverlay][] => {
    const tone = !inBefore.has(joins(edge)) ? "added" : inAfter.has(joins(edge)) ? null : "removed";
    return tone === null ? [] : [[keys[index] ?? "", { tone }]];
  });
  return { definition, overlay: { nodes: new Map(tonesOf(diff)), edges: new Map(marks) } };
}

function tonesOf({ nodes }: GraphDiff): [string, NodeOverlay][] {
  return [
    ...toned(
      nodes.added.map(({ id }) => id),
      "added",
    ),
    ...toned(
      nodes.removed.map(({ id }) => id),
      "removed",
    ),
    ...toned(
      nodes.changed.map(({ nodeId }) => nodeId),
      "changed",
    ),
    ...toned(
      nodes.moved.map(({ nodeId }) => nodeId),
      "moved",
    ),
  ];
}

const toned = (ids: readonly string[], tone: OverlayTone) => ids.map((id): [string, NodeOverlay] => [id, { tone }]);

/** What was there is laid out along with the rest where nothing has a place of its own. */
function placed(union: GraphDefinition, after: GraphDefinition): GraphDefinition {
  const isAutomatic = after.nodes.every((node) => positionOf(node) === null);
  return isAutomatic
    ? mapNodes(union, (node) => (positionOf(node) === null ? node : withUi(node, { position: undefined })))
    : union;
}
