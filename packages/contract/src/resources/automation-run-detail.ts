import { Type } from "typebox";
import { dateTime, looseObject, nullable, oneOf } from "../schema.ts";
import { ActionType, GraphDefinition } from "./automation.ts";
import { failure } from "./failure.ts";
import { AutomationRun, AutomationRunDeal, AutomationRunStatus } from "./automation-run.ts";

/** What a run is in the middle of at its node (the engine's `RunState`). */
export const PHASES = [
  "new",
  "performing",
  "picking_exit",
  "sleeping",
  "awaiting_reply",
  "retrying",
  "deferred",
  "ended",
] as const;

/**
 * One thing that happened in a run. `handle` is set where it left the node; `why` is a reason with its parameters: where
 * these have a `message`, `failure` beside it is the same as data.
 */
export const AutomationRunStep = Type.Object({
  seq: Type.Integer(),
  at: dateTime(),
  nodeId: Type.String(),
  handle: nullable(Type.String()),
  edgeId: nullable(Type.String()),
  why: Type.Object({ code: Type.String(), params: looseObject() }),
});

/** What a node's action did, or why it did not, as of its latest attempt. `config` has its Liquid rendered. */
export const AutomationRunEffect = Type.Object({
  nodeId: Type.String(),
  actionType: ActionType,
  config: looseObject(),
  attempts: Type.Integer(),
  ok: Type.Boolean(),
  result: nullable(looseObject()),
  error: nullable(Type.String()),
  failure: failure(),
  at: dateTime(),
});

/**
 * A request that a webhook of the run sent, or that sent it again. `attempt` is the run's own, null when a person sent
 * it; `status` is null when nobody answered, and `error` says why. `response` is the beginning of the answer.
 */
export const AutomationRunDelivery = Type.Object({
  id: Type.String(),
  nodeId: Type.String(),
  attempt: nullable(Type.Integer()),
  method: Type.String({ examples: ["POST"] }),
  url: Type.String(),
  /** What was sent, byte for byte; the first 64 KB of it when `bodyTruncated`, which cannot be sent again. */
  body: Type.String(),
  bodyTruncated: Type.Boolean(),
  /** Whether the answer was a 2xx. */
  ok: Type.Boolean(),
  status: nullable(Type.Integer()),
  response: nullable(Type.String()),
  error: nullable(Type.String()),
  failure: failure(),
  durationMs: Type.Integer(),
  at: dateTime(),
});

/**
 * Why a run's status changed though its steps do not say so. `params` has what the texts in brackets name, and beside a
 * `message` the same as data in `failure`.
 */
export const RUN_CHANGE_CODES = [
  "cancelled-by-hand",
  "retried-by-hand",
  /** Somebody let the time pass that a test waited for [until]. */
  "time-passed-by-hand",
  /** By the `stop_automations` of a run of the same deal [reason: what it was given, or null]. */
  "stopped",
  "automation-deleted",
  "automation-off",
  /** Somebody moved it to another version of its automation, while it waited [from, to, reason, migrationId]. */
  "moved-to-version",
  /** That was undone, before it had gone on [from, to, reason, migrationId]. */
  "moved-back",
  /** Somebody ended it instead of moving it [from, to, reason, migrationId]. */
  "ended-by-migration",
  /** The process that took it further failed that often in a row [turns, message]. */
  "turns-failed",
  /** The process that took it further ended that often in a row [turns]. */
  "turns-lost",
  /** It was not to begin, for so many runs had led to it [depth]. */
  "chain-too-deep",
  /** It was not to begin, for what started it is larger [maxKb]. */
  "event-too-large",
  /** It was not to begin, for what started it could not be read [message]. */
  "event-unreadable",
  /** It was not to begin, for what its automation asks of the trigger cannot be read [fields]. */
  "start-unreadable",
  /** Its deal, or contact, may enter once, and had before [seen: when that run began]. */
  "entered-before",
  /** Its deal, or contact, may not enter again so soon [seen: when the last run began, asked: from when it may]. */
  "entered-lately",
  /** Its deal, or contact, may not enter while a run is live [seen: when that began]. */
  "run-live",
  /** More happened before it was to begin, which starts another run instead [seen: its own event's instant, asked: the later one]. */
  "later-event",
  /** It was not to begin, for the deal that an incoming call was to be about could not be made [message]. */
  "deal-not-made",
] as const;

/**
 * A member, who acts through an API key, or another run, whose name is its automation's. What was removed since has no
 * name.
 */
export const AutomationRunChanger = Type.Object({
  type: oneOf(["user", "run"]),
  id: Type.String(),
  name: nullable(Type.String()),
  /** The key that the member used. */
  apiKey: nullable(Type.Object({ id: Type.String(), name: nullable(Type.String()) })),
  /** Of the other run. */
  automationId: nullable(Type.String()),
});

/**
 * Somebody or something else than its steps changed a run: mostly its status, where `from` is null when it was not to
 * begin; its version, where the status stayed.
 */
export const AutomationRunChange = Type.Object({
  at: dateTime(),
  from: nullable(AutomationRunStatus),
  to: AutomationRunStatus,
  why: Type.Object({ code: oneOf(RUN_CHANGE_CODES), params: looseObject() }),
  /** Null where the service did so by itself. */
  by: nullable(AutomationRunChanger),
});

/** The contact a run is about, as contacts are called. */
export const AutomationRunContact = Type.Object({ id: Type.String(), displayName: Type.String() });

/** A run with all that happened in it, and the definition of the version it runs. */
export const AutomationRunDetail = Type.Object({
  ...AutomationRun.properties,
  phase: oneOf(PHASES),
  /** How far a test's clock is ahead, where time was let pass by hand: its steps and changes are dated by it. */
  clockAheadMs: Type.Optional(Type.Number()),
  /** Until then an action is under way outside, and nobody else goes on. */
  leaseUntil: nullable(dateTime()),
  deal: nullable(AutomationRunDeal),
  /** Whom the run is about: null where nobody is known, or the contact is gone or not the member's to see. */
  contact: Type.Optional(nullable(AutomationRunContact)),
  /** What the event brought, with the contact's latest answer as `message`. */
  event: looseObject(),
  steps: Type.Array(AutomationRunStep),
  effects: Type.Array(AutomationRunEffect),
  /** In the order in which they came about; empty for runs that ended before this was kept. */
  changes: Type.Array(AutomationRunChange),
  /** The newest 50 of its webhooks, newest first. */
  deliveries: Type.Array(AutomationRunDelivery),
  respectBusinessHours: Type.Boolean(),
  graphDefinition: GraphDefinition,
});

/** How many runs came to a node and left it that way; `handle` is null for those that are still there, or ended there. */
export const AutomationWayCount = Type.Object({
  nodeId: Type.String(),
  handle: nullable(Type.String()),
  edgeId: nullable(Type.String()),
  runs: Type.Integer(),
});

/** Runs that wait at a node, of one version. `nextAttemptAt` is when the first of them goes on. */
export const AutomationWaitingRuns = Type.Object({
  nodeId: nullable(Type.String()),
  automationVersion: Type.Integer(),
  runs: Type.Integer(),
  awaitingReply: Type.Integer(),
  nextAttemptAt: nullable(dateTime()),
});

/** Where the runs that began in a period went. Instants are UTC, `from` inclusive, `to` exclusive. */
export const AutomationStats = Type.Object({
  from: dateTime(),
  to: dateTime(),
  runs: Type.Integer(),
  byStatus: Type.Array(Type.Object({ status: AutomationRunStatus, runs: Type.Integer() })),
  ways: Type.Array(AutomationWayCount),
  waiting: Type.Array(AutomationWaitingRuns),
});

/** Runs that wait now, and the definitions of the versions they run. */
export const AutomationWaiting = Type.Object({
  waiting: Type.Array(AutomationWaitingRuns),
  versions: Type.Array(Type.Object({ version: Type.Integer(), graphDefinition: GraphDefinition })),
});
