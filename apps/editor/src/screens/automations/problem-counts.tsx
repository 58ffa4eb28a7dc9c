import type { Automation } from "@trilho/api-client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useAutomations } from "../../data/automations.ts";
import { useKnownThings } from "../../data/known-things.ts";
import { useCustomFields, usePipelines } from "../../data/reference.ts";
import { problemCounter, type Workspace } from "./count-problems.ts";
import type { ProblemCount } from "./filter.ts";

/** So many automations are looked through before the page may draw again. */
const BATCH = 10;

interface Props {
  /** The problems of every automation as the builder counts them, by id, once all are looked through. */
  onCounts: (counts: ReadonlyMap<string, ProblemCount>) => void;
}

/** Counts the problems of the listed automations; definitions and what the workspace has are asked for by it. */
export function ProblemCounts({ onCounts }: Props): null {
  const { data: automations } = useAutomations();
  const { known, isPending } = useKnownThings();
  const { data: pipelines } = usePipelines();
  const { data: customFields, isPending: noFields } = useCustomFields("deal");
  const workspace = { known, pipelines, customFields };
  const { data: counts } = useQuery({
    enabled: automations !== undefined && !isPending && !noFields,
    queryKey: ["problems", workspace, ...(automations ?? []).map(({ id, version }) => `${id}@${version}`)],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: () => countAll(automations ?? [], workspace),
  });
  useEffect(() => {
    if (counts !== undefined) onCounts(counts);
  }, [counts, onCounts]);
  return null;
}

async function countAll(
  automations: readonly Automation[],
  workspace: Workspace,
): Promise<ReadonlyMap<string, ProblemCount>> {
  const count = problemCounter({ ...workspace, ...(await readerOf(automations)) });
  const counts = new Map<string, ProblemCount>();
  for (const [index, automation] of automations.entries()) {
    if (index % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve));
    counts.set(automation.id, count(automation));
  }
  return counts;
}

/** Only schedules need what reads them, which is large. */
async function readerOf(automations: readonly Automation[]): Promise<Pick<Workspace, "cronProblem">> {
  if (!automations.some(({ triggerType }) => triggerType === "schedule")) return {};
  const { cronProblem } = await import("../../features/forms/trigger/schedule.ts");
  return { cronProblem };
}
