import type { SimulationResult, TraceEntry } from "@trilho/engine";
import type { Expectation } from "../document/saved-scenarios.ts";

/** Ids of the nodes that a run visits, in order. */
export function pathOf(trace: readonly TraceEntry[]): string[] {
  return trace.flatMap(({ nodeId }, index) => (trace[index - 1]?.nodeId === nodeId ? [] : [nodeId]));
}

/** What a test expects of a run that went as it should. */
export const expectationOf = ({ status, trace }: SimulationResult): Expectation => ({ status, path: pathOf(trace) });

/** Where a run left the path that was expected. */
export interface Difference {
  /** The last node that both have; null when they differ from the start. */
  after: string | null;
  /** The next node that was expected; null where the run should have ended. */
  expected: string | null;
  /** The node that the run went to instead; null where it ended. */
  actual: string | null;
}

/** The first difference of two paths; null when they are the same. */
export function differenceOf(expected: readonly string[], actual: readonly string[]): Difference | null {
  const length = Math.max(expected.length, actual.length);
  for (let at = 0; at < length; at += 1) {
    if (expected[at] === actual[at]) continue;
    return { after: actual[at - 1] ?? null, expected: expected[at] ?? null, actual: actual[at] ?? null };
  }
  return null;
}
