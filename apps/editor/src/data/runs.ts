import type { AutomationRun, AutomationRunDetail, AutomationStats, Client, Page } from "@trilho/api-client";
import { type InfiniteData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { automationKeys, type RunStatus } from "./automation-cache.ts";
import { useClient } from "./client-provider.tsx";

/** How often what may change by itself is asked for while it is looked at, ms. */
export const LIVE_MS = 5000;

/** Whoever tries something out is there and waits to see it. */
const TEST_MS = 1000;

/** Counting looks at many rows. */
const COUNT_MS = 15_000;

const OVER: ReadonlySet<string> = new Set(["completed", "skipped", "cancelled"]);

/** One run, anew every few seconds until it is over for good. */
export function useRun(id: string, runId: string) {
  const client = useClient();
  return useQuery<AutomationRunDetail>({
    queryKey: automationKeys.run(id, runId),
    staleTime: 0,
    queryFn: ({ signal }) => client.automations.run(id, runId, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && OVER.has(data.status) ? false : data?.test ? TEST_MS : LIVE_MS,
  });
}

/** Puts a failed run back to work, or stops one that is under way. */
export function useChangeRun(id: string, runId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: "retry" | "cancel") =>
      change === "retry" ? client.automations.retryRun(id, runId) : client.automations.cancelRun(id, runId),
    // Also after a refusal: it then is no longer what was shown.
    onSettled: () => queries.invalidateQueries({ queryKey: automationKeys.allRuns(id) }),
  });
}

/** Sends what a webhook of a run sent again. */
export function useResend(id: string, runId: string) {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (deliveryId: string) => client.automations.resendDelivery(id, runId, deliveryId),
    onSettled: () => queries.invalidateQueries({ queryKey: automationKeys.run(id, runId) }),
  });
}

const statsOf = (client: Client, id: string, days: number, ways: boolean) => ({
  queryKey: automationKeys.runStats(id, days, ways),
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<AutomationStats> =>
    client.automations.stats(id, { from: daysAgo(days), ways }, { signal }),
});

/** Where the runs of the last days went, or without `ways` only how they stand; `days` 1 is today. */
export function useRunStats(id: string, days: number, ways = true) {
  const client = useClient();
  return useQuery({ ...statsOf(client, id, days, ways), staleTime: 0, refetchInterval: COUNT_MS });
}

/** Where runs wait now, whenever they began; null for an automation that is not stored. Fails where the service does not count. */
export function useWaitingRuns(id: string | null) {
  const client = useClient();
  return useQuery({
    ...statsOf(client, id ?? "", 1, false),
    enabled: id !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => (data === undefined && error !== null ? false : COUNT_MS),
    select: ({ waiting }) => waiting,
  });
}

/** Midnight here, so many days ago and today included. */
function daysAgo(days: number): string {
  const date = new Date();
  date.setHours(0, 0, 0, 0);
  date.setDate(date.getDate() - days + 1);
  return date.toISOString();
}

/** Which runs of an automation are listed; what is null does not matter. */
export interface RunListFilter {
  status: RunStatus | null;
  version: number | null;
  /** The step where they are. */
  nodeId: string | null;
}

/** Runs, newest first, 20 a page; `dealSeq` null for those of every deal. */
export function useRuns(id: string, filter: RunListFilter, dealSeq: number | null) {
  const { status, version, nodeId } = filter;
  const client = useClient();
  return useInfiniteQuery<
    Page<AutomationRun>,
    Error,
    InfiniteData<Page<AutomationRun>>,
    ReturnType<typeof automationKeys.runs>,
    string | null
  >({
    queryKey: automationKeys.runs(id, filter, dealSeq),
    queryFn: ({ pageParam, signal }) =>
      client.automations.runs(
        id,
        {
          ...(status !== null && { status }),
          ...(dealSeq !== null && { dealSeq }),
          ...(version !== null && { version }),
          ...(nodeId !== null && { nodeId }),
          ...(pageParam !== null && { cursor: pageParam }),
        },
        { signal },
      ),
    refetchInterval: LIVE_MS,
    initialPageParam: null,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
}

/** An instant of a run's row by the run's own clock, which is ahead where time was let pass. */
export const byItsClock = ({ clockAheadMs = 0 }: AutomationRunDetail, instant: string | null): string | null =>
  instant === null || clockAheadMs === 0 ? instant : new Date(Date.parse(instant) + clockAheadMs).toISOString();
