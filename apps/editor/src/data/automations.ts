import type { Automation, Client, CreateAutomationRequest } from "@trilho/api-client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { limitConcurrency } from "./limit-concurrency.ts";
import { automationKeys, merged } from "./automation-cache.ts";
import { useClient, useTakesKeys } from "./client-provider.tsx";

export { automationKeys, type RunStatus } from "./automation-cache.ts";

/** Every automation of the workspace, newest first. Search and filters work on what came. */
export function useAutomations() {
  const client = useClient();
  return useQuery({ queryKey: automationKeys.list, queryFn: ({ signal }) => all(client, signal) });
}

async function all(client: Client, signal: AbortSignal): Promise<Automation[]> {
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
      queries.setQueryData<Automation[]>(automationKeys.list, (list) => list && merged(list, automation));
    },
    [queries],
  );
}

export function useCreateAutomation() {
  const client = useClient();
  const takesKeys = useTakesKeys();
  const remember = useRememberAutomation();
  return useMutation({
    // Under a key the client asks again by itself when an answer is lost.
    mutationFn: (body: CreateAutomationRequest) =>
      client.automations.create(body, takesKeys() ? { idempotencyKey: crypto.randomUUID() } : {}),
    onSuccess: remember,
  });
}

/** Shows the new state at once and takes it back when the server refuses. */
export function useSetEnabled() {
  const client = useClient();
  const queries = useQueryClient();
  const show = (id: string, enabled: boolean) => {
    const change = (automation: Automation): Automation =>
      automation.id === id ? { ...automation, enabled } : automation;
    queries.setQueryData<Automation[]>(automationKeys.list, (list) => list?.map(change));
    queries.setQueryData<Automation>(automationKeys.one(id), (automation) => automation && change(automation));
  };
  return useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) => client.automations.setEnabled(id, { enabled }),
    onMutate: async ({ id, enabled }) => {
      await queries.cancelQueries({ queryKey: automationKeys.list });
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
