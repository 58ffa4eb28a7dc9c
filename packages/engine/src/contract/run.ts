import type { ActionType } from "./definition.ts";
import type { JsonObject, JsonValue } from "./json.ts";

/** Why something failed, before it is said: a stable code of `@trilho/engine/failures` with its values. */
export type FailureReason<Code extends string = string> = {
  readonly code: Code;
  readonly params: Readonly<Record<string, string | number>>;
};

/** Run states of the contract ("Automation run status"). */
export const RUN_STATUSES = [
  "queued",
  "running",
  "waiting",
  "completed",
  "failed",
  "dead_letter",
  "skipped",
  "cancelled",
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Those of a run that is not over. */
export const LIVE_STATUSES: readonly RunStatus[] = ["queued", "running", "waiting"];

/** What queries and Liquid can read: `deal.value`, `contact.firstName`, `deal.customFields.<slug>`, … */
export interface Facts {
  deal?: JsonObject;
  contact?: JsonObject | null;
  company?: JsonObject | null;
  /** The message, comment or request that started the run or answered it last. */
  message?: JsonObject | null;
  [group: string]: JsonValue | undefined;
}

/** Opening times by ISO weekday (1 Monday … 7 Sunday), local to `timeZone` (IANA). `from` is inclusive, `to` exclusive, "HH:MM", up to "24:00". */
export interface BusinessHours {
  timeZone: string;
  days: { weekday: number; from: string; to: string }[];
}

/** Types alone: neither a literal nor a spread has it, so that nobody but the interpreter makes a run's state. */
declare class MadeByInterpreter {
  protected readonly made: true;
}

/**
 * Where a run stands: plain JSON, the part of a run's row that the interpreter owns. `advance` and `startState` make it,
 * `readRunState` reads what was stored. Instants are Unix milliseconds. `seq` is that of the latest step. A graph has no
 * cycles, so a run visits a node at most once: run and `nodeId` make an effect's idempotency key, the same on every
 * attempt.
 */
export interface RunState extends MadeByInterpreter {
  status: RunStatus;
  nodeId: string | null;
  seq: number;
  /** What the run is in the middle of at `nodeId`. */
  phase: "new" | "performing" | "picking_exit" | "sleeping" | "awaiting_reply" | "retrying" | "deferred" | "ended";
  /** Attempts at the current node's effect so far. */
  attempts: number;
  /** When the run goes on by itself, Unix ms; the reply deadline while `awaiting_reply`. */
  wakeAt: number | null;
  lastError: string | null;
  /** The same as data: its sentences in order; none where they have no codes. */
  lastFailure?: FailureReason[] | null;
}

/** Why something went wrong: in English, and as data, sentence by sentence. */
export interface RunError {
  message: string;
  failure?: FailureReason[];
}

/**
 * A failed effect. `permanent` errors are not retried; `retryAfterMs` is the provider's Retry-After. `uncertain`: it may
 * have been carried out all the same, for nobody knows what became of it.
 */
export interface EffectError extends RunError {
  permanent: boolean;
  uncertain?: true;
  retryAfterMs?: number;
}

/** An answer of the contact: a button, or free text. */
export interface Reply {
  buttonId?: string;
  text?: string;
}

/** A reply that came to a run which awaits one. */
export interface Answer extends Reply {
  /** It answers an earlier message, whose buttons are not those of the question. */
  toAnother?: true;
}

/**
 * What happens to a run on its way. `at` is Unix ms; `facts` are those at that instant; `random` is in [0, 1). What
 * answers an effect names its node and attempt: the answer to another one, which comes late or twice, is not accepted.
 */
export type TokenEvent =
  | { type: "started"; at: number; facts: Facts }
  | { type: "performed"; at: number; facts: Facts; nodeId: string; attempt: number }
  | {
      type: "perform_failed";
      at: number;
      facts: Facts;
      nodeId: string;
      attempt: number;
      error: EffectError;
      random: number;
    }
  /** Whoever had the attempt in hand is gone. It begins again under its number, or is put off like any other. */
  | { type: "stalled"; at: number; facts: Facts; nodeId: string; attempt: number }
  /** There is one attempt at picking. */
  | { type: "exit_picked"; at: number; facts: Facts; nodeId: string; exitId: string }
  /** `early`: it goes on whenever it was to, as in a test that skips waits. */
  | { type: "woke"; at: number; facts: Facts; early?: true }
  | { type: "replied"; at: number; facts: Facts; reply: Answer }
  /** The question did not reach the contact, which its channel told after it had taken it: nobody will answer. */
  | { type: "undelivered"; at: number; facts: Facts; nodeId: string; error: RunError };

/** What is done to a run from outside of its graph. No step tells of it. */
export type RunControl =
  /** It is over: a person wants it so, or its automation is gone. */
  | { type: "cancelled" }
  /** It is not to run, or no further: its automation is switched off, or why it may not begin. */
  | { type: "skipped"; error: RunError | null }
  /** Its driver gives it up where it stands, for its turns fail again and again. It is dead letter until it is retried. */
  | { type: "abandoned"; error: RunError }
  /** What failed goes on: an action at its first attempt, what was abandoned between two where it stood. */
  | { type: "retried" }
  /**
   * The open attempt may not begin before `until` (Unix ms). It did not begin, so its step is taken back and it does not
   * count; unless somebody had `begun` it before, and it was to begin again.
   */
  | { type: "put_off"; nodeId: string; attempt: number; until: number; error: RunError | null; begun: boolean };

/** What happened. */
export type RunEvent = TokenEvent | RunControl;

/** What the driver must do next; exactly one is open at a time. */
export type Effect =
  | { type: "perform"; nodeId: string; actionType: ActionType; config: JsonObject; attempt: number }
  | { type: "pick_exit"; nodeId: string; exits: { id: string; weight: number }[] }
  | { type: "sleep"; nodeId: string; until: number; reason: "wait" | "reply" | "retry" | "business_hours" }
  | { type: "finish"; status: RunStatus };

/** Why a step left by its handle: a stable reason with parameters, rendered to words by `describeReason`. */
export interface Reason {
  code: string;
  params: Record<string, JsonValue>;
}

/** One thing that happened in a run, in order. `handle` is set when the token left the node. */
export interface Step {
  seq: number;
  at: number;
  nodeId: string;
  handle: string | null;
  edgeId: string | null;
  why: Reason;
}

/**
 * What the interpreter answers to an event. An event that the state does not expect changes nothing: `accepted` is false.
 * Steps beyond the state's `seq`, of events before, did not happen.
 */
export interface Advance {
  accepted: boolean;
  state: RunState;
  effects: Effect[];
  steps: Step[];
}

/** Smooth weighted round-robin state of one node: the current weight by exit id. */
export type RoundRobinState = Record<string, number>;
