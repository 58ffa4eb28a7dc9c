import { Type } from "typebox";
import { EXAMPLE_IDS } from "../examples/ids.ts";
import { envelope } from "../envelopes.ts";
import {
  MigrateRunsRequest,
  PreviewRunMigrationRequest,
  RunMigration,
  RunMigrationPreview,
} from "../resources/run-migration.ts";
import type { Route } from "../route.ts";
import { idOf } from "./parameters.ts";
import { edit, view } from "./automation-group.ts";

const byId = Type.Object({ id: idOf("the automation", EXAMPLE_IDS.busyAutomation) });
const byMigration = Type.Object({
  id: idOf("the automation", EXAMPLE_IDS.busyAutomation),
  migrationId: idOf("the migration", EXAMPLE_IDS.migration),
});

/** Extensions of the contract: waiting runs that are moved to a newer version of their automation. */
export const RUN_MIGRATION_ROUTES = {
  previewRunMigration: {
    ...view,
    method: "POST",
    client: "automations.previewMigration",
    path: "/automations/{id}/migration-preview",
    summary: "What would become of waiting runs in the automation's version, or in a draft",
    description:
      "Runs keep the version that they began with until somebody moves them. Those that wait in earlier versions are " +
      "counted in groups: by version, node, what they are in the middle of, and what is ahead of them. Runs of tests " +
      "are left out. With `draft`, it is asked what would become of them once that is published. Changes nothing.",
    unknownQuery: "reject",
    params: byId,
    body: PreviewRunMigrationRequest,
    success: { status: 200, schema: envelope(RunMigrationPreview) },
    errors: [400, 401, 403, 404, 429],
  },
  migrateRuns: {
    ...edit,
    client: "automations.migrateRuns",
    path: "/automations/{id}/migrations",
    summary: "Move or end waiting runs of earlier versions, as is chosen for each group",
    description:
      "It is done in the background, and goes on when a server ends. A run that was moved keeps its place, its attempts, " +
      "and since when it waits. One that is in somebody's hands, went on meanwhile or is not what was chosen for stays " +
      "and is counted. A 409 while another migration of the automation is under way.",
    unknownQuery: "reject",
    params: byId,
    body: MigrateRunsRequest,
    success: { status: 201, schema: envelope(RunMigration) },
    errors: [400, 401, 403, 404, 409, 429],
  },
  getRunMigration: {
    ...view,
    client: "automations.migration",
    path: "/automations/{id}/migrations/{migrationId}",
    summary: "How far a migration has got",
    description: "Once its `status` is `done` or `undone`, its counts stay as they are.",
    params: byMigration,
    success: { status: 200, schema: envelope(RunMigration) },
    errors: [401, 403, 404, 429],
  },
  undoRunMigration: {
    ...edit,
    client: "automations.undoMigration",
    path: "/automations/{id}/migrations/{migrationId}/undo",
    summary: "Put moved runs that have not gone on since back into their versions; idempotent",
    description:
      "In the background as well; also while it is still under way, which ends it. A run that has gone on stays where " +
      "it is, and one that was ended stays so. A 409 while another migration of the automation is under way.",
    params: byMigration,
    success: { status: 200, schema: envelope(RunMigration) },
    errors: [401, 403, 404, 409, 429],
  },
} as const satisfies Record<string, Route>;
