import type { EntryRule, EntryStanding } from "@trilho/engine/trigger";
import type { Refusal } from "./changes.ts";
import type { HeldRun } from "./run.ts";

/** Who is to enter an automation: a deal, else a contact, else nobody in particular. */
export interface Entrant {
  workspaceId: string;
  automationId: string;
  dealId: string | null;
  /** Null where there is a deal. */
  contactId: string | null;
}

/** What is known of an entrant, whose row is locked. */
export interface Entered extends EntryStanding {
  /** Where its row lies. */
  row: string;
  settling: (NonNullable<EntryStanding["settling"]> & { runId: string }) | null;
}

/** Decisions on who enters. Each is made under the lock of one row of the entrant, kept until the transaction's end. */
export interface EntryStore {
  /**
   * Locks the rows of entrants, and reads what they have entered; those that are gone have none. `now` is the database's
   * clock, Unix ms.
   */
  lock(
    entrants: readonly (Entrant & Pick<EntryRule, "again">)[],
  ): Promise<{ entered: (Entered | null)[]; now: number }>;
  /** Locks when the last run starts of automations that have so many starts an hour; Unix ms, by automation. */
  lockPaces(of: readonly Paced[]): Promise<Map<string, number | null>>;
  /** Writes down which run of an entrant was started last, and by what happened when. */
  entered(rows: readonly { workspaceId: string; row: string; runId: string; at: number }[]): Promise<void>;
  /** Writes down when the last runs start. */
  paced(of: readonly (Paced & { lastAt: number })[]): Promise<void>;
  /** Ends runs that wait for changes to end, locked by `lock`. */
  replace(runs: readonly { workspaceId: string; runId: string; refusal: Refusal }[]): Promise<void>;
  /**
   * Gives a run that waited for changes to end its place among the starts of its automation; false where that is later,
   * and the run is nobody's until then.
   */
  settle(run: HeldRun): Promise<boolean>;
}

export interface Paced {
  workspaceId: string;
  automationId: string;
  perHour: number;
}

/** One automation, for maps. */
export const automationKey = ({ workspaceId, automationId }: Pick<Entrant, "workspaceId" | "automationId">): string =>
  JSON.stringify([workspaceId, automationId]);

export const entrantKey = ({ workspaceId, automationId, dealId, contactId }: Entrant): string =>
  JSON.stringify([workspaceId, automationId, dealId, contactId]);
