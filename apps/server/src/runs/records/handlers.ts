import type { AutomationRunService } from "./runs-service.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

type RunOperation =
  | "getAutomationRun"
  | "retryAutomationRun"
  | "passAutomationRunTime"
  | "cancelAutomationRun"
  | "getAutomationStats"
  | "listWaitingRuns";

const placeOf = ({ id, runId }: { id: string; runId: string }) => ({ automationId: id, runId });

/** What is done to one run is done to many, too, so that it has a service of its own. */
export const automationRunHandlers = (service: AutomationRunService): Pick<Handlers, RunOperation> => ({
  getAutomationRun: ({ principal, params }) => service.read(principal, placeOf(params)),
  retryAutomationRun: ({ principal, params }) => service.retry(principal, placeOf(params)),
  passAutomationRunTime: ({ principal, params }) => service.passTime(principal, placeOf(params)),
  cancelAutomationRun: ({ principal, params }) => service.cancel(principal, placeOf(params)),
  getAutomationStats: ({ principal, params, query }) => service.stats(principal.workspaceId, params.id, query),
  listWaitingRuns: ({ principal, params }) => service.waiting(principal.workspaceId, params.id),
});
