import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import {
  Automation,
  AutomationTestResult,
  CreateAutomationRequest,
  ReplaceAutomationRequest,
  SetAutomationEnabledRequest,
} from "../resources/automation.ts";
import { AutomationRun, AutomationRunStatus } from "../resources/automation-run.ts";
import type { Route } from "../route.ts";
import { cursor, dealSeq, limit, PAGE_SIZES } from "./parameters.ts";

const group = {
  group: "Automations",
  features: ["API_ACCESS", "ADVANCED_API"],
  unknownQuery: "ignore",
} as const;
const view = { ...group, permission: "automations.view" } as const;
const edit = { ...group, permission: "automations.edit" } as const;

const byId = Type.Object({ id: Type.String() });
const one = envelope(Automation);

export const AUTOMATION_ROUTES = {
  listAutomations: {
    ...view,
    client: "automations.list",
    method: "GET",
    path: "/automations",
    summary: "Automations, newest first",
    query: Type.Object({
      search: Type.Optional(Type.String({ maxLength: 255 })),
      enabled: Type.Optional(Type.Boolean()),
      triggerType: Type.Optional(Type.String({ maxLength: 100 })),
      limit: limit(PAGE_SIZES.automations),
      cursor: cursor(),
    }),
    success: { status: 200, schema: envelope(page(Automation)) },
    errors: [400, 401, 403, 429],
  },
  createAutomation: {
    ...edit,
    client: "automations.create",
    method: "POST",
    path: "/automations",
    summary: "Create an automation; the answer holds `secret` when one was generated",
    body: CreateAutomationRequest,
    success: { status: 201, schema: one },
    errors: [400, 401, 403, 429],
  },
  getAutomation: {
    ...view,
    client: "automations.get",
    method: "GET",
    path: "/automations/{id}",
    summary: "One automation",
    params: byId,
    success: { status: 200, schema: one },
    errors: [401, 403, 404, 429],
  },
  replaceAutomation: {
    ...edit,
    client: "automations.replace",
    method: "PUT",
    path: "/automations/{id}",
    summary: "Replace an automation; the answer holds `secret` when one was generated",
    params: byId,
    body: ReplaceAutomationRequest,
    success: { status: 200, schema: one },
    errors: [400, 401, 403, 404, 409, 429],
  },
  setAutomationEnabled: {
    ...edit,
    client: "automations.setEnabled",
    method: "PATCH",
    path: "/automations/{id}/enabled",
    summary: "Switch an automation on or off; idempotent, its version stays",
    params: byId,
    body: SetAutomationEnabledRequest,
    success: { status: 200, schema: one },
    errors: [400, 401, 403, 404, 429],
  },
  deleteAutomation: {
    ...edit,
    client: "automations.delete",
    method: "DELETE",
    path: "/automations/{id}",
    summary: "Remove an automation for good; its pending runs are cancelled",
    params: byId,
    success: { status: 204, schema: null },
    errors: [401, 403, 404, 429],
  },
  listAutomationRuns: {
    ...view,
    client: "automations.runs",
    method: "GET",
    path: "/automations/{id}/runs",
    summary: "Runs of an automation, newest first",
    params: byId,
    query: Type.Object({
      status: Type.Optional(AutomationRunStatus),
      dealSeq: Type.Optional(dealSeq()),
      /** Runs that a test began, or all others. */
      test: Type.Optional(Type.Boolean()),
      limit: limit(PAGE_SIZES.runs),
      cursor: cursor(),
    }),
    unknownValues: { status: "reject" },
    success: { status: 200, schema: envelope(page(AutomationRun)) },
    errors: [400, 401, 403, 404, 429],
  },
  testAutomation: {
    ...edit,
    client: "automations.test",
    method: "POST",
    path: "/automations/{id}/test",
    summary: "The signed request that the first webhook action would send; nothing is sent",
    params: byId,
    success: { status: 200, schema: envelope(AutomationTestResult) },
    errors: [401, 403, 404, 422, 429],
  },
} as const satisfies Record<string, Route>;
