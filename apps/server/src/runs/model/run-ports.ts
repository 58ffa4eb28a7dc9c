import type { Position } from "../../platform/security/cursors.ts";
import type { RoundRobinState } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";
import type { StartReason } from "@trilho/engine/trigger";
import type { Changer, Refusal } from "./changes.ts";
import type { HeldRun, NewRun, RunChange, RunClaim } from "./run.ts";

/** Runs as rows, which are the truth. */
export interface RunStore {
  /**
   * Begins a run that is due at once; null when this event started the automation before, or the run is refused. A deal
   * that is gone meanwhile starts nothing.
   */
  start(run: NewRun): Promise<RunClaim | null>;
  /** Begins each of them likewise, for what one costs. */
  startAll(runs: readonly NewRun[]): Promise<void>;
  /**
   * Locks the row until the transaction's end; null when there is none. Of a run that its holder has written since,
   * `known` is what it was then: its event and definition are not read again.
   */
  hold(workspaceId: string, runId: string, known?: HeldRun): Promise<HeldRun | null>;
  /** Writes what a held run has become and how it came there, and counts its tick up. */
  save(run: HeldRun, change: RunChange): Promise<void>;
  /** Picks the next exit of an automation's round robin: `pick` gets its state and answers the next. */
  pickExit<T>(
    run: HeldRun,
    nodeId: string,
    pick: (state: RoundRobinState) => { state: RoundRobinState; value: T },
  ): Promise<T>;
  /**
   * Gives an answer to the run that awaits it: the one that sent the message answered to, else the latest that awaits
   * this contact. False when none does.
   */
  answer(workspaceId: string, from: AnsweredBy, reply: object): Promise<boolean>;
  /** Tells the run that sent a message under this key, and awaits its answer, that it did not arrive. */
  undelivered(workspaceId: string, key: string, failure: FailureReason[]): Promise<void>;
  /**
   * Lets the time pass until which a held run waits: its clock moves there, and it is due. Its interpreter decides then,
   * as for any run that is due.
   */
  passTime(run: HeldRun, by: Changer): Promise<void>;
  /** Cancels what a deal's other runs still have to do, for a reason that people gave. Answers how many. */
  cancelOfDeal(run: HeldRun, reason: string | null): Promise<number>;
  /**
   * Puts a run off whose tick failed, each time a little longer, or ends it as dead letter at the `limit`th failure in
   * a row. Does nothing where another tick has come.
   */
  failTick(claim: RunClaim, failure: TickFailure, delaysMs: readonly number[], limit: number): Promise<void>;
  /** Makes runs due that were put off, where nothing else has become of them. */
  call(runs: readonly RunClaim[]): Promise<void>;
  /** Makes a run anybody's again whose tick did not begin, and did not end with its process. */
  giveBack(claim: RunClaim): Promise<void>;
}

/** Who answers, and which message, by its provider's id; in a test, tests alone hear it. */
export interface AnsweredBy {
  contactId: string;
  messageId: string | null;
  isTest: boolean;
}

/** Runs that are due, not paused, and nobody's. Those taken are the taker's for half a minute. */
export interface DueRuns {
  /** Takes those that were due first, whosever they are; those of `busy` automations after others. */
  takeFirst(limit: number, busy: readonly string[]): Promise<RunClaim[]>;
  /** Takes so many of each workspace, where it has them, in the same order. */
  takeShares(shares: ReadonlyMap<string, number>, busy: readonly string[]): Promise<RunClaim[]>;
  /** Takes one whose ticks were lost several times in a row, which nobody else takes: none of the others is to go with it. */
  takeLost(): Promise<RunClaim | null>;
  /** The workspaces that have any. */
  workspaces(): Promise<ReadonlySet<string>>;
}

/** How a tick failed, and what is written down where its run ends by it. */
export type TickFailure = Refusal;

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
  /** Of the trace in which it happened (W3C); left out where nobody traced it. */
  traceparent?: string;
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
  /**
   * Dispatched events of a deal since then (Unix ms), newest first, with the automations that each started, or left a
   * run of, and why the deal was not to enter some of them.
   */
  ofDeal(
    workspaceId: string,
    dealId: string,
    since: number,
    limit: number,
    after: Position | null,
  ): Promise<
    (StoredEvent & {
      started: readonly string[];
      refused: readonly { automationId: string; why: StartReason }[];
    })[]
  >;
}
