import type { AnswerMessageRequest, ConversationMessage, ConversationSummary } from "@trilho/api-client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { automationKeys } from "./automation-cache.ts";
import { useClient, useWriter } from "./client-provider.tsx";
import { useUnderKey } from "./under-key.ts";

const LOOK_EVERY_MS = 1000;
const NEWEST = 50;
/** A run goes on a moment after it was answered, ms. */
const SOON_MS = [300, 1000, 2500];

const talkKeys = {
  all: ["talk"] as const,
  messages: (conversationId: string) => ["talk", conversationId, "messages"] as const,
  summary: (conversationId: string) => ["talk", conversationId, "summary"] as const,
};

/** The newest messages of a conversation, in order; every second while something may come. */
export function useTalk(conversationId: string, isLive: boolean) {
  const client = useClient();
  return useQuery<ConversationMessage[]>({
    queryKey: talkKeys.messages(conversationId),
    staleTime: 0,
    refetchInterval: isLive ? LOOK_EVERY_MS : false,
    queryFn: async ({ signal }) =>
      (await client.conversations.listMessages(conversationId, { limit: NEWEST }, { signal })).items,
  });
}

/** Whom a conversation is with. */
export function useTalkWith(conversationId: string) {
  const client = useClient();
  return useQuery<ConversationSummary>({
    queryKey: talkKeys.summary(conversationId),
    queryFn: ({ signal }) => client.conversations.get(conversationId, { signal }),
  });
}

/** Answers a message as its contact. Not repeated by itself: a contact says a thing once. */
export function useAnswer(automationId: string) {
  const client = useWriter();
  const queries = useQueryClient();
  const underKey = useUnderKey();
  return useMutation<ConversationMessage, Error, { messageId: string; answer: AnswerMessageRequest }>({
    mutationFn: ({ messageId, answer }) =>
      underKey(["answer", messageId, answer], (options) => client.conversations.answer(messageId, answer, options)),
    onSettled: () => {
      const look = () => queries.invalidateQueries({ queryKey: automationKeys.allRuns(automationId) });
      for (const ms of SOON_MS) setTimeout(() => void look(), ms);
      return Promise.all([queries.invalidateQueries({ queryKey: talkKeys.all }), look()]);
    },
  });
}

/** Lets the time pass that a test waits for. */
export function usePassTime(automationId: string, runId: string) {
  const client = useWriter();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => client.automations.passRunTime(automationId, runId),
    onSettled: () => queries.invalidateQueries({ queryKey: automationKeys.allRuns(automationId) }),
  });
}
