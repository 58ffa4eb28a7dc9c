import { PAGE_SIZES } from "@trilho/contract";
import type { AutomationService } from "./service.ts";
import type { BodyChecks, Handlers } from "../../platform/http/handlers.ts";

type AutomationOperation =
  | "listAutomations"
  | "createAutomation"
  | "getAutomation"
  | "replaceAutomation"
  | "setAutomationEnabled"
  | "deleteAutomation"
  | "testAutomation";

export const automationHandlers = (service: AutomationService): Pick<Handlers, AutomationOperation> => ({
  listAutomations: ({ principal, query }) =>
    service.list(principal.workspaceId, { limit: PAGE_SIZES.automations.default, ...query }),
  createAutomation: ({ principal, body }) => service.create(principal, body),
  getAutomation: ({ principal, params }) => service.get(principal.workspaceId, params.id),
  replaceAutomation: ({ principal, params, body }) => service.replace(principal, params.id, body),
  setAutomationEnabled: ({ principal, params, body }) => service.setEnabled(principal, params.id, body.enabled),
  deleteAutomation: ({ principal, params }) => service.delete(principal, params.id),
  testAutomation: ({ principal, params }) => service.test(principal, params.id),
});

export const automationBodyChecks = (service: AutomationService): BodyChecks => ({
  createAutomation: (principal, body) => service.problems(principal.workspaceId, body),
  replaceAutomation: (principal, body) => service.problems(principal.workspaceId, body),
});
