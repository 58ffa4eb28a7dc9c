import type { Client, DealListItem } from "@trilho/api-client";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useClientIfAny } from "./client-provider.tsx";
import { failureOf } from "./failures/failure.ts";

/** How many deals a search shows. */
const FOUND = 20;

/** `#42`, the number of a deal. */
const NUMBER = /^#(\d{1,9})$/;

/**
 * Deals by name, contact or phone, newest first, or the one with a number (`#42`); the newest of all for an empty text.
 * Page by page until there are enough; another text, or leaving the list, ends it.
 */
export function useDealSearch(text: string, wanted: boolean) {
  const client = useClientIfAny();
  const search = text.trim().slice(0, 255);
  const seq = NUMBER.exec(search)?.[1];
  const ask = (signal: AbortSignal, at: Client) =>
    seq === undefined
      ? take(FOUND, at.deals.list({ limit: FOUND, ...(search !== "" && { search }) }, { signal }))
      : numbered(at, Number(seq), signal);
  return useQuery<DealListItem[]>({
    queryKey: ["deals", "search", search],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: wanted && client ? ({ signal }) => ask(signal, client) : skipToken,
  });
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
export function sampleDeals(
  client: Client,
  pipeline: number | null,
  signal: AbortSignal,
  tell: (read: number) => void,
): Promise<DealListItem[]> {
  const query = { limit: PAGE, ...(pipeline !== null && { pipeline }) };
  return take(SAMPLE, client.deals.list(query, { signal }), (read) => {
    if (read % PAGE === 0) tell(read);
  });
}

/** The first of a list, at most `count`, which `tell` hears of one by one. */
async function take<T>(count: number, list: AsyncIterable<T>, tell?: (taken: number) => void): Promise<T[]> {
  const taken: T[] = [];
  for await (const item of list) {
    taken.push(item);
    tell?.(taken.length);
    if (taken.length >= count) break;
  }
  return taken;
}
