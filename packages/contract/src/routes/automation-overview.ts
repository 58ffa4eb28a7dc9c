import { Type } from "typebox";
import { envelope } from "../envelopes.ts";
import {
  AutomationsActivity,
  AutomationsChanged,
  AutomationsOverview,
  ChangeAutomationsRequest,
} from "../resources/automation-overview.ts";
import type { Route } from "../route.ts";
import { edit, view } from "./automation-group.ts";

/** Extensions of the contract: all automations at a glance, and what is done to many at once. */
export const AUTOMATION_OVERVIEW_ROUTES = {
  getAutomationsOverview: {
    ...view,
    client: "automations.overview",
    path: "/automations/overview",
    summary: "All automations as a list shows them, newest first",
    description:
      "In one answer, without definitions, and with labels and owners. These are no part of a definition: changing " +
      "them makes no version.",
    success: { status: 200, schema: envelope(AutomationsOverview) },
    errors: [401, 403, 429],
  },
  getAutomationsActivity: {
    ...view,
    client: "automations.activity",
    path: "/automations/activity",
    summary: "How many runs of each automation began on each of the last days, and what became of them",
    description:
      "By the days of the workspace's time zone. Runs of tests count for nothing; those of deals that the member may " +
      "not see are counted. An automation is silent when it is on, used to start at least once a day in the 28 days " +
      "before, and has not for two days and for more than twice as long as it ever did in these.",
    query: Type.Object({
      days: Type.Optional(Type.Integer({ minimum: 1, maximum: 60, default: 14, description: "So many, with today." })),
    }),
    success: { status: 200, schema: envelope(AutomationsActivity) },
    errors: [400, 401, 403, 429],
  },
  changeAutomations: {
    ...edit,
    client: "automations.change",
    path: "/automations/change",
    summary: "Switch, pause, label or hand over many automations at once",
    description:
      "All that the body says is done to each of them; where one cannot be changed, the others are. Switching and " +
      "pausing do what `PATCH /automations/{id}/enabled` and `POST /automations/{id}/pause` do. Each change is part " +
      "of that automation's history.",
    body: ChangeAutomationsRequest,
    success: { status: 200, schema: envelope(AutomationsChanged) },
    errors: [400, 401, 403, 429],
  },
} as const satisfies Record<string, Route>;
