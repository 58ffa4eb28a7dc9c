import type {
  CalendarEvent,
  Client,
  DealActivity,
  DealListItem,
  DealTimelineEntry,
  NotStarted,
  Page,
  WorkspaceRun,
} from "@trilho/api-client";
import { DAY_SECONDS } from "@trilho/engine";
import { LIVE_STATUSES } from "@trilho/engine/contract";
import {
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
} from "@tanstack/react-query";
import { prepareConnection, useClient } from "./client-provider.tsx";
import { isHere, pathsOfDeal, TIMELINE_PAGE } from "./early-answers.ts";
import type { Session } from "./kept-session.ts";
import { failureOf } from "./failures/failure.ts";
import { LIVE_MS } from "./runs.ts";

/** A history grows by a line now and then, and all its pages are read anew. */
const SETTLED_MS = 15_000;
/** The page asks for the deal and its timeline before there is a place to draw them, which then takes those answers. */
const JUST_NOW_MS = 2000;
/** More runs than a deal has under way at a time. */
const RUNS = 50;

const keyOf = (seq: number, what: string) => ["deals", "one", seq, what] as const;

function useOfDeal<T>(
  seq: number,
  what: string,
  every: number,
  ask: (client: Client, signal: AbortSignal) => Promise<T>,
) {
  const client = useClient();
  return useQuery<T>({
    queryKey: keyOf(seq, what),
    staleTime: 0,
    queryFn: ({ signal }) => ask(client, signal),
    refetchInterval: every,
  });
}

const dealQuery = (client: Client, seq: number) =>
  queryOptions<DealListItem>({
    queryKey: keyOf(seq, "deal"),
    staleTime: JUST_NOW_MS,
    queryFn: ({ signal }) => client.deals.get(seq, { signal }),
    refetchInterval: SETTLED_MS,
  });

/** The deal of this number. */
export const useDeal = (seq: number) => useQuery(dealQuery(useClient(), seq));

/** How it came to the stage where it stands; null where nothing is kept of that. */
export const useLastMove = (seq: number) =>
  useOfDeal<DealActivity | null>(seq, "move", SETTLED_MS, async (client, signal) => {
    const type = ["STAGE_CHANGED", "DEAL_CREATED"] as const;
    const { items } = await client.deals.listActivities(seq, { type: [...type], limit: 1 }, { signal });
    return items[0] ?? null;
  });

/** Its runs that are not over. */
export const useLiveRuns = (seq: number) =>
  useOfDeal<WorkspaceRun[]>(seq, "runs", LIVE_MS, async (client, signal) => {
    const filter = { dealSeq: seq, status: [...LIVE_STATUSES], limit: RUNS };
    return (await client.automations.allRuns(filter, { signal })).items;
  });

const DAY_MS = DAY_SECONDS * 1000;
/** A calendar tells of 92 days at most: what is late, and the weeks to come. */
const LATE_MS = 14 * DAY_MS;
const AHEAD_MS = 78 * DAY_MS;
const OPEN: ReadonlySet<string> = new Set(["scheduled", "pending", "due", "overdue"]);

/** The meetings to come, and the steps of its cadence that are to be done, in their order. */
export const usePlanned = (seq: number) =>
  useOfDeal<CalendarEvent[]>(seq, "planned", SETTLED_MS, async (client, signal) => {
    const now = Date.now();
    const [from, to] = [now - LATE_MS, now + AHEAD_MS].map((at) => new Date(at).toISOString()) as [string, string];
    try {
      const { items } = await client.calendar.list(
        { from, to, dealSeq: seq, types: ["meeting", "cadence_step"] },
        { signal },
      );
      // A service of the contract alone tells of all deals.
      return items.filter(
        ({ dealSeq, status, type, endsAt }) =>
          dealSeq === seq && OPEN.has(status) && (type !== "meeting" || Date.parse(endsAt) > now),
      );
    } catch (error) {
      // A workspace without calendars has no meetings.
      if (failureOf(error).kind === "featureDisabled") return [];
      throw error;
    }
  });

const timelineQuery = (client: Client, seq: number) =>
  infiniteQueryOptions<
    Page<DealTimelineEntry>,
    Error,
    InfiniteData<Page<DealTimelineEntry>>,
    ReturnType<typeof keyOf>,
    string | null
  >({
    queryKey: keyOf(seq, "timeline"),
    staleTime: JUST_NOW_MS,
    refetchInterval: SETTLED_MS,
    queryFn: ({ pageParam, signal }) =>
      client.deals.timeline(
        seq,
        { limit: TIMELINE_PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: (page) => (page.hasMore ? page.nextCursor : null),
  });

/** All that happened to it, newest first. */
export const useDealTimeline = (seq: number) => useInfiniteQuery(timelineQuery(useClient(), seq));

/** Asks for a deal and its timeline before anything is drawn, and waits for what has arrived already. */
export async function beginWithDeal(session: Session, seq: number): Promise<void> {
  const arrived = pathsOfDeal(seq).map((path) => isHere(session, path));
  const { clients, queries } = prepareConnection(session);
  const asked = [
    queries.prefetchQuery(dealQuery(clients.client, seq)),
    queries.prefetchInfiniteQuery(timelineQuery(clients.client, seq)),
  ];
  await Promise.all(asked.filter((_, at) => arrived[at]));
}

const NOT_STARTED = 20;

/** Automations that did not start from what happened to it of late, asked for while somebody looks. */
export function useNotStarted(seq: number, wanted: boolean) {
  const client = useClient();
  return useQuery<Page<NotStarted>>({
    queryKey: keyOf(seq, "not started"),
    staleTime: 0,
    enabled: wanted,
    queryFn: ({ signal }) => client.deals.notStarted(seq, { limit: NOT_STARTED }, { signal }),
  });
}
