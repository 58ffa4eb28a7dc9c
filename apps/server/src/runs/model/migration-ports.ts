import type { MigrateRunsRequest, RunMigration } from "@trilho/contract";
import type { RunState } from "@trilho/engine/contract";
import type { RunVersion } from "@trilho/engine/migrate";
import type { Principal } from "../../platform/security/principal.ts";

export type MigrationChoice = MigrateRunsRequest["choices"][number];

/** Who moves runs. */
type Mover = Pick<Principal, "memberId" | "keyId">;

/** Which automation of which workspace. */
export interface AutomationPlace {
  workspaceId: string;
  automationId: string;
}

/** Runs that wait in one version, at one node and in one phase. */
export interface WaitingRuns {
  version: number;
  nodeId: string;
  phase: RunState["phase"];
  runs: number;
  /** ISO 8601. */
  nextAttemptAt: string | null;
  /** Of one of them. */
  state: RunState;
}

/** The same of those among them that have begun certain nodes. */
export type BegunRuns = Pick<WaitingRuns, "runs" | "nextAttemptAt">;

export interface NewMigration extends AutomationPlace {
  toVersion: number;
  choices: readonly MigrationChoice[];
  reason: string | null;
  by: Mover;
}

/** A run in a batch, its row locked. */
export interface MovableRun {
  id: string;
  fromVersion: number;
  state: RunState;
  /** As it was before it was moved; null of one that was not. */
  stateBefore: RunState | null;
}

/** Some runs of a migration, which is locked. */
export interface MigrationBatch extends NewMigration {
  id: string;
  isUndoing: boolean;
  /** Those that wait, in nobody's hands, in the version where they are expected. */
  runs: readonly MovableRun[];
  /** Definitions by version, as far as they are still there. */
  versions: ReadonlyMap<number, RunVersion>;
  /** All that were looked at; the last of them first makes it through. */
  ids: readonly string[];
  isLast: boolean;
}

/** What a run becomes in a batch. */
export interface MovedRun {
  run: MovableRun;
  toVersion: number;
  state: RunState;
}

/** What became of a batch; all others stay where they are. */
export interface BatchOutcome {
  moved: readonly MovedRun[];
  ended: readonly MovableRun[];
  /** How many stay because as many of their group as were asked for are done. */
  beyond: number;
  /** What is still to be done in the batches to come. */
  choices: readonly MigrationChoice[];
}

/** Waiting runs, and their way to other versions. */
export interface MigrationStore {
  /** Those of versions before this one. */
  waiting(of: AutomationPlace, toVersion: number): Promise<WaitingRuns[]>;
  /** Of those the ones that have passed one of these nodes, or begun the action where they stand. */
  begun(of: AutomationPlace, waiting: WaitingRuns, nodeIds: readonly string[]): Promise<BegunRuns>;
  versions(of: AutomationPlace, versions: readonly number[]): Promise<Map<number, RunVersion>>;
  /**
   * Writes down which runs are meant; null where the automation is not at the version (any more), and while another migration of it is
   * under way.
   */
  begin(migration: NewMigration): Promise<RunMigration | null>;
  /** Null when there is none. */
  read(of: AutomationPlace, id: string): Promise<RunMigration | null>;
  latest(of: AutomationPlace): Promise<RunMigration | null>;
  /** Those before the latest that are being undone or can be, newest first. */
  earlier(of: AutomationPlace, latest: string): Promise<RunMigration[]>;
  /** Has what was moved put back; false where there is none (any more), and while another one of the automation is under way. */
  undo(of: AutomationPlace, id: string, by: Mover): Promise<boolean>;
  /** Locks the next runs of a migration that nobody else has in hand; null when there is none. */
  take(limit: number): Promise<MigrationBatch | null>;
  /** Of these nodes those that each of the runs has passed, or begun where it stands. */
  begunBy(workspaceId: string, ids: readonly string[], nodeIds: readonly string[]): Promise<Map<string, string[]>>;
  /** Writes what became of a batch, and how far its migration has got. */
  write(batch: MigrationBatch, outcome: BatchOutcome): Promise<void>;
}
