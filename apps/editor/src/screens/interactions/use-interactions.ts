import { useQuery } from "@tanstack/react-query";
import type { Automation } from "@trilho/api-client";
import type { AnalysedWorkspace, WorkspaceAnalysis } from "@trilho/engine/interactions";
import { useMemo, useState } from "react";
import { asWorkspace, MOST_AUTOMATIONS, useAround } from "../../simulation/workspace/around.ts";
import { ask } from "../../simulation/workspace/ask.ts";

/** Ways and simulations that are tried at first, and how many times as many where a person wants more. */
const BUDGET = 1000;
const FURTHER = 5;

export type Which = "on" | "all";

/** What the workspace's automations do to each other, looked for anew where one of them or what they go by has changed. */
export function useInteractions(all: readonly Automation[], which: Which) {
  const { around, isPending } = useAround();
  const chosen = useMemo(
    () => all.filter(({ enabled }) => enabled || which === "all").slice(0, MOST_AUTOMATIONS),
    [all, which],
  );
  const workspace = useMemo<AnalysedWorkspace>(
    () => ({ ...around, automations: asWorkspace(chosen) }),
    [chosen, around],
  );
  const [budget, setBudget] = useState(BUDGET);
  const [found, setFound] = useState(0);
  const about = [around, chosen.map(({ id, version }) => `${id}@${version}`)];
  const analysis = useQuery<WorkspaceAnalysis>({
    enabled: !isPending,
    queryKey: ["interactions", ...about, budget],
    staleTime: Number.POSITIVE_INFINITY,
    // What was found stays while more is looked for in the same.
    placeholderData: (before, query) =>
      JSON.stringify(query?.queryKey.slice(1, -1)) === JSON.stringify(about) ? before : undefined,
    queryFn: ({ signal }) => {
      setFound(0);
      return ask<"analysis">({ type: "analysis", workspace, budget }, signal, setFound);
    },
  });
  return {
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
