import { PAGE_SIZES } from "@trilho/contract";
import type { AutomationTryService } from "../../runs/records/try.ts";
import type { AutomationService } from "./service.ts";
import type { DeliveryService } from "../../runs/records/deliveries-service.ts";
import type { PauseService } from "../../runs/records/pause-service.ts";
import type { WorkspaceRunService } from "../../runs/records/workspace-runs.ts";
import type { AutomationRunService } from "../../runs/records/runs-service.ts";
import type { BodyChecks, Handlers } from "../../platform/http/handlers.ts";

type AutomationOperation =
  | "listAutomations"
  | "createAutomation"
  | "getAutomation"
  | "replaceAutomation"
  | "setAutomationEnabled"
  | "deleteAutomation"
  | "listAutomationRuns"
  | "testAutomation";

export const automationHandlers = (service: AutomationService): Pick<Handlers, AutomationOperation> => ({
  listAutomations: ({ principal, query }) =>
    service.list(principal.workspaceId, { limit: PAGE_SIZES.automations.default, ...query }),
  createAutomation: ({ principal, body }) => service.create(principal, body),
  getAutomation: ({ principal, params }) => service.get(principal.workspaceId, params.id),
  replaceAutomation: ({ principal, params, body }) => service.replace(principal, params.id, body),
  setAutomationEnabled: ({ principal, params, body }) => service.setEnabled(principal, params.id, body.enabled),
  deleteAutomation: ({ principal, params }) => service.delete(principal, params.id),
  listAutomationRuns: ({ principal, params, query }) =>
    service.runs(principal, params.id, { limit: PAGE_SIZES.runs.default, ...query }),
  testAutomation: ({ principal, params }) => service.test(principal, params.id),
});

export const automationBodyChecks = (service: AutomationService): BodyChecks => ({
  createAutomation: (principal, body) => service.problems(principal.workspaceId, body),
  replaceAutomation: (principal, body) => service.problems(principal.workspaceId, body),
});

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

type WorkspaceRunOperation = "listWorkspaceRuns" | "retryWorkspaceRuns" | "cancelWorkspaceRuns";

export const workspaceRunHandlers = (service: WorkspaceRunService): Pick<Handlers, WorkspaceRunOperation> => ({
  listWorkspaceRuns: ({ principal, query }) => service.list(principal, { limit: PAGE_SIZES.runs.default, ...query }),
  retryWorkspaceRuns: ({ principal, body }) => service.retry(principal, body),
  cancelWorkspaceRuns: ({ principal, body }) => service.cancel(principal, body),
});
