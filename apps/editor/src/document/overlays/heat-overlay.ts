import type { GraphDefinition } from "@trilho/engine";
import { edgeKeys } from "../document.ts";
import type { Overlay } from "../view-store.ts";

/** Says numbers in the person's language. */
export interface NumberFormats {
  /** "412 · 41 %" */
  visits: (count: number, share: number) => string;
  /** "41 %" */
  share: (share: number) => string;
}

/** How many runs came to each node and took each edge, which are given by their places in the definition. */
export interface HeatCounts {
  definition: GraphDefinition;
  result: {
    runs: number;
    nodes: readonly { nodeId: string; visits: number }[];
    edges: readonly { edge: number; taken: number }[];
  };
}

/** Where the deals of a cohort, or real ones, went on the drawing. */
export function heatOverlay({ result, definition }: HeatCounts, format: NumberFormats): Overlay | null {
  const { runs, nodes, edges } = result;
  if (runs === 0) return null;
  const keys = edgeKeys(definition);
  return {
    nodes: new Map(
      nodes.map(({ nodeId, visits }) => {
        const share = visits / runs;
        return [nodeId, { tone: "heat", badge: format.visits(visits, share), share }] as const;
      }),
    ),
    edges: new Map(
      edges.flatMap(({ edge, taken }) => {
        const key = keys[edge];
        const share = taken / runs;
        return key === undefined ? [] : [[key, { tone: "heat", label: format.share(share), share }] as const];
      }),
    ),
  };
}
