import type { Client, DealListItem } from "@trilho/api-client";
import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useClientIfAny } from "./ClientProvider.tsx";

/** How many deals a search shows. */
const FOUND = 20;

/** Deals by name, contact or phone, newest first; the newest of all for an empty text. */
export function useDealSearch(text: string, wanted: boolean) {
  const client = useClientIfAny();
  const search = text.trim().slice(0, 255);
  const ask = (signal: AbortSignal, at: Client) =>
    at.deals.list({ limit: FOUND, ...(search !== "" && { search }) }, { signal });
  return useQuery<DealListItem[]>({
    queryKey: ["deals", "search", search],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: wanted && client ? async ({ signal }) => (await ask(signal, client)).items : skipToken,
  });
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
  const deals: DealListItem[] = [];
  const query = { limit: PAGE, ...(pipeline !== null && { pipeline }) };
  for await (const deal of client.deals.list(query, { signal })) {
    deals.push(deal);
    if (deals.length % PAGE === 0) tell(deals.length);
    if (deals.length >= SAMPLE) break;
  }
  return deals;
}
