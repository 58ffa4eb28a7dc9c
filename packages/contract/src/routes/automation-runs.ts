import { Type } from "typebox";
import { envelope } from "../envelopes.ts";
import { AutomationRun } from "../resources/automation-run.ts";
import {
  AutomationRunDelivery,
  AutomationRunDetail,
  AutomationStats,
  AutomationWaiting,
} from "../resources/automation-run-detail.ts";
import type { Route } from "../route.ts";
import { dateTime } from "../schema.ts";

const group = {
  group: "Automations",
  features: ["API_ACCESS", "ADVANCED_API"],
  unknownQuery: "ignore",
} as const;
const view = { ...group, method: "GET", permission: "automations.view" } as const;
const edit = { ...group, method: "POST", permission: "automations.edit" } as const;

const byId = Type.Object({ id: Type.String() });
const byRun = Type.Object({ id: Type.String(), runId: Type.String() });

/** Extensions of the contract: single runs, and where many of them stand. */
export const AUTOMATION_RUN_ROUTES = {
  getAutomationRun: {
    ...view,
    client: "automations.run",
    path: "/automations/{id}/runs/{runId}",
    summary: "One run with all that happened in it, and the definition of its version",
    params: byRun,
    success: { status: 200, schema: envelope(AutomationRunDetail) },
    errors: [401, 403, 404, 429],
  },
  retryAutomationRun: {
    ...edit,
    client: "automations.retryRun",
    path: "/automations/{id}/runs/{runId}/retry",
    summary: "Let a failed run go on at the action that failed, under the same idempotency key",
    params: byRun,
    success: { status: 200, schema: envelope(AutomationRun) },
    errors: [401, 403, 404, 409, 429],
  },
  cancelAutomationRun: {
    ...edit,
    client: "automations.cancelRun",
    path: "/automations/{id}/runs/{runId}/cancel",
    summary: "Stop a run that is not over; idempotent",
    params: byRun,
    success: { status: 200, schema: envelope(AutomationRun) },
    errors: [401, 403, 404, 409, 429],
  },
  resendWebhookDelivery: {
    ...edit,
    client: "automations.resendDelivery",
    path: "/automations/{id}/runs/{runId}/deliveries/{deliveryId}/resend",
    summary: "Send a webhook's very same body again, under the same id, signed anew; the run stays as it is",
    params: Type.Object({ id: Type.String(), runId: Type.String(), deliveryId: Type.String() }),
    success: { status: 200, schema: envelope(AutomationRunDelivery) },
    errors: [401, 403, 404, 409, 429],
  },
  getAutomationStats: {
    ...view,
    client: "automations.stats",
    path: "/automations/{id}/stats",
    summary: "Where the runs of a period went, 30 days up to now unless told, and how many wait where now",
    params: byId,
    query: Type.Object({
      from: Type.Optional(dateTime()),
      to: Type.Optional(dateTime()),
      /** False leaves `ways` empty, which is much quicker for very many runs. */
      ways: Type.Optional(Type.Boolean()),
    }),
    success: { status: 200, schema: envelope(AutomationStats) },
    errors: [400, 401, 403, 404, 429],
  },
  listWaitingRuns: {
    ...view,
    client: "automations.waiting",
    path: "/automations/{id}/waiting",
    summary: "How many runs wait at which step now, by version, with the definitions of those versions",
    params: byId,
    success: { status: 200, schema: envelope(AutomationWaiting) },
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
