import { Type } from "typebox";
import { dateTime, described, nullable, oneOf } from "../schema.ts";
import { PHASES } from "./automation-run-detail.ts";
import { GraphDefinition } from "./automation.ts";
import { Actor } from "./automation-history.ts";
import { FailureReason } from "./failure.ts";

/** What becomes of a waiting run in another version: see `@trilho/engine/migrate`. */
const FUTURES = ["same", "different", "no_place"] as const;

/** What is done with a group of waiting runs. `stay` is what is done with each that no choice names. */
const CHOICES = ["move", "stay", "end"] as const;

/** Runs that wait alike: in one version, at one node, in the middle of the same, with the same to come. */
const GROUP = {
  version: described(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), "The version that they run."),
  nodeId: described(Type.String({ maxLength: 10_000 }), "Where they wait."),
  phase: described(oneOf(PHASES), "What they are in the middle of there."),
  future: described(
    oneOf(FUTURES),
    "In the automation's version: `same` where they provably do what they would have done; `different` where they go " +
      "on, but may do something else; `no_place` where they cannot go on, or would repeat what they have done.",
  ),
};

const changed = () => Type.Optional(Type.Unsafe({}));

/** What a run reads otherwise at a node ahead of it. A side that has no such value has no key; nor have credentials. */
export const RunFutureChange = Type.Object({
  nodeId: Type.String(),
  changes: Type.Array(
    Type.Object({
      path: described(Type.String(), "A JSON Pointer into what a run reads of the node."),
      before: changed(),
      after: changed(),
    }),
  ),
});

/** Waiting runs of an earlier version with what is ahead of them in the automation's version. */
export const WaitingRunGroup = Type.Object({
  ...GROUP,
  runs: Type.Integer(),
  /** When the first of them goes on. */
  nextAttemptAt: nullable(dateTime()),
  /** Where `different`: the first node at which they may do something else. */
  at: nullable(Type.String()),
  /** Where `different`: what the nearest of such nodes have in both versions. */
  changes: Type.Array(RunFutureChange),
  /** Where `no_place`. */
  reason: nullable(FailureReason),
});

/** How far waiting runs have got that are moved, or moved back. */
export const RunMigration = Type.Object({
  id: Type.String(),
  fromVersions: described(Type.Array(Type.Integer()), "Those of the runs to be moved, in order."),
  toVersion: Type.Integer(),
  status: described(
    oneOf(["running", "done", "undoing", "undone"]),
    "`running` until each run was looked at; `undoing` and `undone` once it was asked to be undone.",
  ),
  reason: nullable(Type.String()),
  by: Actor,
  runs: described(Type.Integer(), "That were in a group to be moved or ended."),
  moved: Type.Integer(),
  ended: Type.Integer(),
  left: described(Type.Integer(), "In somebody's hands, gone on meanwhile, or not what was chosen for: they stay."),
  undone: described(Type.Integer(), "Of those moved, the ones that are back in their version."),
  createdAt: dateTime(),
  finishedAt: nullable(dateTime()),
});

/** What is asked about; without `draft`, the automation's version. */
export const PreviewRunMigrationRequest = Type.Object(
  {
    draft: Type.Optional(
      described(
        Type.Object(
          {
            graphDefinition: GraphDefinition,
            respectBusinessHours: Type.Optional(Type.Boolean({ default: false })),
            outboundChannelId: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 255 }))),
          },
          { additionalProperties: false },
        ),
        "What runs would read of the next version, were it published now.",
      ),
    ),
  },
  { additionalProperties: false },
);

/** Waiting runs of earlier versions, and the definitions of those that are stored. */
export const RunMigrationPreview = Type.Object({
  toVersion: described(Type.Integer(), "The automation's version; with `draft`, the one that comes next."),
  groups: Type.Array(WaitingRunGroup),
  versions: Type.Array(Type.Object({ version: Type.Integer(), graphDefinition: GraphDefinition })),
  /** The latest one of this automation. */
  latest: nullable(RunMigration),
  earlier: described(
    Type.Array(RunMigration),
    "Those before the latest one that are being undone, or can be, for runs wait where they were moved to; newest " +
      "first, at most five.",
  ),
});

/** What is to become of each group, as the preview names them. Runs of groups that no choice names stay. */
export const MigrateRunsRequest = Type.Object(
  {
    toVersion: described(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
      "The automation's version, as the preview has it; else 409.",
    ),
    choices: Type.Array(
      Type.Object(
        {
          ...GROUP,
          choice: oneOf(CHOICES),
          limit: Type.Optional(
            described(
              Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
              "At most so many of the group, those that began first; the others stay. Without it, all of them.",
            ),
          ),
        },
        { additionalProperties: false },
      ),
      { minItems: 1, maxItems: 1000 },
    ),
    reason: Type.Optional(described(Type.String({ maxLength: 500 }), "Why; it is kept with each run.")),
  },
  { additionalProperties: false },
);
