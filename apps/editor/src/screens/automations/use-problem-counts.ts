import type { Automation } from "@trilho/api-client";
import { useQuery } from "@tanstack/react-query";
import { useAutomations } from "../../data/automations.ts";

/** How many problems the engine finds in an automation. */
export interface ProblemCount {
  errors: number;
  warnings: number;
}

/** So many automations are looked through before the page may draw again. */
const BATCH = 10;

/**
 * The problems of every automation, by id. Definitions and the engine come after the list is drawn, once it is `drawn`;
 * until the engine has looked through all of them, and when it cannot be loaded, nothing is known.
 */
export function useProblemCounts(drawn: boolean): ReadonlyMap<string, ProblemCount> | undefined {
  const { data: automations } = useAutomations(drawn);
  const { data } = useQuery({
    enabled: automations !== undefined,
    queryKey: ["problems", ...(automations ?? []).map(({ id, version }) => `${id}@${version}`)],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => countAll(automations ?? []),
  });
  return data;
}

async function countAll(automations: readonly Automation[]): Promise<ReadonlyMap<string, ProblemCount>> {
  const { countProblems } = await import("../../document/checker.ts");
  const counts = new Map<string, ProblemCount>();
  for (const [index, { id, graphDefinition, triggerType: type, triggerConfig: config }] of automations.entries()) {
    if (index % BATCH === BATCH - 1) await new Promise((resolve) => setTimeout(resolve));
    counts.set(id, countProblems(graphDefinition as Parameters<typeof countProblems>[0], { type, config }));
  }
  return counts;
}
