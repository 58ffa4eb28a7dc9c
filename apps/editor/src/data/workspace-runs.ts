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

/** How often it is asked what became of runs that may fail yet, ms. */
const SOON_MS = 1000;

interface FoundRuns extends Page<WorkspaceRun> {
  /** None is found, and some are under way that may be among them in a moment: a failed run that was retried. */
  undecided: boolean;
}

/** Runs of all automations, newest first, 20 a page. */
export function useWorkspaceRuns(filter: WorkspaceRunFilter) {
  const client = useClient();
  return useInfiniteQuery<FoundRuns, Error, InfiniteData<FoundRuns>, ReturnType<typeof keyOf>, string | null>({
    queryKey: keyOf(filter),
    queryFn: async ({ pageParam, signal }) => {
      // Asked before the others: what fails in between is found by them.
      const { error: _notYet, ...anyFailure } = filter;
      const open = pageParam === null && filter.status?.includes("failed") === true;
      const underWay = open
        ? await client.automations.allRuns({ ...anyFailure, status: ["queued", "running"], limit: 1 }, { signal })
        : null;
      const asked = { ...filter, ...(pageParam !== null && { cursor: pageParam }) };
      const page = await client.automations.allRuns(asked, { signal });
      return { ...page, undecided: page.items.length === 0 && underWay !== null && underWay.items.length > 0 };
    },
    refetchInterval: ({ state }) => (state.data?.pages[0]?.undecided === true ? SOON_MS : LIVE_MS),
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
