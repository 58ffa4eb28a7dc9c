import { usePipelines } from "../../data/reference.ts";
import type { Choices } from "../../describe/choices.ts";
import {
  useLostStageChoices,
  useOtherStageChoices,
  useStageChoices,
  useTagChoices,
  useUserChoices,
} from "../../describe/use-choices.ts";
import type { NeedKind, PipelineOf } from "./template.ts";

/** What the workspace offers for each kind of need. */
export function useNeedChoices(): Record<NeedKind, Choices> {
  const stage = useStageChoices();
  const lostStage = useLostStageChoices();
  const targetStage = useOtherStageChoices();
  const tag = useTagChoices();
  const user = useUserChoices();
  return { stage, lostStage, targetStage, tag, user };
}

export function usePipelineOf(): PipelineOf {
  const { data = [] } = usePipelines();
  return (stageId) => data.find(({ stages }) => stages.some(({ id }) => id === stageId))?.id ?? null;
}
