import type { Automation, AutomationRun, ListedAutomation } from "@trilho/api-client";
import type { QueryClient } from "@tanstack/react-query";

export type RunStatus = AutomationRun["status"];

/** Where answers are kept. */
export const automationKeys = {
  list: ["automations"] as const,
  overview: ["automations overview"] as const,
  activity: ["automations activity"] as const,
  one: (id: string) => ["automation", id] as const,
  runs: (id: string, filter: object, dealSeq: number | null) => ["runs", id, filter, dealSeq] as const,
  recentRuns: (id: string) => ["runs", id, "recent"] as const,
  run: (id: string, runId: string) => ["runs", id, "one", runId] as const,
  runStats: (id: string, days: number, ways: boolean) => ["runs", id, "stats", days, ways] as const,
  migrationPreview: (id: string, draft: unknown) => ["runs", id, "migration preview", draft] as const,
  migration: (id: string, migrationId: string) => ["migration", id, migrationId] as const,
  version: (id: string, version: number) => ["version", id, version] as const,
  storedVersion: (id: string, version: number) => ["version", id, version, "stored"] as const,
  draft: (id: string) => ["automation", id, "draft"] as const,
  review: (id: string) => ["automation review", id] as const,
  history: (id: string) => ["history", id] as const,
  allRuns: (id: string) => ["runs", id] as const,
};

/** All automations without their definitions; `memberId` is who looks, null where the service does not tell. */
export interface AutomationList {
  memberId: string | null;
  items: ListedAutomation[];
}

/** Puts an automation's newest state where lists find it; the overview is asked for anew. */
export function putInLists(queries: QueryClient, automation: Automation): void {
  queries.setQueryData<Automation[]>(automationKeys.list, (list) => list && merged(list, automation));
  void queries.invalidateQueries({ queryKey: automationKeys.overview });
}

/** Changes one automation wherever lists have it; null takes it out. */
export function changeInLists(
  queries: QueryClient,
  id: string,
  change: (<T extends Automation | ListedAutomation>(automation: T) => T) | null,
): void {
  const changed = <T extends Automation | ListedAutomation>(list: readonly T[]): T[] =>
    list.flatMap((each) => (each.id !== id ? [each] : change === null ? [] : [change(each)]));
  queries.setQueryData<Automation[]>(automationKeys.list, (list) => list && changed(list));
  queries.setQueryData<AutomationList>(
    automationKeys.overview,
    (known) => known && { ...known, items: changed(known.items) },
  );
}

/** A list with an automation in its newest state. */
function merged(list: readonly Automation[], automation: Automation): Automation[] {
  const known = list.some(({ id }) => id === automation.id);
  return known ? list.map((each) => (each.id === automation.id ? automation : each)) : [automation, ...list];
}
