import {
  type Answered,
  ApiError,
  type AskReviewRequest,
  type Automation,
  type AutomationReview,
} from "@trilho/api-client";
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { automationKeys } from "./automation-cache.ts";
import { useRememberAutomation } from "./automations.ts";
import { useClient, useWriter } from "./client-provider.tsx";

const LIVE_MS = 20_000;

/** How an automation stands with its reviews; null where its service knows none. */
export function useAutomationReview(id: string | null): AutomationReview | null {
  const client = useClient();
  const { data = null } = useQuery<AutomationReview | null>({
    queryKey: automationKeys.review(id ?? ""),
    enabled: id !== null,
    // Others ask, approve and send back meanwhile.
    refetchInterval: ({ state }) => (state.data?.required === true ? LIVE_MS : false),
    queryFn: async ({ signal }) => {
      try {
        return await client.automations.review(id ?? "", { signal });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
  return data;
}

/** Asks for the review's state anew. */
export function useRefreshReview(id: string | null): () => void {
  const queries = useQueryClient();
  return useCallback(() => {
    if (id !== null) void queries.invalidateQueries({ queryKey: automationKeys.review(id) });
  }, [queries, id]);
}

export interface ReviewActions {
  /** With what the service warns of. */
  ask: (body: AskReviewRequest) => Promise<Answered<AutomationReview>>;
  withdraw: () => Promise<AutomationReview>;
  sendBack: (revision: string, comment: string) => Promise<AutomationReview>;
  /** Answers what is published now. */
  approve: (revision: string, comment: string) => Promise<Automation>;
}

interface Settling {
  queries: QueryClient;
  id: string;
  refresh: () => void;
}

/** Whatever comes of it, everybody here sees how things stand now. */
async function settled<T>(asked: Promise<T>, { queries, id, refresh }: Settling): Promise<T> {
  try {
    return await asked;
  } finally {
    refresh();
    void queries.invalidateQueries({ queryKey: automationKeys.overview });
    void queries.invalidateQueries({ queryKey: automationKeys.history(id) });
  }
}

/** What members do about a change that is reviewed. Each rejects when it was refused; the state is then read anew. */
export function useReviewActions(id: string): ReviewActions {
  const client = useWriter();
  const queries = useQueryClient();
  const remember = useRememberAutomation();
  const refresh = useRefreshReview(id);
  return useMemo(() => {
    const done = <T>(asked: Promise<T>): Promise<T> => settled(asked, { queries, id, refresh });
    const { automations } = client;
    return {
      ask: (body) => done(automations.askReview(id, body).withResponse()),
      withdraw: () => done(automations.withdrawReview(id)),
      sendBack: (revision, comment) => done(automations.sendBackReview(id, { revision, comment })),
      approve: async (revision, comment) => {
        const automation = await done(automations.approveReview(id, { revision, ...(comment !== "" && { comment }) }));
        remember(automation);
        return automation;
      },
    };
  }, [client, id, queries, refresh, remember]);
}
