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

/**
 * Where a run stands: plain JSON, the part of a run's row that the interpreter owns. Instants are Unix milliseconds.
 * `seq` is that of the latest step and grows with every accepted event. A graph has no cycles, so a run visits a node
 * at most once: run and `nodeId` make an effect's idempotency key, the same on every attempt.
 */
export interface RunState {
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

/**
 * A failed effect. `permanent` errors are not retried; `retryAfterMs` is the provider's Retry-After. `uncertain`: it may
 * have been carried out all the same, for nobody knows what became of it.
 */
export interface EffectError {
  message: string;
  /** The same as data, sentence by sentence. */
  failure?: FailureReason[];
  permanent: boolean;
  uncertain?: true;
  retryAfterMs?: number;
}

/** An answer of the contact: a button, or free text. */
export interface Reply {
  buttonId?: string;
  text?: string;
}

/**
 * What happened. `at` is Unix ms; `facts` are those at that instant; `random` is in [0, 1). What answers an effect names
 * its node and attempt: the answer to another one, which comes late or twice, is not accepted.
 */
export type RunEvent =
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
  /** There is one attempt at picking. */
  | { type: "exit_picked"; at: number; facts: Facts; nodeId: string; exitId: string }
  | { type: "woke"; at: number; facts: Facts }
  | { type: "replied"; at: number; facts: Facts; reply: Reply };

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

/** What the interpreter answers to an event. An event that the state does not expect changes nothing: `accepted` is false. */
export interface Advance {
  accepted: boolean;
  state: RunState;
  effects: Effect[];
  steps: Step[];
}

/** Smooth weighted round-robin state of one node: the current weight by exit id. */
export type RoundRobinState = Record<string, number>;
