import type { AutomationRun, Client } from "@trilho/api-client";
import { strandedRuns } from "@trilho/engine/analyse";
import { useQuery } from "@tanstack/react-query";
import type { GraphDefinition } from "@trilho/engine";
import { useClient } from "../data/ClientProvider.tsx";

/** Runs that are under way, by where they stand. */
export interface RunsUnderWay {
  runs: readonly AutomationRun[];
  /** There are more than were read. */
  more: boolean;
}

const MOST_PAGES = 5;

/** The runs of an automation that wait or run now, as far as they may be read. */
export function useRunsUnderWay(automationId: string) {
  const client = useClient();
  return useQuery({
    queryKey: ["runs-under-way", automationId],
    staleTime: 0,
    queryFn: async ({ signal }): Promise<RunsUnderWay> => {
      const [waiting, running] = await Promise.all([
        read(client, automationId, "waiting", signal),
        read(client, automationId, "running", signal),
      ]);
      return { runs: [...waiting.runs, ...running.runs], more: waiting.more || running.more };
    },
  });
}

async function read(
  client: Client,
  id: string,
  status: AutomationRun["status"],
  signal: AbortSignal,
): Promise<RunsUnderWay> {
  const runs: AutomationRun[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const from: { cursor?: string } = cursor === null ? {} : { cursor };
    const { items, nextCursor, hasMore } = await client.automations.runs(
      id,
      { status, limit: 100, ...from },
      { signal },
    );
    runs.push(...items);
    if (!hasMore || nextCursor === null || nextCursor === cursor) return { runs, more: false };
    cursor = nextCursor;
  }
  return { runs, more: true };
}

/** How many runs stand at one step, and how many of them could not go on in the new version. */
export interface Standing {
  /** Null for runs whose place is not known. */
  nodeId: string | null;
  runs: number;
  stranded: number;
}

/** Runs by the step they stand at, most first. */
export function standingsOf(
  before: GraphDefinition,
  after: GraphDefinition,
  runs: readonly AutomationRun[],
): Standing[] {
  const stranded = new Set(strandedRuns(before, after, runs).map(({ run }) => run));
  const byNode = new Map<string | null, Standing>();
  for (const run of runs) {
    const nodeId = run.currentNodeId ?? null;
    const standing = byNode.get(nodeId) ?? { nodeId, runs: 0, stranded: 0 };
    standing.runs += 1;
    if (stranded.has(run)) standing.stranded += 1;
    byNode.set(nodeId, standing);
  }
  return [...byNode.values()].toSorted((a, b) => b.runs - a.runs);
}
