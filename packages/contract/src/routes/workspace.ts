import { envelope } from "../envelopes.ts";
import { UpdateWorkspaceRequest, Workspace } from "../resources/workspace.ts";
import type { Route } from "../route.ts";

/** Extension of the contract. */
export const WORKSPACE_ROUTES = {
  getWorkspace: {
    group: "Reference",
    client: "workspace.get",
    method: "GET",
    path: "/workspace",
    summary: "The key's workspace, as its automations know it",
    description:
      "Messages are written in its language and time zone, and an automation that respects business hours respects " +
      "these. `businessHours: null` is open at any time. All but `automationReview` is provisioned.",
    permission: null,
    features: ["API_ACCESS"],
    unknownQuery: "ignore",
    success: { status: 200, schema: envelope(Workspace) },
    errors: [401, 403, 429],
  },
  updateWorkspace: {
    group: "Reference",
    client: "workspace.update",
    method: "PATCH",
    path: "/workspace",
    summary: "Change whether automations are reviewed",
    description:
      "Open to owners, admins, partners and support alone; 403 answers others. What is stored when reviews begin counts " +
      "as approved: it goes on, and may be switched off and on.",
    body: UpdateWorkspaceRequest,
    permission: "automations.edit",
    features: ["API_ACCESS"],
    unknownQuery: "ignore",
    success: { status: 200, schema: envelope(Workspace) },
    errors: [400, 401, 403, 429],
  },
} as const satisfies Record<string, Route>;
