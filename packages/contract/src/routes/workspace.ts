import { envelope } from "../envelopes.ts";
import { Workspace } from "../resources/workspace.ts";
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
      "these. `businessHours: null` is open at any time. All of it is managed in the application.",
    permission: null,
    features: ["API_ACCESS"],
    unknownQuery: "ignore",
    success: { status: 200, schema: envelope(Workspace) },
    errors: [401, 403, 429],
  },
} as const satisfies Record<string, Route>;
