import { PAGE_SIZES } from "@trilho/contract";
import type { AutomationService } from "../../domain/automations/service.ts";
import type { BodyChecks, Handlers } from "../handlers.ts";

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
  createAutomation: ({ principal, body }) => service.create(principal.workspaceId, body),
  getAutomation: ({ principal, params }) => service.get(principal.workspaceId, params.id),
  replaceAutomation: ({ principal, params, body }) => service.replace(principal.workspaceId, params.id, body),
  setAutomationEnabled: ({ principal, params, body }) =>
    service.setEnabled(principal.workspaceId, params.id, body.enabled),
  deleteAutomation: ({ principal, params }) => service.delete(principal.workspaceId, params.id),
  listAutomationRuns: ({ principal, params, query }) =>
    service.runs(principal.workspaceId, params.id, { limit: PAGE_SIZES.runs.default, ...query }),
  testAutomation: ({ principal, params }) => service.test(principal, params.id),
});

export const automationBodyChecks = (service: AutomationService): BodyChecks => ({
  createAutomation: (principal, body) => service.problems(principal.workspaceId, body),
  replaceAutomation: (principal, body) => service.problems(principal.workspaceId, body),
});
