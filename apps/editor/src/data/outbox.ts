import type { Client, OutboxItem, OutboxState, Page } from "@trilho/api-client";
import { queryOptions, useInfiniteQuery, useQuery, useQueryClient, type InfiniteData } from "@tanstack/react-query";
import { useClient } from "./client-provider.tsx";

const LOOK_EVERY_MS = 5000;
const PAGE = 20;

/** What stayed here, newest first; new entries come by themselves while it is looked at. */
export function useOutbox() {
  const client = useClient();
  return useInfiniteQuery<
    Page<OutboxItem>,
    Error,
    InfiniteData<Page<OutboxItem>>,
    readonly ["outbox", "items"],
    string | null
  >({
    queryKey: ["outbox", "items"],
    staleTime: 0,
    refetchInterval: LOOK_EVERY_MS,
    queryFn: ({ pageParam, signal }) =>
      client.outbox.list({ limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) }, { signal }),
    initialPageParam: null,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
}

const stateOf = (client: Client) =>
  queryOptions<OutboxState>({
    queryKey: ["outbox", "state"],
    staleTime: 5 * 60_000,
    queryFn: ({ signal }) => client.outbox.state({ signal }),
  });

/** Which channels send, and which keep everything here. A service that does not say is not asked again. */
export function useOutboxState(wanted = true) {
  return useQuery({ ...stateOf(useClient()), enabled: wanted });
}

/** Asks for the same once it matters; null where the service does not say. */
export function useAskOutboxState(): () => Promise<OutboxState | null> {
  const client = useClient();
  const queries = useQueryClient();
  return () => queries.fetchQuery(stateOf(client)).catch(() => null);
}
