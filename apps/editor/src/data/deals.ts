import type { Client, DealListItem, Page } from "@trilho/api-client";
import {
  keepPreviousData,
  skipToken,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from "@tanstack/react-query";
import { useClient, useClientIfAny } from "./client-provider.tsx";
import { failureOf } from "./failures/failure.ts";

/** How many deals a search shows, and a list at a time. */
const FOUND = 20;

/** `#42`, the number of a deal. */
const NUMBER = /^#(\d{1,9})$/;

const searchOf = (text: string): string => text.trim().slice(0, 255);

/**
 * Deals by name, contact or phone, newest first, or the one with a number (`#42`); the newest of all for an empty text.
 * Another text, or leaving the list, ends it.
 */
export function useDealSearch(text: string, wanted: boolean) {
  const client = useClientIfAny();
  const search = searchOf(text);
  return useQuery<DealListItem[]>({
    queryKey: ["deals", "search", search],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn:
      wanted && client
        ? async ({ signal }) => (await find(client, search, null, signal)).items.slice(0, FOUND)
        : skipToken,
  });
}

/** The same deals to the last one, some at a time. */
export function useFoundDeals(text: string): UseInfiniteQueryResult<InfiniteData<Page<DealListItem>>> {
  const client = useClient();
  const search = searchOf(text);
  return useInfiniteQuery<
    Page<DealListItem>,
    Error,
    InfiniteData<Page<DealListItem>>,
    readonly ["deals", "found", string],
    string | null
  >({
    queryKey: ["deals", "found", search],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => find(client, search, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
}

/** Asks for further pages until there are enough: a page may be short, or empty, with more behind it. */
async function find(
  client: Client,
  search: string,
  from: string | null,
  signal: AbortSignal,
): Promise<Page<DealListItem>> {
  const seq = NUMBER.exec(search)?.[1];
  if (seq !== undefined)
    return { items: await numbered(client, Number(seq), signal), nextCursor: null, hasMore: false };
  const items: DealListItem[] = [];
  for (let cursor = from; ;) {
    const query = { limit: FOUND, ...(search !== "" && { search }), ...(cursor !== null && { cursor }) };
    const page = await client.deals.list(query, { signal });
    items.push(...page.items);
    // A cursor that does not move on would never end.
    const hasMore = page.hasMore && page.nextCursor !== null && page.nextCursor !== cursor;
    if (!hasMore || items.length >= FOUND) return { items, nextCursor: page.nextCursor, hasMore };
    cursor = page.nextCursor;
  }
}

async function numbered(client: Client, seq: number, signal: AbortSignal): Promise<DealListItem[]> {
  if (seq < 1) return [];
  try {
    return [await client.deals.get(seq, { signal })];
  } catch (error) {
    if (failureOf(error).kind === "notFound") return [];
    throw error;
  }
}

/** Enough to know what the deals of a pipeline are like, and few enough to be read in a moment. */
export const SAMPLE = 500;
const PAGE = 100;

/** The newest deals of a pipeline, or of all: at most `SAMPLE`, page by page. */
export async function sampleDeals(
  client: Client,
  pipeline: number | null,
  signal: AbortSignal,
  tell: (read: number) => void,
): Promise<DealListItem[]> {
  const query = { limit: PAGE, ...(pipeline !== null && { pipeline }) };
  const deals: DealListItem[] = [];
  for await (const deal of client.deals.list(query, { signal })) {
    deals.push(deal);
    if (deals.length % PAGE === 0) tell(deals.length);
    if (deals.length >= SAMPLE) break;
  }
  return deals;
}
