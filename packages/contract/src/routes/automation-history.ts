import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import { AutomationChange, AutomationVersion } from "../resources/automation-history.ts";
import type { Route } from "../route.ts";
import { byId, view } from "./automation-group.ts";
import { cursor, limit, PAGE_SIZES } from "./parameters.ts";

/** Extensions of the contract: who changed an automation, and its earlier versions. */
export const AUTOMATION_HISTORY_ROUTES = {
  listAutomationHistory: {
    ...view,
    client: "automations.history",
    path: "/automations/{id}/history",
    summary: "Who created, published, switched, paused or deleted an automation, newest first",
    description:
      "Each version is here with its author and `note`. The history of a deleted automation stays. What people did " +
      "to single runs is part of those runs.",
    params: byId,
    query: Type.Object({ limit: limit(PAGE_SIZES.automationHistory), cursor: cursor() }),
    success: { status: 200, schema: envelope(page(AutomationChange)) },
    errors: [400, 401, 403, 404, 429],
  },
  getAutomationVersion: {
    ...view,
    client: "automations.version",
    path: "/automations/{id}/versions/{version}",
    summary: "One version of an automation as it was published",
    description:
      "Without secrets and credentials: hidden headers read as `[hidden]`. Send it as the body of a replacement to " +
      "publish it again as the newest version. Versions that no run uses are removed after a while.",
    params: Type.Object({
      ...byId.properties,
      version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "Its number.", examples: [1] }),
    }),
    success: { status: 200, schema: envelope(AutomationVersion) },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
