import type { Stage } from "@trilho/api-client";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useClient } from "./ClientProvider.tsx";

/** What pickers offer changes seldom: five minutes old is fresh. */
const staleTime = 5 * 60_000;

export type EntityType = "deal" | "contact" | "company";

/** In display order, each with its stages. */
export function usePipelines() {
  const client = useClient();
  return useQuery({ queryKey: ["pipelines"], staleTime, queryFn: ({ signal }) => client.pipelines.list({ signal }) });
}

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

export function useTags() {
  const client = useClient();
  return useQuery({ queryKey: ["tags"], staleTime, queryFn: ({ signal }) => client.tags.list({ signal }) });
}

/** Of one entity, or of all when it is null. */
export function useCustomFields(entity: EntityType | null = null) {
  const client = useClient();
  return useQuery({
    queryKey: ["custom-fields", entity],
    staleTime,
    queryFn: ({ signal }) => client.customFields.list(entity === null ? {} : { entity }, { signal }),
  });
}

export function useUsers() {
  const client = useClient();
  return useQuery({ queryKey: ["users"], staleTime, queryFn: ({ signal }) => client.users.list({ signal }) });
}
