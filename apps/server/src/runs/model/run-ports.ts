import type { RoundRobinState } from "@trilho/engine/contract";
import type { Refusal } from "./changes.ts";
import type { HeldRun, NewRun, RunChange, RunJob } from "./run.ts";

/** Runs as rows, which are the truth. */
export interface RunStore {
  /**
   * Answers the job that starts it; null when this event started the automation before, or the run is refused. A deal
   * that is gone meanwhile starts nothing.
   */
  start(run: NewRun): Promise<RunJob | null>;
  /**
   * Locks the row until the transaction's end; null when there is none. Of a run that its holder has written since,
   * `known` is what it was then: its event and definition are not read again.
   */
  hold(workspaceId: string, runId: string, known?: HeldRun): Promise<HeldRun | null>;
  /** Writes what a held run has become and how it came there, and counts its tick up. */
  save(run: HeldRun, change: RunChange): Promise<RunJob>;
  /** Takes a turn of an automation's round robin: `pick` is told the state and answers the next. */
  turn<T>(
    run: HeldRun,
    nodeId: string,
    pick: (state: RoundRobinState) => { state: RoundRobinState; value: T },
  ): Promise<T>;
  /**
   * Gives an answer to the run that awaits it: the one that sent the message answered to, else the latest that awaits
   * this contact. Answers its job; null when none does.
   */
  answer(workspaceId: string, contactId: string, messageId: string | null, reply: object): Promise<RunJob | null>;
  /** Cancels what a deal's other runs still have to do, for a reason that people gave. Answers how many. */
  cancelOfDeal(run: HeldRun, reason: string | null): Promise<number>;
  /**
   * Puts a run off whose tick failed, each time a little longer, or ends it as dead letter at the `limit`th failure in
   * a row. Answers when it is to be tried again; null when it is over, or another tick has come.
   */
  failTick(
    job: RunJob,
    failure: TickFailure,
    delaysMs: readonly number[],
    limit: number,
  ): Promise<{ job: RunJob; at: number } | null>;
  /**
   * Counts, before it begins, a turn that somebody else may have begun before; null when it is not to begin now: it is
   * another tick's, not due, paused, or the `most`th such turn in a row.
   */
  recordRetry(job: RunJob, most: number): Promise<number | null>;
  /** Takes back what `countTurn` counted: the turn did not end with its process. */
  forgetRetry(job: RunJob): Promise<void>;
  /**
   * Jobs of live runs that are later by so much than the first job that waits for its turn in their workspace, or than now
   * where none does: whatever became of theirs, these go on.
   */
  late(lateMs: number, waits: ReadonlyMap<string, Date>, limit: number): Promise<RunJob[]>;
}

/** How a turn failed, and what is written down where its run ends by it. */
export type TickFailure = Refusal;

/** Wakes runs; whatever it loses is found again from the rows. */
export interface RunJobs {
  /** Commits with the transaction it is called in. `at` is Unix ms; at once without it. */
  send(job: RunJob, at?: number): Promise<void>;
}

/** Events as their changes wrote them. */
export interface StoredEvent {
  workspaceId: string;
  id: string;
  type: string;
  dealId: string | null;
  contactId: string | null;
  payload: Readonly<Record<string, unknown>>;
  chainId: string | null;
  depth: number;
  /** Unix ms. */
  createdAt: number;
  workspace: { timeZone: string; locale: string };
}

export interface EventStore {
  /**
   * Events that nobody else has in hand, locked until the transaction's end: of each workspace its oldest, so that one
   * with very many does not make the others wait, and none of a workspace whose runs do not keep up. Workspaces come in
   * the order of their ids, those after `after` alone.
   */
  take(limit: number, after: string): Promise<StoredEvent[]>;
  done(events: readonly StoredEvent[]): Promise<void>;
}
