import type { Automation, AutomationRun, Client, WorkspaceRun } from "@trilho/api-client";
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
    queries: (stored === undefined ? [] : [...examples]).map(([version, runId]) =>
      versionQuery(client, id, version, runId),
    ),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [data]))),
  });
}

/** The definition that each of some runs of any automations runs, in their order; undefined while it is not known. */
export function useDefinitions(runs: readonly WorkspaceRun[]): (Definition | undefined)[] {
  const client = useClient();
  const examples = [...new Map(runs.map((run) => [keyOf(run), run]))];
  const known = useQueries({
    queries: examples.map(([, { automation, automationVersion, runId }]) =>
      versionQuery(client, automation.id, automationVersion, runId),
    ),
    combine: (answers) => new Map(answers.map(({ data }, index) => [examples[index]?.[0], data?.[1]])),
  });
  return runs.map((run) => known.get(keyOf(run)));
}

const keyOf = ({ automation, automationVersion }: WorkspaceRun): string => `${automation.id} ${automationVersion}`;

/** What a version of an automation is, as one of its runs tells. */
const versionQuery = (client: Client, id: string, version: number, runId: string) => ({
  queryKey: automationKeys.version(id, version),
  staleTime: Infinity,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<[number, Definition]> => [
    version,
    (await client.automations.run(id, runId, { signal })).graphDefinition,
  ],
});
