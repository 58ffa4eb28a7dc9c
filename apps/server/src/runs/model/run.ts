import type { AutomationRun } from "@trilho/contract";
import type {
  ActionType,
  Answer,
  BusinessHours,
  EffectError,
  Facts,
  JsonObject,
  RunError,
  RunState,
  Step,
} from "@trilho/engine/contract";
import type { Changer, ChangeReason, Refusal } from "./changes.ts";
import type { StoredAutomation } from "../../areas/automations/model.ts";

/**
 * How long a run is its taker's, and an action may be under way before somebody else takes it over. What begins locks the
 * row, so nobody takes it meanwhile.
 */
export const LEASE_MS = 30_000;

/** A run that is one process's to take further: until its lease ends, or somebody changes the run. */
export interface RunClaim {
  workspaceId: string;
  runId: string;
  /** The run's own: once that is another, whoever has this comes too late and does nothing. */
  tick: number;
  /** How many ticks in a row were lost or failed, where the process that had the last one is gone. */
  lost?: number;
  /** Of the trace in which its event happened (W3C); left out where nobody traced it. */
  traceparent?: string;
}

/** A run that an event starts. Instants are ISO 8601. */
export interface NewRun {
  workspaceId: string;
  /** In the order of what starts them: of questions of one instant, a text answers that of the run that started last. */
  id: string;
  automationId: string;
  automationVersion: number;
  dealId: string | null;
  contactId: string | null;
  triggerType: string;
  eventId: string;
  event: Facts;
  chainId: string;
  depth: number;
  /** Why it does not run at all. */
  refusal: Refusal | null;
  /** When it begins, Unix ms; at once where that is left out. */
  startsAt?: number;
  /** Until when it waits for changes to end, Unix ms: it begins no earlier. */
  settlesUntil?: number;
  /** Of the trace in which its event happened (W3C). */
  traceparent?: string;
}

/** What a run that awaits an answer is told: the answer, or that its question did not arrive. */
export type Heard = Answer | { undelivered: RunError };

/** A run as its executor holds it, its row locked. */
export interface HeldRun {
  workspaceId: string;
  id: string;
  automationId: string;
  automationName: string;
  automationVersion: number;
  dealId: string | null;
  contactId: string | null;
  chainId: string;
  depth: number;
  tick: number;
  state: RunState;
  event: Facts;
  reply: Heard | null;
  /** The provider's id of the message sent last, which an answer may refer to. */
  sentMessageId: string | null;
  /** Who was written to last in this tick, and so is the one to answer. */
  sentToContactId: string | null;
  /** Unix ms. */
  createdAt: number;
  leaseUntil: number | null;
  nextAttemptAt: number | null;
  /** Whether it still has to take its place among the starts of its automation. */
  isSettling: boolean;
  /** Whether the automation is switched on; null when it was deleted. */
  isEnabled: boolean | null;
  /** Whether it is to stay where it is: by its automation, its workspace or the server. Never of a test. */
  isPaused: boolean;
  /** The version that the run began with. */
  definition: Pick<
    StoredAutomation,
    "graphDefinition" | "respectBusinessHours" | "outboundChannelId" | "triggerConfig"
  >;
  workspace: { timeZone: string; locale: string; businessHours: BusinessHours | null };
  /** By how much its clock is ahead of the database's: the time that somebody let pass in a test. */
  clockAheadMs: number;
  /** Its clock, Unix ms, as are its other instants but `createdAt`. */
  now: number;
}

/** What a run's row becomes. */
export interface RunChange {
  state: RunState;
  steps: readonly Step[];
  /** What was tried on the way, at most once for a node. */
  effects: readonly EffectRecord[];
  /** When it goes on by itself, Unix ms; null when it is over. */
  nextAttemptAt: number | null;
  /** Until when an effect is under way, Unix ms. */
  leaseUntil: number | null;
  /** Whose answer is awaited, and to which message where that is known. */
  awaits: { contactId: string; messageId: string | null } | null;
  /** What is still to be taken. */
  reply: Heard | null;
  /** Why its status changes, where its steps do not say so, and who changed it; null where the service did. */
  why: ChangeReason | null;
  by: Changer | null;
  /** Unix ms. */
  at: number;
}

/** What was tried for a node. */
export interface EffectRecord {
  nodeId: string;
  actionType: ActionType;
  config: JsonObject;
  attempts: number;
  outcome: ActionOutcome;
  /** Unix ms. */
  at: number;
}

/**
 * How an action ended. `result` is kept with the run, for people. `messageId` names a message that may be answered;
 * `isUnanswered`: a server was called that did not answer.
 */
export type ActionOutcome =
  | { ok: true; result: JsonObject | null; messageId?: string | null }
  | { ok: false; error: EffectError; isUnanswered?: true };

/** A run as stored. Instants are ISO 8601. */
export type StoredRun = AutomationRun;

/** The last second that calendars and databases agree about, Unix ms: whatever is due later is due then. */
export const CALENDAR_END = Date.parse("9999-12-31T23:59:59Z");
