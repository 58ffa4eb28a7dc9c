import type { Automation, Client, CreateAutomationRequest } from "@trilho/api-client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { limitConcurrency } from "./limit-concurrency.ts";
import { automationKeys, changeInLists, putInLists } from "./automation-cache.ts";
import { useClient } from "./client-provider.tsx";
import { useUnderKey } from "./under-key.ts";

export { automationKeys, changeInLists, type RunStatus } from "./automation-cache.ts";

/** Every automation of the workspace with its definition, newest first; asked for anew once they are older than `freshMs`. */
export function useAutomations(freshMs = 30_000) {
  const client = useClient();
  return useQuery({
    queryKey: automationKeys.list,
    staleTime: freshMs,
    queryFn: ({ signal }) => allAutomations(client, signal),
  });
}

export async function allAutomations(client: Client, signal: AbortSignal): Promise<Automation[]> {
  const automations: Automation[] = [];
  for await (const automation of client.automations.list({ limit: 200 }, { signal })) automations.push(automation);
  return automations;
}

/** One automation; `id` null asks nothing. */
export function useAutomation(id: string | null) {
  const client = useClient();
  return useQuery({
    enabled: id !== null,
    queryKey: automationKeys.one(id ?? ""),
    // Editing must not start from a version that was seen a while ago.
    refetchOnMount: "always",
    queryFn: ({ signal }) => client.automations.get(id ?? "", { signal }),
  });
}

/** Puts what a write answered where reads find it. The secret is for the caller alone and stays out. */
export function useRememberAutomation(): (automation: Automation) => void {
  const queries = useQueryClient();
  return useCallback(
    ({ secret: _secret, ...automation }) => {
      queries.setQueryData<Automation>(automationKeys.one(automation.id), automation);
      putInLists(queries, automation);
    },
    [queries],
  );
}

export function useCreateAutomation() {
  const client = useClient();
  const underKey = useUnderKey();
  const remember = useRememberAutomation();
  return useMutation({
    // Under a key the client asks again by itself when an answer is lost.
    mutationFn: (body: CreateAutomationRequest) =>
      underKey(["create", body], (options) => client.automations.create(body, options)),
    onSuccess: remember,
  });
}

/** Shows the new state at once and takes it back when the server refuses. */
export function useSetEnabled() {
  const client = useClient();
  const queries = useQueryClient();
  const show = (id: string, enabled: boolean) => {
    changeInLists(queries, id, (automation) => ({ ...automation, enabled }));
    queries.setQueryData<Automation>(automationKeys.one(id), (automation) => automation && { ...automation, enabled });
  };
  return useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) => client.automations.setEnabled(id, { enabled }),
    onMutate: async ({ id, enabled }) => {
      await queries.cancelQueries({ queryKey: automationKeys.list });
      await queries.cancelQueries({ queryKey: automationKeys.overview });
      await queries.cancelQueries({ queryKey: automationKeys.one(id) });
      show(id, enabled);
    },
    onError: (_error, { id, enabled }) => show(id, !enabled),
    onSuccess: ({ id, enabled }) => show(id, enabled),
  });
}

/** A list asks for the runs of each of its automations: not for all of them at once. */
const limited = limitConcurrency(4);

/** The last 20 runs, newest first: a look at how an automation does. Nothing is asked while `wanted` is false. */
export function useRecentRuns(id: string, wanted: boolean) {
  const client = useClient();
  return useQuery({
    enabled: wanted,
    queryKey: automationKeys.recentRuns(id),
    staleTime: 30_000,
    retry: false,
    queryFn: ({ signal }) =>
      limited(async () => (await client.automations.runs(id, { limit: 20, test: false }, { signal })).items),
  });
}
