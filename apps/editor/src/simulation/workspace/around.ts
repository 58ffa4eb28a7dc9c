import type { Automation } from "@trilho/api-client";
import type { AnalysedWorkspace } from "@trilho/engine/interactions";
import type { WorkspaceAutomation } from "@trilho/engine/workspace";
import { useMemo } from "react";
import { useAutomations } from "../../data/automations.ts";
import { useCustomFields, usePipelines, useStages, useWorkspace } from "../../data/reference.ts";
import { useWorkspaceSettings } from "../../data/workspace.ts";
import { bodyOf, type Draft } from "../../document/draft/draft.ts";

/** So many automations are looked at together, the newest first. */
export const MOST_AUTOMATIONS = 1000;

/** What automations go by, as far as the workspace tells it. */
export type Around = Omit<AnalysedWorkspace, "automations">;

export function useAround(): { around: Around; isPending: boolean } {
  const stages = useStages();
  const fields = useCustomFields("deal");
  const settings = useWorkspaceSettings();
  // What failed once is asked for again now and then, and its status is pending meanwhile.
  const isPending = [usePipelines(), fields, useWorkspace()].some(({ isFetched }) => !isFetched);
  const around = useMemo<Around>(() => {
    const { timeZone, businessHours } = settings;
    return {
      stages: (stages.data ?? []).map(({ id, pipelineId, isWon, isLost }) => ({ id, pipelineId, isWon, isLost })),
      fieldSlugs: Object.fromEntries((fields.data ?? []).map(({ id, slug }) => [id, slug])),
      timeZone,
      businessHours,
    };
  }, [stages.data, fields.data, settings]);
  return { around, isPending };
}

/** What they do is plain JSON, which the engine takes as it comes. */
export const asWorkspace = (automations: readonly Automation[]): readonly WorkspaceAutomation[] =>
  automations as unknown as readonly WorkspaceAutomation[];

/** A draft as if it were stored, and switched on. */
export function asAutomation(id: string, draft: Draft): WorkspaceAutomation {
  const { conditions = null, triggerConfig = null, triggerWindow = null, ...rules } = bodyOf(draft);
  return { ...rules, id, conditions, triggerConfig, triggerWindow } as WorkspaceAutomation;
}

/** What others do changes seldom: five minutes old is fresh. */
const FRESH_MS = 5 * 60_000;

/** The automations that are switched on beside one of them; null until they are known. */
export function useOthers(id: string) {
  const list = useAutomations(FRESH_MS);
  const others = useMemo(
    () => list.data?.filter((each) => each.enabled && each.id !== id).slice(0, MOST_AUTOMATIONS - 1) ?? null,
    [list.data, id],
  );
  return { list, others };
}
