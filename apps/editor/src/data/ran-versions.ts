import type { Automation, AutomationRun } from "@trilho/api-client";
import { useQueries } from "@tanstack/react-query";
import { automationKeys } from "./automation-cache.ts";
import { useClient } from "./client-provider.tsx";

type Definition = Automation["graphDefinition"];

/** The definitions of versions by their numbers, of those that stand somewhere in one other than the `stored`: a version is told by its runs alone. */
export function useRanVersions(id: string, runs: readonly AutomationRun[], stored: number | undefined) {
  const client = useClient();
  const examples = new Map(
    runs
      .filter(({ currentNodeId, automationVersion }) => currentNodeId !== null && automationVersion !== stored)
      .map(({ automationVersion, runId }) => [automationVersion, runId]),
  );
  return useQueries({
    queries: (stored === undefined ? [] : [...examples]).map(([version, runId]) => ({
      queryKey: automationKeys.version(id, version),
      staleTime: Infinity,
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<[number, Definition]> => [
        version,
        (await client.automations.run(id, runId, { signal })).graphDefinition,
      ],
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [data]))),
  });
}
