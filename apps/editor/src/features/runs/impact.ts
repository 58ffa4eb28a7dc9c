import type { AutomationWaiting } from "@trilho/api-client";
import { strandedRuns, type WaitingRun } from "@trilho/engine/analyse";
import type { GraphDefinition } from "@trilho/engine";

/** How many runs wait at one step, and how many of them could not go on in a new version. */
export interface Standing {
  /** Null for runs whose place is not known. */
  nodeId: string | null;
  runs: number;
  stranded: number;
}

/** Runs that wait by the step they wait at, most first, and how many of them a new version has no place for. */
export function waitingStandings({ waiting, versions }: AutomationWaiting, after: GraphDefinition): Standing[] {
  const byNode = new Map<string | null, Standing>();
  for (const { nodeId, automationVersion, runs, awaitingReply } of waiting) {
    const before = versions.find(({ version }) => version === automationVersion)?.graphDefinition ?? after;
    const standing = byNode.get(nodeId) ?? { nodeId, runs: 0, stranded: 0 };
    const kinds = [
      { waitingForReply: true, count: awaitingReply },
      { waitingForReply: false, count: runs - awaitingReply },
    ];
    for (const { waitingForReply, count } of kinds.filter((kind) => kind.count > 0)) {
      const run: WaitingRun = { status: "waiting", currentNodeId: nodeId, waitingForReply };
      standing.runs += count;
      if (strandedRuns(before, after, [run]).length > 0) standing.stranded += count;
    }
    byNode.set(nodeId, standing);
  }
  return [...byNode.values()].toSorted((a, b) => b.runs - a.runs);
}

/** How many runs wait in all, and how many of them could not go on. */
export const runsIn = (standings: readonly Standing[]): { total: number; stranded: number } => ({
  total: standings.reduce((sum, { runs }) => sum + runs, 0),
  stranded: standings.reduce((sum, each) => sum + each.stranded, 0),
});
