import { useQuery } from "@tanstack/react-query";
import type { AnalysedWorkspace, WorkspaceAnalysis } from "@trilho/engine/interactions";
import { useMemo, useState } from "react";
import { useAutomations } from "../../data/automations.ts";
import { useCustomFields, useStages, useWorkspace } from "../../data/reference.ts";
import { useWorkspaceSettings } from "../../data/workspace.ts";
import { askAnalysis } from "./ask-analysis.ts";

/** So many automations are looked at together, the newest first. */
export const MOST_AUTOMATIONS = 1000;

/** Ways and simulations that are tried at first, and how many times as many where a person wants more. */
const BUDGET = 1000;
const FURTHER = 5;

export type Which = "on" | "all";

/** What the workspace's automations do to each other, looked for anew where one of them or what they go by has changed. */
export function useInteractions(which: Which) {
  const automations = useAutomations();
  const { around, isPending } = useAround();
  const chosen = useMemo(
    () => automations.data?.filter(({ enabled }) => enabled || which === "all").slice(0, MOST_AUTOMATIONS),
    [automations.data, which],
  );
  const workspace = useMemo<AnalysedWorkspace>(
    // What they do is plain JSON, which the engine takes as it comes.
    () => ({ ...around, automations: (chosen ?? []) as unknown as AnalysedWorkspace["automations"] }),
    [chosen, around],
  );
  const [budget, setBudget] = useState(BUDGET);
  const [found, setFound] = useState(0);
  const about = [around, chosen?.map(({ id, version }) => `${id}@${version}`)];
  const analysis = useQuery<WorkspaceAnalysis>({
    enabled: chosen !== undefined && !isPending,
    queryKey: ["interactions", ...about, budget],
    staleTime: Number.POSITIVE_INFINITY,
    // What was found stays while more is looked for in the same.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey.slice(1, -1)) === JSON.stringify(about) ? before : undefined,
    queryFn: ({ signal }) => {
      setFound(0);
      return askAnalysis({ workspace, budget }, signal, setFound);
    },
  });
  return {
    /** All of the workspace, on and off. */
    automations,
    /** Those that are looked at. */
    chosen,
    workspace,
    analysis,
    /** Findings so far. */
    found,
    /** The same automations are looked at further. */
    isFurther: analysis.isPlaceholderData,
    lookFurther: () => setBudget(budget * FURTHER),
  };
}

/** What automations go by, as far as the workspace tells it. */
function useAround() {
  const stages = useStages();
  const fields = useCustomFields("deal");
  const settings = useWorkspaceSettings();
  const { isPending } = useWorkspace();
  const around = useMemo<Omit<AnalysedWorkspace, "automations">>(() => {
    const { timeZone, businessHours } = settings;
    return {
      stages: (stages.data ?? []).map(({ id, pipelineId, isWon, isLost }) => ({ id, pipelineId, isWon, isLost })),
      fieldSlugs: Object.fromEntries((fields.data ?? []).map(({ id, slug }) => [id, slug])),
      timeZone,
      businessHours,
    };
  }, [stages.data, fields.data, settings]);
  return { around, isPending: isPending || stages.isPending || fields.isPending };
}
