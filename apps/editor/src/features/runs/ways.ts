import type { AutomationStats } from "@trilho/api-client";
import { handleOf } from "@trilho/engine";
import type { GraphDefinition, GraphEdge } from "@trilho/engine";
import type { HeatCounts } from "../../document/overlays/heat-overlay.ts";
import { edgesOf } from "../../document/document.ts";

/** The drawing without the steps and edges that the version which ran does not have: nothing was counted there. */
export function sharedWith(drawn: GraphDefinition, ran: GraphDefinition): GraphDefinition {
  if (drawn === ran) return drawn;
  const nodes = new Set(ran.nodes.map(({ id }) => id));
  const edges = new Set(edgesOf(ran).map(pathOf));
  return {
    ...drawn,
    nodes: drawn.nodes.filter(({ id }) => nodes.has(id)),
    edges: edgesOf(drawn).filter((edge) => edges.has(pathOf(edge))),
  };
}

const pathOf = (edge: GraphEdge): string => JSON.stringify([edge.source, handleOf(edge), edge.target]);

/** Counts of real runs in the shape of a cohort's. What another version had is not in this drawing. */
export function heatOf({ runs, ways }: AutomationStats, definition: GraphDefinition): HeatCounts {
  const visits = new Map<string, number>();
  for (const { nodeId, runs: count } of ways) visits.set(nodeId, (visits.get(nodeId) ?? 0) + count);
  const taken = new Map(ways.map((way) => [JSON.stringify([way.nodeId, way.handle]), way.runs]));
  return {
    definition,
    result: {
      runs,
      nodes: definition.nodes.map(({ id }) => ({ nodeId: id, visits: visits.get(id) ?? 0 })),
      edges: edgesOf(definition).map((edge, at) => ({
        edge: at,
        // In another version the same handle may have led elsewhere: no more came by it than came.
        taken: Math.min(taken.get(JSON.stringify([edge.source, handleOf(edge)])) ?? 0, visits.get(edge.target) ?? 0),
      })),
    },
  };
}
