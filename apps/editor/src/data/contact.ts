import type {
  Client,
  ContactDetail,
  ContactListItem,
  ConversationMessage,
  ConversationSummary,
  DealListItem,
  Page,
} from "@trilho/api-client";
import { keepPreviousData, skipToken, useInfiniteQuery, useQuery, type InfiniteData } from "@tanstack/react-query";
import { useClient, useClientIfAny } from "./client-provider.tsx";
import { failureOf } from "./failures/failure.ts";
import { LIVE_MS } from "./runs.ts";

const PAGE = 30;
/** More deals than a contact has. */
const DEALS = 50;

const keyOf = (id: string, what: string) => ["contacts", id, what] as const;

export function useContact(id: string) {
  const client = useClient();
  return useQuery<ContactDetail>({
    queryKey: keyOf(id, "contact"),
    queryFn: ({ signal }) => client.contacts.get(id, { signal }),
  });
}

/** As many as are looked through for the one that is meant. */
const FOUND = 6;

/** The newest contacts that a name, e-mail or phone finds; none for who may not see contacts. */
export function useContactSearch(text: string, wanted: boolean) {
  const client = useClientIfAny();
  const search = text.trim().slice(0, 255);
  return useQuery<ContactListItem[]>({
    queryKey: ["contacts", "search", search],
    staleTime: 10_000,
    placeholderData: keepPreviousData,
    queryFn: wanted && client ? ({ signal }) => findContacts(client, search, signal) : skipToken,
  });
}

async function findContacts(client: Client, search: string, signal: AbortSignal): Promise<ContactListItem[]> {
  try {
    return (await client.contacts.list({ search, limit: FOUND }, { signal })).items;
  } catch (error) {
    if (failureOf(error).kind === "forbidden") return [];
    throw error;
  }
}

/** What leads to a contact in a search. */
const waysTo = ({ phone, email, displayName }: ContactDetail): string => phone || email || displayName;

/** The deals of a contact that the member may see, newest first. */
export function useDealsOf(contact: ContactDetail) {
  const client = useClient();
  return useQuery<DealListItem[]>({
    queryKey: keyOf(contact.id, "deals"),
    queryFn: async ({ signal }) => {
      const deals: DealListItem[] = [];
      for await (const deal of client.deals.list({ search: waysTo(contact), limit: DEALS }, { signal })) {
        if (deal.contact?.id === contact.id) deals.push(deal);
        if (deals.length >= DEALS) break;
      }
      return deals;
    },
  });
}

/** The conversation with a contact; null where nothing was ever written. */
export function useConversationOf(contact: ContactDetail) {
  const client = useClient();
  return useQuery<ConversationSummary | null>({
    queryKey: keyOf(contact.id, "conversation"),
    queryFn: ({ signal }) => conversationOf(client, contact, signal),
  });
}

async function conversationOf(
  client: Client,
  contact: ContactDetail,
  signal: AbortSignal,
): Promise<ConversationSummary | null> {
  if (contact.phone !== "") {
    try {
      return await client.conversations.get(contact.phone, { signal });
    } catch (error) {
      if (failureOf(error).kind === "notFound") return null;
      throw error;
    }
  }
  for (const filter of ["all", "closed"] as const) {
    const { items } = await client.conversations.list({ search: contact.displayName, filter, limit: PAGE }, { signal });
    const own = items.find(({ contactId }) => contactId === contact.id);
    if (own !== undefined) return own;
  }
  return null;
}

/** What was written, page by page backwards. */
export function useMessages(conversationId: string) {
  const client = useClient();
  return useInfiniteQuery<
    Page<ConversationMessage>,
    Error,
    InfiniteData<Page<ConversationMessage>>,
    readonly ["conversations", string],
    string | null
  >({
    queryKey: ["conversations", conversationId],
    staleTime: 0,
    refetchInterval: LIVE_MS,
    queryFn: ({ pageParam, signal }) =>
      client.conversations.listMessages(
        conversationId,
        { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });
}
