import { Type } from "typebox";
import { dateTime, described, listOf, oneOf } from "../schema.ts";
import { AutomationRun, AutomationRunStatus } from "./automation-run.ts";
import { RUN_CHANGE_CODES } from "./automation-run-detail.ts";

/** What of a run's time has passed: `late` is due since a minute and more. */
export const RUN_TIMINGS = ["due", "late"] as const;

/** Where runs stand. */
export const PLACE_FILTER = {
  version: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "Of this version of its automation." }),
  ),
  nodeId: Type.Optional(
    Type.String({ maxLength: 10_000, description: "At the step with this id (`currentNodeId`), in any version." }),
  ),
};

/** Which runs of a workspace are meant: those that all of these are true of. */
export const RUN_FILTER = {
  automationId: Type.Optional(Type.String({ maxLength: 255, description: "Of this automation." })),
  dealSeq: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "About the deal of this number." }),
  ),
  ...PLACE_FILTER,
  status: Type.Optional(described(listOf(AutomationRunStatus), "In one of these states.")),
  timing: Type.Optional(
    described(
      oneOf(RUN_TIMINGS),
      "`due`: not over, and its time to go on has come. `late`: since a minute and more. With `status` besides, both.",
    ),
  ),
  error: Type.Optional(Type.String({ maxLength: 200, description: "Part of `lastError`, in any case." })),
  reason: Type.Optional(
    described(oneOf(RUN_CHANGE_CODES), "Whose latest change beyond its steps has this code (`changes` of a run)."),
  ),
  from: Type.Optional(described(dateTime(), "Created at this instant or later.")),
  to: Type.Optional(described(dateTime(), "Created before this instant.")),
  test: Type.Optional(Type.Boolean({ description: "Runs that a test began, or all others." })),
};

/** A run beside those of other automations. */
export const WorkspaceRun = Type.Object({
  ...AutomationRun.properties,
  automation: Type.Object({ id: Type.String(), name: Type.String() }),
});

/** Extension: `dryRun` counts them and changes nothing. A filter that is misspelt must not mean all runs. */
export const ChangeRunsRequest = Type.Object(
  { ...RUN_FILTER, dryRun: Type.Optional(Type.Boolean({ default: false })) },
  { additionalProperties: false },
);

/** How many runs were meant, and of how many it was done; without `changed` nothing was. */
export const RunsChanged = Type.Object({
  matched: Type.Integer({ minimum: 0 }),
  automations: Type.Integer({ minimum: 0, description: "So many automations have a run that was meant." }),
  changed: Type.Optional(Type.Integer({ minimum: 0 })),
});
