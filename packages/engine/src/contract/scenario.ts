import type { MessageParams } from "./diagnostic.ts";
import type { JsonObject } from "./json.ts";
import type { Names } from "./names.ts";
import type { Trigger } from "./needs.ts";
import type { BusinessHours, Effect, Facts, Reason, Reply, RoundRobinState, RunStatus } from "./run.ts";

/** An answer of the contact, so many seconds after the question. */
export interface TimedReply {
  afterSeconds: number;
  reply: Reply;
}

/** How the world answers one attempt at a node's action. */
export type AttemptOutcome =
  /** `further`: what else the contact writes. It answers what is asked by then: this question, or a later one. */
  | ({ type: "reply"; further?: readonly TimedReply[] } & TimedReply)
  /** The action succeeds, and nobody replies. */
  | { type: "silence" }
  /** `retryAfterSeconds` is the provider's Retry-After. */
  | { type: "fail"; message?: string; retryAfterSeconds?: number }
  | { type: "fail_permanently"; message?: string }
  /** What became of it is not known. As the outcome of a node, that of its first attempt; others succeed. */
  | { type: "uncertain"; message?: string };

/** How the world answers one node of a scenario. */
export type Outcome =
  | Exclude<AttemptOutcome, { type: "fail" }>
  /** Fails `times` times with a transient error, then succeeds. 5 or more use up the retries. */
  | (Extract<AttemptOutcome, { type: "fail" }> & { times: number })
  /** One outcome for each attempt, in order; later attempts succeed. */
  | { type: "attempts"; attempts: readonly AttemptOutcome[] };

/** Text that could not be rendered: it stays as it was written. `path` is an RFC 6901 JSON Pointer into the config. */
export interface RenderIssue {
  path: string;
  code: string;
  message: string;
}

/**
 * Fills the Liquid in a config's texts from the facts at an instant (Unix ms). Never throws. `share` is the part that the
 * config may use of what one may cost (see a plan's `renderShare`); all of it by default. `names` says what the ids in
 * the facts are called, where the renderer was not told.
 */
export interface Renderer {
  render(
    config: JsonObject,
    facts: Facts,
    at: number,
    share?: number,
    names?: Names,
  ): { config: JsonObject; issues: RenderIssue[] };
}

/** A stage, so that a deal that is moved there is won, lost, or in another pipeline. */
export interface WorkspaceStage {
  readonly id: string;
  readonly pipelineId: string;
  readonly isWon?: boolean;
  readonly isLost?: boolean;
}

/** What a workspace has of what actions name. */
export interface Catalogue {
  /** Slug by custom-field id, so that a field set by its id is found again by its slug. */
  readonly fieldSlugs?: Readonly<Record<string, string>>;
  /** Type by custom-field slug, such as "number": a text that is set means one there, as in life. */
  readonly fieldTypes?: Readonly<Record<string, string>>;
  /** Without them a deal that moves stays in its pipeline, and open. */
  readonly stages?: readonly WorkspaceStage[];
}

/** One sample deal and how the world treats it. Nodes without an outcome succeed; awaited replies stay silent. */
export interface Scenario extends Catalogue {
  name?: string;
  /** ISO 8601 instant at which the trigger fires. */
  startAt: string;
  facts: Facts;
  outcomes?: Record<string, Outcome>;
  seed?: string;
  /** What starts the automation: actions fail as they do in life for what no such run has. */
  trigger?: Trigger;
  respectBusinessHours?: boolean;
  businessHours?: BusinessHours;
  /** IANA, for waits until a day and hour: by default that of the business hours, else UTC. */
  timeZone?: string;
  /** Round-robin state by node id, from earlier runs. */
  roundRobin?: Record<string, RoundRobinState>;
}

/** One entry of a simulated run's trace; append-only. `at` is an ISO 8601 instant. */
export interface TraceEntry {
  seq: number;
  at: string;
  nodeId: string;
  /** Handle by which the token left, null while it stays. */
  handle: string | null;
  edgeId: string | null;
  why: Reason;
  /** `why` in English, with the values compared: "branch VIP: deal.value 12000 ≥ 10000". */
  text: string;
  effect: Effect | null;
  /** The effect's config with its Liquid rendered, for actions. Null without a renderer. */
  rendered: JsonObject | null;
  /** What could not be rendered. */
  issues: RenderIssue[];
}

/** Why a simulation could not start or go on. */
export interface SimulationError {
  code:
    | "invalid-definition"
    | "invalid-scenario"
    | "invalid-model"
    | "invalid-size"
    | "worker-failed"
    | "unknown-time-zone"
    | "invalid-business-hours"
    | "hours-never-open"
    | "step-budget";
  /** In English; `describeSimulationError` says it in other languages. */
  message: string;
  /** What exactly is wrong, and the values that the message puts into its words. */
  detail?: string;
  params?: MessageParams;
}

/** What a simulation answers. `error` tells why a simulation could not go on. Instants are ISO 8601. */
export interface SimulationResult {
  status: RunStatus;
  trace: TraceEntry[];
  /** Facts after the run's own changes (tags, stage, fields, owner). */
  facts: Facts;
  startedAt: string;
  endedAt: string;
  durationMs: number;
  roundRobin: Record<string, RoundRobinState>;
  error: SimulationError | null;
}
