import { edgeKeys } from "../store/document.ts";
import type { Overlay } from "../store/viewStore.ts";
import type { RanCohort } from "./cohortStore.ts";

/** Says numbers in the person's language. */
export interface Say {
  /** "412 · 41 %" */
  visits: (count: number, share: number) => string;
  /** "41 %" */
  share: (share: number) => string;
}

/** Where the deals of a cohort went, on the drawing. */
export function heatOverlay({ result, definition }: RanCohort, say: Say): Overlay | null {
  const { runs, nodes, edges } = result;
  if (runs === 0) return null;
  const keys = edgeKeys(definition);
  return {
    nodes: new Map(
      nodes.map(({ nodeId, visits }) => {
        const share = visits / runs;
        return [nodeId, { tone: "heat", badge: say.visits(visits, share), share }] as const;
      }),
    ),
    edges: new Map(
      edges.flatMap(({ edge, taken }) => {
        const key = keys[edge];
        const share = taken / runs;
        return key === undefined ? [] : [[key, { tone: "heat", label: say.share(share), share }] as const];
      }),
    ),
  };
}
