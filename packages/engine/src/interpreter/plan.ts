import { DAY_MS } from "../contract/durations.ts";
import type { ActionType, NodeKind } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { RuleGroup } from "../contract/query.ts";
import type { Trigger } from "../contract/needs.ts";
import type { BusinessHours, Facts, FailureReason, Reason, RunState } from "../contract/run.ts";
import type { ExitRef } from "../messages/params.ts";
import type { NotRunnable } from "../failures/tables/unrunnable.ts";
import type { Holds } from "../query/evaluate.ts";
import type { HoursError, Opening } from "./hours.ts";
import type { WeightedExit } from "./round-robin.ts";
import type { PlanUntil } from "./until.ts";

/** A reply is awaited this long where the action does not say. */
export const DEFAULT_REPLY_TIMEOUT_MS = DAY_MS;

/**
 * Actions that reach a customer: `respectBusinessHours` puts them off to the next opening, and they are carried out at
 * most once unless `onUncertain` says otherwise.
 */
export const CUSTOMER_ACTIONS: ReadonlySet<ActionType> = new Set([
  "send_whatsapp",
  "send_email",
  "reply_instagram_comment",
  "send_instagram_private_reply",
]);

/**
 * How an automation's runs behave beyond its graph. Without `businessHours` nothing is put off, and waits for the next
 * opening end at once. `timeZone` (IANA) is the workspace's, for waits until a day and hour; by default that of its hours,
 * else UTC.
 */
export interface RunSettings {
  respectBusinessHours?: boolean;
  businessHours?: BusinessHours | null;
  timeZone?: string;
  /** What starts them, so that a simulated action fails for what no such run has. */
  trigger?: Trigger;
}

/** A definition made ready to run: built once, shared by all its runs. */
export interface Plan {
  readonly triggerId: string | null;
  /** Where runs start; null where none can. */
  readonly start: PlanNode | null;
  readonly nodes: ReadonlyMap<string, PlanNode>;
  /** What starts its runs; null where that is not known. */
  readonly trigger: Trigger | null;
  /** When actions that reach a customer may run; null when always. */
  readonly hours: Opening | { error: HoursError } | null;
  /** The part that each action's config may use of what filling in one may cost: runs with many actions share it. */
  readonly renderShare: number;
  /** Why no run of this definition can start; null when runs can. */
  readonly problem: string | null;
  /** The same as data, for other languages. */
  readonly problemReason: FailureReason<NotRunnable> | null;
}

/** The circumstances of an event: its instant (Unix ms) and the facts then. */
export interface Moment {
  at: number;
  facts: Facts;
}

/** Says why a node did what it did; asked at the same moment, and only by who keeps it. */
export type Why = (moment: Moment) => Reason;

/** What a run stays in the middle of, or how it ended. */
export type Staying = Readonly<Pick<RunState, "phase" | "status" | "attempts">> & LastError;

/** Why the last attempt failed: in words, and as data. */
export type LastError = Readonly<Pick<RunState, "lastError" | "lastFailure">>;

/** What a node makes of an event: the token leaves, stays with an open effect, or the run is over. */
export type Move = Leave | Stop;

/** The token leaves by a handle, along its edge if it has one. */
export interface Leave {
  readonly type: "leave";
  readonly handle: string;
  readonly edge: PlanEdge | null;
  /** Of a condition the place of the branch, after the last for `fallback`; 0 for others. */
  readonly branch: number;
  readonly why: Why;
}

/** The token stays, or the run is over (phase `ended`). */
export interface Stop extends Staying {
  readonly type: "stay" | "finish";
  /** After which time the run goes on by itself, ms; null where it does not. */
  readonly lastsMs: number | null;
  readonly why: Why;
}

/** Where an edge leads. `id` is null where it has none, `position` is its place in the definition. */
export interface PlanEdge {
  readonly id: string | null;
  readonly position: number;
  readonly to: PlanNode;
}

/** One branch of a condition. */
export interface PlanBranch {
  readonly id: string;
  readonly label: string;
  readonly query: RuleGroup;
  readonly holds: Holds;
}

/** What a node needs at run time. Fields of other kinds of node are empty. */
export interface PlanNode {
  readonly id: string;
  /** Its place in the definition. */
  readonly position: number;
  /** Null for a type that format 2 does not know. */
  readonly kind: NodeKind | null;
  readonly actionType: ActionType | null;
  readonly config: JsonObject;
  /** By handle. Edges that lead nowhere are left out. */
  readonly edges: ReadonlyMap<string, PlanEdge>;
  readonly branches: readonly PlanBranch[];
  readonly exits: readonly (WeightedExit & { label: string })[];
  /** Of a wait, in ms; null where none is set, or the node is no wait. */
  readonly delayMs: number | null;
  /** Of a wait that lasts until something; `delayMs` is what it lasts where nothing of that is ahead. */
  readonly until: PlanUntil | null;
  /** Set when the run stays until the contact answers. Labels of the buttons offered, by id. */
  readonly reply: { buttons: ReadonlyMap<string, string>; timeoutMs: number } | null;
  /** Its action reaches a customer. */
  readonly reachesCustomer: boolean;
  /** What may have been carried out is not tried again: nobody is to get the same message twice. */
  readonly atMostOnce: boolean;
  /** What people call one of its exits, by handle. */
  readonly way: (handle: string) => ExitRef;
  /** Its moves that are always the same, made once. */
  readonly usual: UsualMoves;
}

/** Moves that depend on nothing but the node. */
export interface UsualMoves {
  /** Arriving; null where it depends on the moment. */
  readonly arrive: Move | null;
  /** The wait is over, or the first attempt at the action succeeded. */
  readonly done: Move | null;
  /** By branch of a condition, in order, then by `fallback`. */
  readonly branches: readonly Leave[];
  /** By exit of a round robin, in order. */
  readonly exits: readonly Leave[];
  /** Where a reply is awaited. */
  readonly replies: UsualReplies | null;
}

/** By button, by a reply that is neither button nor text, and without a reply. */
export interface UsualReplies {
  readonly buttons: ReadonlyMap<string, Leave>;
  readonly other: Leave;
  readonly none: Leave;
}
