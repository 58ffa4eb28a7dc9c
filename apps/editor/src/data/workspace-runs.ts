import type { ChangeRunsRequest, Page, RunsChanged, WorkspaceRun } from "@trilho/api-client";
import { useInfiniteQuery, useMutation, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useClient } from "./client-provider.tsx";
import { LIVE_MS } from "./runs.ts";

/** Which runs of all automations. */
export type WorkspaceRunFilter = Omit<ChangeRunsRequest, "dryRun">;

/** What is done to all runs that a filter means, or counted. */
export interface BulkChange {
  change: "retry" | "cancel";
  filter: WorkspaceRunFilter;
  dryRun: boolean;
}

const keyOf = (filter: WorkspaceRunFilter) => ["workspace-runs", filter] as const;

/** Runs of all automations, newest first, 20 a page. */
export function useWorkspaceRuns(filter: WorkspaceRunFilter) {
  const client = useClient();
  return useInfiniteQuery<
    Page<WorkspaceRun>,
    Error,
    InfiniteData<Page<WorkspaceRun>>,
    ReturnType<typeof keyOf>,
    string | null
  >({
    queryKey: keyOf(filter),
    queryFn: ({ pageParam, signal }) =>
      client.automations.allRuns({ ...filter, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    refetchInterval: LIVE_MS,
    initialPageParam: null,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
}

export function useChangeRuns() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation<RunsChanged, Error, BulkChange>({
    mutationFn: ({ change, filter, dryRun }) => {
      const body = { ...filter, dryRun };
      return change === "retry" ? client.automations.retryRuns(body) : client.automations.cancelRuns(body);
    },
    onSettled: async (_answer, _error, { dryRun }) => {
      if (dryRun) return;
      await queries.invalidateQueries({ queryKey: ["workspace-runs"] });
      await queries.invalidateQueries({ queryKey: ["runs"] });
    },
  });
}
