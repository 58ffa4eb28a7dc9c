import { useMemo } from "react";
import { useClientIfAny } from "../data/client-provider.tsx";
import { useCustomFields, usePipelines, useTags, useUsers } from "../data/reference.ts";
import type { Choice, Choices } from "./choices.ts";
import {
  fieldChoices,
  lostStageChoices,
  otherStageChoices,
  pipelineChoices,
  stageChoices,
  tagChoices,
  userChoices,
} from "./choices.ts";

/** What the workspace offers to choose from. */
export type Noun = "pipeline" | "stage" | "tag" | "user" | "customField";

interface Loaded<T> {
  data: T | undefined;
  isError: boolean;
  refetch: () => unknown;
}

/** A list that was loaded once stays when a later load fails. */
function useAsChoices<T>({ data, isError, refetch }: Loaded<T>, read: (data: T) => Choice[]): Choices {
  const connected = useClientIfAny() !== null;
  return useMemo(
    () => ({
      status: !connected ? "absent" : data !== undefined ? "ready" : isError ? "error" : "loading",
      choices: data === undefined ? [] : read(data),
      retry: () => void refetch(),
    }),
    [connected, data, isError, refetch, read],
  );
}

export const useStageChoices = (): Choices => useAsChoices(usePipelines(), stageChoices);
export const useLostStageChoices = (): Choices => useAsChoices(usePipelines(), lostStageChoices);
export const useOtherStageChoices = (): Choices => useAsChoices(usePipelines(), otherStageChoices);
export const usePipelineChoices = (): Choices => useAsChoices(usePipelines(), pipelineChoices);
export const useTagChoices = (): Choices => useAsChoices(useTags(), tagChoices);
export const useUserChoices = (): Choices => useAsChoices(useUsers(), userChoices);
export const useFieldChoices = (): Choices => useAsChoices(useCustomFields(), fieldChoices);
