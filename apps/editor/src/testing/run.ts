import type { AutomationRun } from "@trilho/api-client";

/** A run as the API tells of it: one that is done, by default. */
export const runOf = (fields: Partial<AutomationRun> & Pick<AutomationRun, "runId">): AutomationRun => ({
  dealId: `deal-${fields.runId}`,
  status: "completed",
  triggerType: "deal_created",
  automationVersion: 3,
  attempts: 1,
  lastError: null,
  currentNodeId: null,
  chainId: null,
  triggerDepth: 0,
  waitingForReply: false,
  createdAt: "2026-11-21T10:00:00Z",
  startedAt: "2026-11-21T10:00:00Z",
  lastAttemptAt: null,
  nextAttemptAt: null,
  completedAt: "2026-11-23T14:00:00Z",
  ...fields,
});
