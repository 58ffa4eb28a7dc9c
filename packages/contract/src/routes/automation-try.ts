import { Type } from "typebox";
import { envelope } from "../envelopes.ts";
import { AutomationRun } from "../resources/automation-run.ts";
import { TryAutomationRequest } from "../resources/automation-try.ts";
import type { Route } from "../route.ts";

/** Extension of the contract: a real run that writes to nobody. */
export const AUTOMATION_TRY_ROUTES = {
  tryAutomation: {
    group: "Automations",
    client: "automations.try",
    method: "POST",
    path: "/automations/{id}/try",
    summary: "Run the stored version for a deal as a test: what it sends stays in the outbox",
    permission: "automations.edit",
    features: ["API_ACCESS", "ADVANCED_API"],
    unknownQuery: "ignore",
    params: Type.Object({ id: Type.String() }),
    body: TryAutomationRequest,
    success: { status: 201, schema: envelope(AutomationRun) },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
