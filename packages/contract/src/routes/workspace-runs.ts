import { Type } from "typebox";
import { envelope, page } from "../envelopes.ts";
import { ChangeRunsRequest, RUN_FILTER, RunsChanged, WorkspaceRun } from "../resources/run-filter.ts";
import type { Route } from "../route.ts";
import { cursor, limit, PAGE_SIZES } from "./parameters.ts";
import { edit, view } from "./automation-group.ts";

const changed = {
  unknownQuery: "reject",
  body: ChangeRunsRequest,
  success: { status: 200, schema: envelope(RunsChanged) },
  errors: [400, 401, 403, 429],
} as const;

/** Extensions of the contract: runs of all automations at once. */
export const WORKSPACE_RUN_ROUTES = {
  listWorkspaceRuns: {
    ...view,
    client: "automations.allRuns",
    path: "/automation-runs",
    summary: "Runs of all automations, newest first",
    description:
      "Runs of deals that the member may not see, and of automations that were deleted, are left out. The filters " +
      "may be combined.",
    query: Type.Object({ ...RUN_FILTER, limit: limit(PAGE_SIZES.runs), cursor: cursor() }),
    unknownValues: { status: "reject", timing: "reject", reason: "reject" },
    success: { status: 200, schema: envelope(page(WorkspaceRun)) },
    errors: [400, 401, 403, 429],
  },
  retryWorkspaceRuns: {
    ...edit,
    ...changed,
    client: "automations.retryRuns",
    path: "/automation-runs/retry",
    summary: "Let all failed runs that a filter means go on where they failed",
    description:
      "Of the runs that `GET /automation-runs` lists for the same filter, those that are `failed` or a " +
      "`dead_letter`. Each as by `POST /automations/{id}/runs/{runId}/retry`, one after the other: one that cannot " +
      "be retried stays as it is. Without a filter, all of them. A key that is not known is a 400. With `dryRun` it only " +
      "says how many are meant.",
  },
  cancelWorkspaceRuns: {
    ...edit,
    ...changed,
    client: "automations.cancelRuns",
    path: "/automation-runs/cancel",
    summary: "Stop all runs that a filter means and that are not over",
    description:
      "Of the runs that `GET /automation-runs` lists for the same filter, those that are not over. Each as by `POST " +
      "/automations/{id}/runs/{runId}/cancel`. Without a filter, all of them. A key that is not known is a 400. With " +
      "`dryRun` it only says how many are meant.",
  },
} as const satisfies Record<string, Route>;
