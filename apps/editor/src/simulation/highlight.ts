import { handleOf } from "@trilho/engine";
import type { GraphDefinition, TraceEntry } from "@trilho/engine";
import { edgeKeys, edgesOf } from "../document/document.ts";
import type { Highlight } from "../document/view-store.ts";

/** The way of a run up to and including the step at `index`; `failed` is said of its last one. */
export function highlightAt(
  definition: GraphDefinition,
  trace: readonly Pick<TraceEntry, "nodeId" | "handle">[],
  index: number,
  failed = false,
): Highlight {
  const past = trace.slice(0, index + 1);
  const keys = edgeKeys(definition);
  const edges = edgesOf(definition);
  const taken = past.flatMap(({ nodeId, handle }) => {
    const at = edges.findIndex((edge) => edge.source === nodeId && handle !== null && handleOf(edge) === handle);
    const key = keys[at];
    return key === undefined ? [] : [key];
  });
  return {
    nodeId: past.at(-1)?.nodeId ?? null,
    visitedNodeIds: [...new Set(past.map(({ nodeId }) => nodeId))],
    visitedEdgeKeys: [...new Set(taken)],
    ...(failed && index >= trace.length - 1 && { hasFailed: true }),
  };
}
