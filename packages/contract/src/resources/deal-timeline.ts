import { NODE_KINDS } from "@trilho/engine/contract";
import { Type } from "typebox";
import { dateTime, looseObject, nullable, oneOf } from "../schema.ts";
import { DealActivity } from "./activity.ts";
import { ActionType } from "./automation.ts";
import { AutomationRunChange, AutomationRunEffect, AutomationRunStep } from "./automation-run-detail.ts";
import { WorkspaceRun } from "./run-filter.ts";

/**
 * A line of the deal's history, the beginning of a run, what a step of a run did without leaving such a line, what
 * somebody did to a run, or where an answer took a run further.
 */
export const TIMELINE_KINDS = ["activity", "run", "effect", "change", "answer"] as const;

/** A node of a graph, without credentials. */
const TimelineNode = Type.Object({
  id: Type.String(),
  type: oneOf(NODE_KINDS),
  actionType: Type.Optional(nullable(ActionType)),
  config: Type.Optional(looseObject()),
  condition: Type.Optional(nullable(looseObject())),
});

/**
 * One thing that happened to a deal. `run` is the one that began, that did it, or that was changed or answered: null of what people
 * and integrations did, and where it is gone. `node` is the step that did it, as the version that ran has it.
 */
export const DealTimelineEntry = Type.Object({
  id: Type.String(),
  at: dateTime(),
  kind: oneOf(TIMELINE_KINDS),
  activity: nullable(DealActivity),
  effect: nullable(AutomationRunEffect),
  change: nullable(AutomationRunChange),
  answer: nullable(AutomationRunStep),
  run: nullable(WorkspaceRun),
  node: nullable(TimelineNode),
});
