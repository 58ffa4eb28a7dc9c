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
import { PLACE_FILTER } from "../resources/run-filter.ts";
import type { Route } from "../route.ts";
import { described } from "../schema.ts";
import { cursor, dealSeq, limit, PAGE_SIZES } from "./parameters.ts";
import { byId, edit, view } from "./automation-group.ts";

const one = envelope(Automation);

export const AUTOMATION_ROUTES = {
  listAutomations: {
    ...view,
    client: "automations.list",
    method: "GET",
    path: "/automations",
    summary: "Automations, newest first",
    description:
      "With their definitions and triggers, on and off alike. `search` looks in names; the filters may be " +
      "combined. Webhook secrets and credentials are never in an answer.",
    query: Type.Object({
      search: Type.Optional(
        Type.String({ maxLength: 255, description: "Part of the name, in any case, accents or not." }),
      ),
      enabled: Type.Optional(Type.Boolean({ description: "Those that are on, or off." })),
      triggerType: Type.Optional(Type.String({ maxLength: 100, description: "Those that start from this event." })),
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
    description:
      "The graph, the scope's ids and the trigger's settings are checked as one, and a 400 names every problem in " +
      "`fieldErrors`, with its place. It is off unless `enabled` says otherwise, and of the whole workspace unless " +
      "`scope` does. Where a webhook has no signing secret one is made and returned here, once: keep it.",
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
    description:
      "Its definition as it was stored, without secrets and credentials: hidden headers read as `[hidden]`, and " +
      "may be sent back so.",
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
    description:
      "Replaces the whole definition; what is left out becomes empty, but for `enabled` and credentials, which " +
      "stay. A change counts `version` up, and runs that have begun keep theirs. Send the `version` you read as " +
      "`baseVersion`, and nobody's newer change is overwritten: 409 reports one.",
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
    description:
      "While it is off, runs that become due are skipped, not cancelled; switched on again before that, they go " +
      "on.",
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
    description: "There is no way back. Runs that were under way are cancelled, and what they did stays.",
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
    description:
      "Runs of deals that the member may not see are left out. Each keeps the `automationVersion` it began with.",
    params: byId,
    query: Type.Object({
      status: Type.Optional(described(AutomationRunStatus, "Runs in this state.")),
      dealSeq: Type.Optional(dealSeq()),
      ...PLACE_FILTER,
      test: Type.Optional(Type.Boolean({ description: "Runs that a test began, or all others." })),
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
    description:
      "Liquid is filled in with a sample deal and contact, and the request is signed with the automation's real " +
      "secret, so that a receiver's check can be tried. 422 where the automation has no webhook.",
    params: byId,
    success: { status: 200, schema: envelope(AutomationTestResult) },
    errors: [401, 403, 404, 422, 429],
  },
} as const satisfies Record<string, Route>;
