import type { Automation, AutomationRun } from "@trilho/api-client";

export type RunStatus = AutomationRun["status"];

/** Where answers are kept. */
export const automationKeys = {
  list: ["automations"] as const,
  one: (id: string) => ["automation", id] as const,
  runs: (id: string, status: RunStatus | null, dealSeq: number | null) => ["runs", id, status, dealSeq] as const,
  recentRuns: (id: string) => ["runs", id, "recent"] as const,
  run: (id: string, runId: string) => ["runs", id, "one", runId] as const,
  runStats: (id: string, days: number, ways: boolean) => ["runs", id, "stats", days, ways] as const,
  migrationPreview: (id: string, draft: unknown) => ["runs", id, "migration preview", draft] as const,
  migration: (id: string, migrationId: string) => ["migration", id, migrationId] as const,
  version: (id: string, version: number) => ["version", id, version] as const,
  storedVersion: (id: string, version: number) => ["version", id, version, "stored"] as const,
  draft: (id: string) => ["automation", id, "draft"] as const,
  history: (id: string) => ["history", id] as const,
  allRuns: (id: string) => ["runs", id] as const,
};

/** A list with an automation in its newest state. */
export function merged(list: Automation[], automation: Automation): Automation[] {
  const known = list.some(({ id }) => id === automation.id);
  return known ? list.map((each) => (each.id === automation.id ? automation : each)) : [automation, ...list];
}
