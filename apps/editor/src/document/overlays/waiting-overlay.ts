import type { GraphDefinition } from "@trilho/engine";
import { findNode, isDrawable } from "../document.ts";
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

/** How many runs wait at steps that were there before and are no more. */
export function waitingAtGone(waiting: readonly WaitingRuns[], before: unknown, now: unknown): number {
  if (before === now || !isDrawable(before) || !isDrawable(now)) return 0;
  const isGone = (id: string) => findNode(before, id) !== undefined && findNode(now, id) === undefined;
  return [...waitingAt(waiting)].reduce((sum, [id, runs]) => sum + (isGone(id) ? runs : 0), 0);
}

/** The same on the drawing; null where none waits. `open` leads to those at a step. */
export function waitingOverlay(
  waiting: readonly WaitingRuns[],
  locale: string,
  open: (nodeId: string) => void,
): Overlay | null {
  const counts = waitingAt(waiting);
  if (counts.size === 0) return null;
  const format = new Intl.NumberFormat(locale);
  const nodes = [...counts].map(
    ([id, runs]) => [id, { tone: "waiting", badge: format.format(runs), onOpen: () => open(id) }] as const,
  );
  return { nodes: new Map(nodes), edges: new Map() };
}

/** How many wait where a definition has no step to show them at. */
export function waitingElsewhere(waiting: readonly WaitingRuns[], { nodes }: GraphDefinition): number {
  const here = new Set(nodes.map(({ id }) => id));
  return waiting.reduce((sum, { nodeId, runs }) => (nodeId !== null && here.has(nodeId) ? sum : sum + runs), 0);
}
