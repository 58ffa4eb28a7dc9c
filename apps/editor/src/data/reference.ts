import type { Client, Stage } from "@trilho/api-client";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClientIfAny } from "./ClientProvider.tsx";

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

/** Of one entity, or of all when it is null. */
export const useCustomFields = (entity: EntityType | null = null) =>
  useList(["custom-fields", entity], (client, signal) =>
    client.customFields.list(entity === null ? {} : { entity }, { signal }),
  );

export const useUsers = () => useList(["users"], (client, signal) => client.users.list({ signal }));
