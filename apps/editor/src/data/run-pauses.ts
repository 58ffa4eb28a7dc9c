import type { Automation, WorkspacePauses } from "@trilho/api-client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { automationKeys, useRememberAutomation } from "./automations.ts";
import { useClient } from "./client-provider.tsx";

const WORKSPACE = ["pauses"] as const;

/** Keeps an automation's runs where they are, or lets them go on. */
export function usePauseAutomation(id: string) {
  const client = useClient();
  const remember = useRememberAutomation();
  return useMutation<Automation, Error, boolean>({
    mutationFn: (paused) => (paused ? client.automations.pause(id) : client.automations.resume(id)),
    onSuccess: remember,
  });
}

/** What pauses all runs of the workspace. A service that does not say pauses nothing. */
export function useWorkspacePauses() {
  const client = useClient();
  return useQuery<WorkspacePauses>({
    queryKey: WORKSPACE,
    staleTime: 0,
    retry: false,
    queryFn: ({ signal }) => client.workspace.pauses({ signal }),
  });
}

/** The same for all automations. */
export function usePauseWorkspace() {
  const client = useClient();
  const queries = useQueryClient();
  return useMutation<WorkspacePauses, Error, boolean>({
    mutationFn: (paused) => (paused ? client.workspace.pause() : client.workspace.resume()),
    onSuccess: async (pauses) => {
      queries.setQueryData(WORKSPACE, pauses);
      await queries.invalidateQueries({ queryKey: automationKeys.list });
      await queries.invalidateQueries({ queryKey: automationKeys.overview });
      await queries.invalidateQueries({ queryKey: ["automation"] });
    },
  });
}
