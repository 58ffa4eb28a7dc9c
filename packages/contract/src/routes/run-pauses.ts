import { envelope } from "../envelopes.ts";
import { Automation } from "../resources/automation.ts";
import { WorkspacePauses } from "../resources/run-pause.ts";
import type { Route } from "../route.ts";
import { byId, edit, view } from "./automation-group.ts";

/** Extensions of the contract: runs that stay where they are for a while. */
export const RUN_PAUSE_ROUTES = {
  pauseAutomation: {
    ...edit,
    client: "automations.pause",
    path: "/automations/{id}/pause",
    summary: "Keep an automation's runs where they are; idempotent",
    description:
      "Once this has answered, none of its runs begins another action; one that is under way is ended. Its events " +
      "go on starting runs, and time goes on passing: what becomes due is done after `resume`. Switching it off " +
      "instead skips runs that become due. Runs of tests are not kept.",
    params: byId,
    success: { status: 200, schema: envelope(Automation) },
    errors: [401, 403, 404, 429],
  },
  resumeAutomation: {
    ...edit,
    client: "automations.resume",
    path: "/automations/{id}/resume",
    summary: "Let an automation's runs go on; idempotent",
    description:
      "Those that became due meanwhile go first that were due first, as fast as there are workers. They stay while " +
      "the workspace or the server is paused.",
    params: byId,
    success: { status: 200, schema: envelope(Automation) },
    errors: [401, 403, 404, 429],
  },
  getWorkspacePauses: {
    ...view,
    client: "workspace.pauses",
    path: "/workspace/pauses",
    summary: "Whether all runs of the workspace are paused, and since when",
    description: "By the workspace, or by whoever operates the server. What pauses one automation is shown with it.",
    success: { status: 200, schema: envelope(WorkspacePauses) },
    errors: [401, 403, 429],
  },
  pauseWorkspace: {
    ...edit,
    client: "workspace.pause",
    path: "/workspace/pause",
    summary: "Keep all runs of the workspace where they are; idempotent",
    description: "As `POST /automations/{id}/pause` does, for all automations, also those made meanwhile.",
    success: { status: 200, schema: envelope(WorkspacePauses) },
    errors: [401, 403, 429],
  },
  resumeWorkspace: {
    ...edit,
    client: "workspace.resume",
    path: "/workspace/resume",
    summary: "Let the workspace's runs go on; idempotent",
    description: "But for those of automations that are paused on their own, and while the server is paused.",
    success: { status: 200, schema: envelope(WorkspacePauses) },
    errors: [401, 403, 429],
  },
} as const satisfies Record<string, Route>;
