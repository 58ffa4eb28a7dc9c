import { Type } from "typebox";
import { dateTime, nullable, oneOf } from "../schema.ts";
import { Automation } from "./automation.ts";
import { REVIEW_STATES } from "./automation-review.ts";

const { id, name, version, enabled, triggerType, scope, pipelineId, stageId, pauses, createdAt, updatedAt } =
  Automation.properties;

/** An automation as a list shows it: without its definition, and with what a workspace keeps beside it. */
export const ListedAutomation = Type.Object({
  id,
  name,
  version,
  enabled,
  triggerType,
  scope,
  pipelineId,
  stageId,
  /** Nodes of its graph. */
  steps: Type.Integer({ minimum: 0 }),
  /** In the order in which they were put on it. */
  labels: Type.Array(Type.String()),
  /** The member who is responsible for it: its creator, until somebody else is. Null of the operator's. */
  owner: nullable(Type.Object({ id: Type.String(), name: nullable(Type.String()) })),
  /** Who changed what is not published yet, and when; null where all is. */
  draft: nullable(Type.Object({ editedBy: nullable(Type.String()), editedAt: dateTime() })),
  /** What somebody asked another member to look at; null where nobody did. */
  review: nullable(
    Type.Object({
      state: oneOf(REVIEW_STATES),
      askedBy: Type.Object({ id: Type.String(), name: nullable(Type.String()) }),
      askedAt: dateTime(),
    }),
  ),
  createdAt,
  updatedAt,
  pauses,
});

/** All automations of a workspace, newest first. `memberId` is the member whose key asked. */
export const AutomationsOverview = Type.Object({ memberId: Type.String(), items: Type.Array(ListedAutomation) });

const perDay = Type.Array(Type.Integer({ minimum: 0 }));

/**
 * What an automation did: how many runs began on each of the days, by what has become of them. A run is in one of the
 * four. `silence` is there while an automation that is on has not started for much longer than usual: `since` when, and
 * how often a day it used to.
 */
export const AutomationActivity = Type.Object({
  automationId: Type.String(),
  lastStartedAt: nullable(dateTime()),
  completed: perDay,
  /** `failed` or `dead_letter`. */
  failed: perDay,
  /** `queued`, `running` or `waiting`. */
  underWay: perDay,
  /** `skipped` or `cancelled`. */
  stopped: perDay,
  silence: Type.Optional(Type.Object({ since: dateTime(), perDay: Type.Number() })),
});

/** The days are the workspace's, oldest first; the last is today. Each begins at its `from`. */
export const AutomationsActivity = Type.Object({
  timeZone: Type.String({ description: "An IANA time zone" }),
  days: Type.Array(Type.Object({ date: Type.String({ examples: ["2026-11-24"] }), from: dateTime() })),
  items: Type.Array(AutomationActivity),
});

/** An automation has so many labels at most. */
export const MAX_LABELS = 20;

const labels = (description: string) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 40, pattern: "\\S" }), { maxItems: MAX_LABELS, description }),
  );

/** What is done to each of the automations. A change that is misspelt must not be answered as done. */
export const ChangeAutomationsRequest = Type.Object(
  {
    ids: Type.Array(Type.String({ maxLength: 255 }), { minItems: 1, maxItems: 1000 }),
    enabled: Type.Optional(Type.Boolean({ description: "Switched on, or off." })),
    paused: Type.Optional(Type.Boolean({ description: "Its runs are kept where they are, or go on." })),
    ownerId: Type.Optional(Type.String({ maxLength: 255, description: "The member who is responsible from now on." })),
    addLabels: labels("Put on it, where it has them not; the same in any case is one label."),
    removeLabels: labels("Taken off it, before others are put on."),
  },
  { additionalProperties: false, minProperties: 2 },
);

/** What became of each automation that was named, in that order. */
export const AutomationsChanged = Type.Object({
  results: Type.Array(
    Type.Object({
      id: Type.String(),
      /** False where it was so before, and where there is an `error`. */
      changed: Type.Boolean(),
      /** Why nothing of it was done. */
      error: nullable(Type.String()),
    }),
  ),
});
