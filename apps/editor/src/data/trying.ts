import type { AutomationRun } from "@trilho/api-client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { automationKeys } from "./automation-cache.ts";
import { useClient, useWriter } from "./client-provider.tsx";
import { useUnderKey } from "./under-key.ts";

/** Starts a test of the stored version for a deal. Not repeated by itself: it changes the deal for real. */
export function useTry(id: string) {
  const client = useWriter();
  const queries = useQueryClient();
  const underKey = useUnderKey();
  return useMutation<AutomationRun, Error, { dealSeq: number; skipWaits: boolean }>({
    mutationFn: (request) => underKey(["try", id, request], (options) => client.automations.try(id, request, options)),
    onSettled: () => queries.invalidateQueries({ queryKey: automationKeys.allRuns(id) }),
  });
}

const OVER: ReadonlySet<string> = new Set(["completed", "skipped", "cancelled", "failed", "dead_letter"]);
const LOOK_EVERY_MS = 1000;

/** How a test stands, anew every second until it is over; null before one was started. */
export function useTestRun(id: string, run: AutomationRun | null) {
  const client = useClient();
  return useQuery<AutomationRun>({
    queryKey: automationKeys.run(id, run?.runId ?? ""),
    enabled: run !== null,
    staleTime: 0,
    queryFn: ({ signal }) => client.automations.run(id, run?.runId ?? "", { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && OVER.has(state.data.status) ? false : LOOK_EVERY_MS),
  });
}
