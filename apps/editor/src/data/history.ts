import type { AutomationChange, AutomationVersion, Client, Page } from "@trilho/api-client";
import { type InfiniteData, queryOptions, useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
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

/** One version of an automation. It never changes. */
const versionQuery = (client: Client, id: string, version: number) =>
  queryOptions<AutomationVersion>({
    queryKey: automationKeys.storedVersion(id, version),
    staleTime: Infinity,
    queryFn: ({ signal }) => client.automations.version(id, version, { signal }),
  });

/** A version, while it is wanted. */
export const useVersion = (id: string, version: number, wanted: boolean) =>
  useQuery({ ...versionQuery(useClient(), id, version), enabled: wanted });

/** A version, asked for when it is called. */
export function useAskVersion(id: string): (version: number) => Promise<AutomationVersion> {
  const client = useClient();
  const queries = useQueryClient();
  return (version) => queries.fetchQuery(versionQuery(client, id, version));
}
