import type { RunPause } from "@trilho/contract";
import type { Author } from "../../areas/automations/port.ts";
import type { RunClaim } from "./run.ts";

/** Whose runs are paused: an automation's, a workspace's, or all on this database. */
export type PauseScope =
  | { kind: "automation"; workspaceId: string; automationId: string; by: Author | null }
  | { kind: "workspace"; workspaceId: string }
  | { kind: "server" };

/** Automations that are paused already. */
export interface SomeAutomations {
  kind: "automations";
  workspaceId: string;
  automationIds: readonly string[];
}

/** What keeps runs at their place, and where they are kept. */
export interface PauseStore {
  /** Answers at once whether there is such a scope; one that is paused already keeps its time. */
  set(scope: PauseScope, isPaused: boolean): Promise<boolean>;
  /**
   * Marks the scope's runs that are due, each once nobody has it in hand. Who read it before the pause was there
   * finds the mark, or is through.
   */
  hold(scope: PauseScope | SomeAutomations): Promise<void>;
  /** Keeps a run that became due at its place; its tick counts for nothing. */
  keep(claim: RunClaim): Promise<void>;
  /** Lets kept runs go that nothing pauses any more, so many of those that were due first. Answers how many. */
  release(limit: number): Promise<number>;
  /** What pauses the runs of automations, by their ids. */
  ofAutomations(workspaceId: string, ids: readonly string[]): Promise<ReadonlyMap<string, RunPause[]>>;
  /** What pauses all runs of a workspace. */
  ofWorkspace(workspaceId: string): Promise<RunPause[]>;
}
