import type { AutomationChange, AutomationVersion, Page } from "@trilho/api-client";
import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { automationKeys } from "./automation-cache.ts";
import { useClient } from "./client-provider.tsx";

/** Who changed an automation, newest first; asked for anew each time it is wanted. A service without a history answers that it is not found. */
export function useHistory(id: string, wanted: boolean) {
  const client = useClient();
  return useInfiniteQuery<
    Page<AutomationChange>,
    Error,
    InfiniteData<Page<AutomationChange>>,
    ReturnType<typeof automationKeys.history>,
    string | null
  >({
    queryKey: automationKeys.history(id),
    enabled: wanted,
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      client.automations.history(id, { ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
}

/** One version of an automation, asked for when it is called. It never changes. */
export function useAskVersion(id: string): (version: number) => Promise<AutomationVersion> {
  const client = useClient();
  const queries = useQueryClient();
  return (version) =>
    queries.fetchQuery({
      queryKey: automationKeys.storedVersion(id, version),
      staleTime: Infinity,
      queryFn: ({ signal }) => client.automations.version(id, version, { signal }),
    });
}
