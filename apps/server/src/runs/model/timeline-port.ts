import type { AutomationRunChange, AutomationRunEffect, AutomationRunStep, DealActivity } from "@trilho/contract";
import type { GraphNode } from "@trilho/engine/contract";
import type { Position } from "../../platform/security/cursors.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import type { PlacedRun } from "./workspace-run-ports.ts";

/** Where something stands in a timeline. */
export interface Placed {
  /** By the server's clock, also where a test's own clock is ahead: ISO 8601. */
  at: string;
  /** Among what is of the same instant: compared bytewise, a cause comes before what it led to. */
  key: string;
}

/** A line of a deal's history. */
export interface PlacedLine extends Placed {
  activity: DealActivity;
}

/** What a step of a run did to a deal. */
export interface RunDeed extends Placed {
  /** Of this and no other deed. */
  id: string;
  runId: string;
  effect: AutomationRunEffect;
}

/** What a member or another run did to a run. */
export interface ChangeOfRun extends Placed {
  /** Of this and no other change. */
  id: string;
  runId: string;
  change: AutomationRunChange;
}

/** The step by which a run went on when its contact answered. */
export interface AnswerToRun extends Placed {
  /** Of this and no other step. */
  id: string;
  runId: string;
  answer: AutomationRunStep;
}

/** A node of the version that a run ran. */
export interface NodePlace {
  automationId: string;
  version: number;
  nodeId: string;
}

/** Which entries of a deal's runs are asked for, newest first. */
export interface TimelinePage {
  workspaceId: string;
  dealId: string;
  limit: number;
  after: Position | null;
  /** Older ones are not wanted, and may be left out: ISO 8601; null where all are. */
  since: string | null;
}

/** A deal's history, what runs did to it beside that, and others to its runs. A position's `id` is a `key`. */
export interface TimelineStore {
  /** The deal's history; newest first. */
  lines(workspaceId: string, dealId: string, limit: number, after: Position | null): Promise<PlacedLine[]>;
  /** What steps of the deal's runs did that left no line in its history, and what failed; newest first. */
  deeds(page: TimelinePage): Promise<RunDeed[]>;
  /** What members and other runs did to the deal's runs; newest first. */
  changes(page: TimelinePage): Promise<ChangeOfRun[]>;
  /** Where answers of the contact took the deal's runs further; newest first. */
  answers(page: TimelinePage): Promise<AnswerToRun[]>;
  /** Of the runs with these ids those that the viewer may see, of automations that are there. */
  runs(viewer: Viewer, ids: readonly string[]): Promise<PlacedRun[]>;
  nodes(workspaceId: string, places: readonly NodePlace[]): Promise<(NodePlace & { node: GraphNode })[]>;
}
