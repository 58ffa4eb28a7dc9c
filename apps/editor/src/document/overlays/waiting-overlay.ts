import type { Overlay } from "../view-store.ts";

/** Runs of one version that wait at a node. */
interface WaitingRuns {
  nodeId: string | null;
  runs: number;
}

/** How many runs, of any version, wait at each step at which some do. */
export function waitingAt(waiting: readonly WaitingRuns[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { nodeId, runs } of waiting) {
    if (nodeId !== null) counts.set(nodeId, (counts.get(nodeId) ?? 0) + runs);
  }
  return counts;
}

/** The same on the drawing; null where none waits. */
export function waitingOverlay(waiting: readonly WaitingRuns[], locale: string): Overlay | null {
  const counts = waitingAt(waiting);
  if (counts.size === 0) return null;
  const format = new Intl.NumberFormat(locale);
  const nodes = [...counts].map(([id, runs]) => [id, { tone: "waiting", badge: format.format(runs) }] as const);
  return { nodes: new Map(nodes), edges: new Map() };
}
