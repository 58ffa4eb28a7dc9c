import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope } from "../envelopes.ts";
import { AutomationRun } from "../resources/automation-run.ts";
import {
  AutomationRunDelivery,
  AutomationRunDetail,
  AutomationStats,
  AutomationWaiting,
} from "../resources/automation-run-detail.ts";
import type { Route } from "../route.ts";
import { dateTime, described } from "../schema.ts";
import { idOf } from "./parameters.ts";
import { byId, edit, view } from "./automation-group.ts";

/** The demo workspace has a run for each of what can be done to one. */
const byRun = (automation: string, run: string) => ({
  id: idOf("the automation", automation),
  runId: idOf("the run, its `runId`", run),
});

/** Extensions of the contract: single runs, and where many of them stand. */
export const AUTOMATION_RUN_ROUTES = {
  getAutomationRun: {
    ...view,
    client: "automations.run",
    path: "/automations/{id}/runs/{runId}",
    summary: "One run with all that happened in it, and the definition of its version",
    description:
      "Its steps in their order, what its actions did or why they did not, the webhooks it sent, and whoever " +
      "changed it by hand.",
    params: Type.Object(byRun(EXAMPLE_IDS.automation, EXAMPLE_IDS.run)),
    success: { status: 200, schema: envelope(AutomationRunDetail) },
    errors: [401, 403, 404, 429],
  },
  retryAutomationRun: {
    ...edit,
    client: "automations.retryRun",
    path: "/automations/{id}/runs/{runId}/retry",
    summary: "Let a failed run go on at the action that failed, under the same idempotency key",
    description:
      "For a run that is `failed` or a `dead_letter`, while its automation is on; else 409. It begins the action " +
      "anew, with all its attempts.",
    params: Type.Object(byRun(EXAMPLE_IDS.busyAutomation, EXAMPLE_IDS.failedRun)),
    success: { status: 200, schema: envelope(AutomationRun) },
    errors: [401, 403, 404, 409, 429],
  },
  passAutomationRunTime: {
    ...edit,
    client: "automations.passRunTime",
    path: "/automations/{id}/runs/{runId}/pass-time",
    summary: "Let the time pass that a test run waits for, so that it goes on at once",
    description:
      "The run's clock moves to the end of its wait, for a reply as well, and stays ahead by as much. Only for a test " +
      "that waits; else 409.",
    params: Type.Object(byRun(EXAMPLE_IDS.busyAutomation, EXAMPLE_IDS.waitingRun)),
    success: { status: 200, schema: envelope(AutomationRun) },
    errors: [401, 403, 404, 409, 429],
  },
  cancelAutomationRun: {
    ...edit,
    client: "automations.cancelRun",
    path: "/automations/{id}/runs/{runId}/cancel",
    summary: "Stop a run that is not over; idempotent",
    description:
      "For a run that is queued, running or waiting; one that ended otherwise is a 409. What it did before stays.",
    params: Type.Object(byRun(EXAMPLE_IDS.busyAutomation, EXAMPLE_IDS.waitingRun)),
    success: { status: 200, schema: envelope(AutomationRun) },
    errors: [401, 403, 404, 409, 429],
  },
  resendWebhookDelivery: {
    ...edit,
    client: "automations.resendDelivery",
    path: "/automations/{id}/runs/{runId}/deliveries/{deliveryId}/resend",
    summary: "Send a webhook's very same body again, under the same id, signed anew; the run stays as it is",
    description:
      "The receiver knows it by the id that the first sending had. The answer gives the outcome; that nobody " +
      "answered is no error of this request.",
    params: Type.Object({
      ...byRun(EXAMPLE_IDS.automation, EXAMPLE_IDS.run),
      deliveryId: idOf("the delivery", EXAMPLE_IDS.delivery),
    }),
    success: { status: 200, schema: envelope(AutomationRunDelivery) },
    errors: [401, 403, 404, 409, 429],
  },
  getAutomationStats: {
    ...view,
    client: "automations.stats",
    path: "/automations/{id}/stats",
    summary: "Where the runs of a period went, 30 days up to now by default, and how many wait where now",
    description:
      "Counts the runs that began in the period: by status, and by the ways they left each node. `waiting` is of " +
      "now, whatever the period.",
    params: byId,
    query: Type.Object({
      from: Type.Optional(described(dateTime(), "Runs that began at or after it; 30 days before `to` by default.")),
      to: Type.Optional(described(dateTime(), "Runs that began before it; now by default.")),
      ways: Type.Optional(
        Type.Boolean({ default: true, description: "False leaves `ways` empty, much quicker for very many runs." }),
      ),
    }),
    success: { status: 200, schema: envelope(AutomationStats) },
    errors: [400, 401, 403, 404, 429],
  },
  listWaitingRuns: {
    ...view,
    client: "automations.waiting",
    path: "/automations/{id}/waiting",
    summary: "How many runs wait at which step now, by version, with the definitions of those versions",
    description:
      "Runs of one version that wait at the same node are counted together, with the instant when the first of " +
      "them goes on.",
    params: byId,
    success: { status: 200, schema: envelope(AutomationWaiting) },
    errors: [401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
