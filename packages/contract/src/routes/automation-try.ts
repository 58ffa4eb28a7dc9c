import { envelope } from "../envelopes.ts";
import { AutomationRun } from "../resources/automation-run.ts";
import { TryAutomationRequest } from "../resources/automation-try.ts";
import type { Route } from "../route.ts";
import { byId, edit } from "./automation-group.ts";

/** Extension of the contract: a real run that writes to nobody. */
export const AUTOMATION_TRY_ROUTES = {
  tryAutomation: {
    ...edit,
    client: "automations.try",
    path: "/automations/{id}/try",
    summary: "Run the stored version for a deal as a test: what it sends stays in the outbox",
    description:
      "Filters, conditions and the switch are not asked. Messages, e-mails and webhooks stay in the outbox; what " +
      "is done to the deal itself is real.",
    params: byId,
    body: TryAutomationRequest,
    success: { status: 201, schema: envelope(AutomationRun) },
    errors: [400, 401, 403, 404, 429],
  },
} as const satisfies Record<string, Route>;
