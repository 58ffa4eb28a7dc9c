import type { Client, Stage, Tag } from "@trilho/api-client";
import { skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClientIfAny } from "./client-provider.tsx";

/** What pickers offer changes seldom: five minutes old is fresh. */
const staleTime = 5 * 60_000;

export type EntityType = "deal" | "contact" | "company";

/** A list of the workspace; without a client it is never asked for. */
function useList<T>(queryKey: readonly unknown[], ask: (client: Client, signal: AbortSignal) => Promise<T>) {
  const client = useClientIfAny();
  return useQuery({
    queryKey,
    staleTime,
    queryFn: client ? ({ signal }) => ask(client, signal) : skipToken,
  });
}

/** In display order, each with its stages. */
export const usePipelines = () => useList(["pipelines"], (client, signal) => client.pipelines.list({ signal }));

/** A stage, and the pipeline it belongs to. */
export interface StageOfPipeline extends Stage {
  pipelineId: string;
  pipelineName: string;
}

/** The stages of one pipeline, or of all when it is null. */
export function useStages(pipelineId: string | null = null) {
  const { data, isPending, isError, error, refetch } = usePipelines();
  const stages = useMemo<StageOfPipeline[] | undefined>(
    () =>
      data
        ?.filter(({ id }) => pipelineId === null || id === pipelineId)
        .flatMap(({ id, name, stages: own }) => own.map((stage) => ({ ...stage, pipelineId: id, pipelineName: name }))),
    [data, pipelineId],
  );
  return { data: stages, isPending, isError, error, refetch };
}

export const useTags = () => useList(["tags"], (client, signal) => client.tags.list({ signal }));

/** Told apart at a glance, in turn. */
const TAG_COLORS = ["#3b82f6", "#f59e0b", "#22c55e", "#ef4444", "#8b5cf6", "#14b8a6", "#ec4899", "#64748b"] as const;

/** Makes a tag of a name; every list of tags has it from then on. */
export function useCreateTag() {
  const client = useClientIfAny();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => {
      if (client === null) throw new Error("Without a service nothing can be made.");
      const known = queries.getQueryData<Tag[]>(["tags"]) ?? [];
      return client.tags.create({ name, color: TAG_COLORS[known.length % TAG_COLORS.length] ?? TAG_COLORS[0] });
    },
    onSuccess: (tag) => queries.setQueryData<Tag[]>(["tags"], (tags) => tags && [...tags, tag]),
  });
}

/** Of one entity, or of all when it is null. */
export const useCustomFields = (entity: EntityType | null = null) =>
  useList(["custom-fields", entity], (client, signal) =>
    client.customFields.list(entity === null ? {} : { entity }, { signal }),
  );

/** What automations go by. A service that does not say answers nothing. */
export const useWorkspace = () => useList(["workspace"], (client, signal) => client.workspace.get({ signal }));

/** WhatsApp templates of all channels. A service that has no such list answers an error. */
export const useMessageTemplates = () =>
  useList(["message-templates"], (client, signal) => client.messageTemplates.list({}, { signal }));

export const useUsers = () => useList(["users"], (client, signal) => client.users.list({ signal }));
