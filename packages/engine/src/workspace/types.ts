import type { GraphDefinition } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { BusinessHours, Facts, Reply, RoundRobinState, RunStatus, Step } from "../contract/run.ts";
import type { Catalogue, Outcome, SimulationError } from "../contract/scenario.ts";
export type { WorkspaceStage } from "../contract/scenario.ts";
import type { StartReason } from "../trigger/starts-on.ts";
import type { StartRules } from "../trigger/start-rules.ts";

/** An automation as the API shows it, as far as it decides what happens. */
export interface WorkspaceAutomation extends StartRules {
  readonly graphDefinition: GraphDefinition;
  readonly respectBusinessHours?: boolean;
  /** Standing of its round robins by node id, from earlier runs. */
  readonly roundRobin?: Readonly<Record<string, RoundRobinState>>;
}

/** A contact as facts read it. */
export interface WorkspaceContact {
  readonly id: string;
  readonly facts?: JsonObject;
}

/** A deal as facts read it, under `deal`: open, of the value 0 and in the pipeline of its stage, unless it is said otherwise. */
export interface WorkspaceDeal {
  readonly id: string;
  readonly contactId?: string | null;
  readonly facts: JsonObject;
}

/** A member of the workspace, who takes turns while `active`, as by default. */
export interface WorkspaceMember {
  readonly id: string;
  readonly active?: boolean;
}

/** Who takes a pipeline's deals by turns: those with access, or everybody without. `lastTurn` is whose turn it was last. */
export interface WorkspacePipeline {
  readonly id: string;
  readonly access?: readonly string[];
  readonly lastTurn?: string | null;
}

/**
 * What people and the world do. `at` is an ISO 8601 instant. What would give a contact a second open deal in a pipeline is
 * refused, so that nothing happens.
 */
export type Happening = { readonly at: string } & (
  | { readonly type: "deal_created"; readonly deal: WorkspaceDeal }
  /** `set` by the names of the deal's facts: `value`, `stageId`, `customFields.<slug>`. */
  | {
      readonly type: "deal_changed";
      readonly dealId: string;
      readonly set?: JsonObject;
      readonly addTagIds?: readonly string[];
      readonly removeTagIds?: readonly string[];
    }
  /** A contact writes, and quotes nothing. */
  | { readonly type: "message"; readonly contactId: string; readonly reply: Reply; readonly channelId?: string }
  /**
   * Any other event: a comment, a task that is done, a schedule's time, an incoming call. A comment is about the contact's
   * newest open deal where `dealId` is left out. A time names its automation in `payload.automationId`; where that asks for
   * each deal (`forEachDeal`), every open deal of its scope has an event, or only the one that `dealId` names.
   */
  | {
      readonly type: "event";
      readonly event: string;
      readonly dealId?: string | null;
      readonly contactId?: string | null;
      readonly payload?: JsonObject;
    }
);

/** How the world answers the nodes of automations, by automation and node. */
export type WorkspaceOutcomes = Readonly<Record<string, Readonly<Record<string, Outcome>>>>;

/** Automations, deals (the oldest first) and contacts on one clock. Nodes without an outcome succeed, and awaited replies stay silent. */
export interface WorkspaceScenario extends Catalogue {
  readonly automations: readonly WorkspaceAutomation[];
  readonly deals: readonly WorkspaceDeal[];
  readonly contacts: readonly WorkspaceContact[];
  readonly events: readonly Happening[];
  readonly outcomes?: WorkspaceOutcomes;
  /** Outcomes of single deals, which come before the others, by deal id. */
  readonly dealOutcomes?: Readonly<Record<string, WorkspaceOutcomes>>;
  /** ISO 8601 instants: what is due at `until` still happens. */
  readonly from: string;
  readonly until: string;
  /** IANA; UTC by default. */
  readonly timeZone?: string;
  readonly businessHours?: BusinessHours | null;
  /** Among whom turns go for leads that automations make and name nobody for; without them such leads are nobody's. */
  readonly members?: readonly WorkspaceMember[];
  /** Without them everybody has access. */
  readonly pipelines?: readonly WorkspacePipeline[];
  readonly seed?: string;
}

/** One thing that happened, and what came of it. `at` is an ISO 8601 instant. */
export interface WorkspaceEvent {
  readonly id: string;
  readonly at: string;
  readonly type: string;
  readonly dealId: string | null;
  readonly contactId: string | null;
  readonly payload: JsonObject;
  /** The run and node that raised it; null where people or the world did. */
  readonly raisedBy: { readonly runId: string; readonly nodeId: string } | null;
  readonly depth: number;
  /** Of the runs that it started. */
  readonly started: readonly string[];
  /** Why it started no run of an automation of its type, by automation; kept only where it is asked for. */
  readonly refused: readonly { readonly automationId: string; readonly reason: StartReason }[];
}

/** A step of a run; `at` is an ISO 8601 instant. */
export type WorkspaceStep = Omit<Step, "at"> & { readonly at: string };

/**
 * A run in the workspace. Instants are ISO 8601: `startedAt` may be still to come where its automation puts starts off, and
 * `endedAt` is null where it still waits. `refusal` says why one is `skipped`.
 */
export interface WorkspaceRun {
  readonly id: string;
  readonly automationId: string;
  readonly dealId: string | null;
  readonly contactId: string | null;
  readonly eventId: string;
  readonly depth: number;
  readonly status: RunStatus;
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly refusal?: StartReason;
  readonly steps: readonly WorkspaceStep[];
}

/** What a contact wrote, and which run took it for an answer. `meantFor` is what the scenario has it answer. */
export interface WorkspaceMessage {
  readonly at: string;
  readonly contactId: string;
  readonly reply: Reply;
  readonly meantFor: QuestionRef | null;
  readonly takenBy: QuestionRef | null;
}

/** A question of a run. */
export interface QuestionRef {
  readonly runId: string;
  readonly nodeId: string;
}

/** How a workspace is simulated. */
export interface WorkspaceOptions {
  /** Moves of runs after which it is given up; five million by default. */
  readonly stepBudget?: number;
  /** Whether events keep why they started nothing. */
  readonly explain?: boolean;
}

/** What happened in a workspace, in order. */
export interface WorkspaceResult {
  readonly events: readonly WorkspaceEvent[];
  readonly runs: readonly WorkspaceRun[];
  readonly messages: readonly WorkspaceMessage[];
  /** Facts at the end, by deal. */
  readonly deals: Readonly<Record<string, Facts>>;
  /** Automations whose graph cannot run: what they would do is not known. */
  readonly unknown: readonly string[];
  readonly error: SimulationError | null;
}
