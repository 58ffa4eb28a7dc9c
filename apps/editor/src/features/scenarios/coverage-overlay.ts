import type { EdgeOverlay, NodeOverlay, Overlay } from "../../document/view-store.ts";
import type { TestReport } from "../../simulation/report.ts";

/** Marks what the tests take and what they leave out; null while there is no test to speak of. */
export function coverageOverlay(
  { tests, coverage }: TestReport,
  unreachable: ReadonlyMap<string, unknown>,
  neverTaken: string,
): Overlay | null {
  if (tests.length === 0) return null;
  const nodes = new Map<string, NodeOverlay>();
  for (const id of coverage.nodes) nodes.set(id, { tone: "covered" });
  for (const id of coverage.untestedNodes) nodes.set(id, { tone: "uncovered" });
  const edges = new Map<string, EdgeOverlay>();
  for (const key of coverage.edges) edges.set(key, { tone: "covered" });
  for (const key of coverage.untestedEdges) {
    edges.set(key, unreachable.has(key) ? { tone: "uncovered", label: neverTaken } : { tone: "uncovered" });
  }
  return { nodes, edges };
}
