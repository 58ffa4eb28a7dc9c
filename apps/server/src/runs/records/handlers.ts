import { PAGE_SIZES } from "@trilho/contract";
import type { AutomationTryService } from "./try.ts";
import type { DeliveryService } from "./deliveries-service.ts";
import type { PauseService } from "./pause-service.ts";
import type { WorkspaceRunService } from "./workspace-runs.ts";
import type { AutomationRunService } from "./runs-service.ts";
import type { Handlers } from "../../platform/http/handlers.ts";

type RunOperation =
  | "getAutomationRun"
  | "retryAutomationRun"
  | "cancelAutomationRun"
  | "getAutomationStats"
  | "listWaitingRuns";

const placeOf = ({ id, runId }: { id: string; runId: string }) => ({ automationId: id, runId });

export const automationRunHandlers = (service: AutomationRunService): Pick<Handlers, RunOperation> => ({
  getAutomationRun: ({ principal, params }) => service.read(principal, placeOf(params)),
  retryAutomationRun: ({ principal, params }) => service.retry(principal, placeOf(params)),
  cancelAutomationRun: ({ principal, params }) => service.cancel(principal, placeOf(params)),
  getAutomationStats: ({ principal, params, query }) => service.stats(principal.workspaceId, params.id, query),
  listWaitingRuns: ({ principal, params }) => service.waiting(principal.workspaceId, params.id),
});

export const automationTryHandlers = (service: AutomationTryService): Pick<Handlers, "tryAutomation"> => ({
  tryAutomation: ({ principal, params, body }) => service.try(principal, params.id, body),
});

export const deliveryHandlers = (service: DeliveryService): Pick<Handlers, "resendWebhookDelivery"> => ({
  resendWebhookDelivery: ({ principal, params }) => service.resend(principal, placeOf(params), params.deliveryId),
});

type PauseOperation =
  | "pauseAutomation"
  | "resumeAutomation"
  | "getWorkspacePauses"
  | "pauseWorkspace"
  | "resumeWorkspace";

export const pauseHandlers = (service: PauseService): Pick<Handlers, PauseOperation> => ({
  pauseAutomation: ({ principal, params }) => service.pause(principal.workspaceId, params.id),
  resumeAutomation: ({ principal, params }) => service.resume(principal.workspaceId, params.id),
  getWorkspacePauses: ({ principal }) => service.ofWorkspace(principal.workspaceId),
  pauseWorkspace: ({ principal }) => service.pauseWorkspace(principal.workspaceId),
  resumeWorkspace: ({ principal }) => service.resumeWorkspace(principal.workspaceId),
});

type WorkspaceRunOperation = "listAutomationRuns" | "listWorkspaceRuns" | "retryWorkspaceRuns" | "cancelWorkspaceRuns";

export const workspaceRunHandlers = (service: WorkspaceRunService): Pick<Handlers, WorkspaceRunOperation> => ({
  listAutomationRuns: ({ principal, params, query }) =>
    service.ofAutomation(principal, params.id, { limit: PAGE_SIZES.runs.default, ...query }),
  listWorkspaceRuns: ({ principal, query }) => service.list(principal, { limit: PAGE_SIZES.runs.default, ...query }),
  retryWorkspaceRuns: ({ principal, body }) => service.retry(principal, body),
  cancelWorkspaceRuns: ({ principal, body }) => service.cancel(principal, body),
});
