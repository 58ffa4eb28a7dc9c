import type { Actor } from "../activities/history.ts";
import type { Viewer } from "../../platform/security/principal.ts";
import type { Outcome } from "../../platform/service/outcome.ts";
import type { InstanceChange } from "./changes.ts";
import type { Enrollment } from "./enrollment.ts";
import type {
  CadenceDeal,
  CadenceDraft,
  CadenceInstanceStatus,
  Calendar,
  InstanceView,
  StoredCadence,
} from "./model.ts";
import type { Position } from "../../platform/security/cursors.ts";

export interface CadenceFilter {
  pipelineId?: string;
  active?: boolean;
}

/** A deal in the list of those enrolled in a cadence. Instants are ISO 8601. */
export interface EnrolledDeal {
  instanceId: string;
  dealId: string;
  dealSeq: number;
  dealName: string;
  contactId: string | null;
  responsibleUserId: string;
  cadenceVersion: number | null;
  status: CadenceInstanceStatus;
  startedAt: string;
  pausedAt: string | null;
  completedAt: string | null;
  stoppedAt: string | null;
  taskCount: number;
  doneTaskCount: number;
  nextDueAt: string | null;
}

/** What time it is, Unix ms: the database's, as that of whoever marks what is due. */
export type Clock = () => number | Promise<number>;

/** A change of what was read, and what the change's author wants to know of it. */
export interface Decision<T> {
  change: InstanceChange;
  value: T;
}

/** Definitions, and deals' runs through them. */
export interface CadenceStore {
  /** Newest first. */
  list(workspaceId: string, filter: CadenceFilter, limit: number, after: Position | null): Promise<StoredCadence[]>;
  get(workspaceId: string, id: string): Promise<StoredCadence | null>;
  /** Null when the stage has an active playbook already. */
  create(workspaceId: string, draft: CadenceDraft): Promise<StoredCadence | null>;
  /** The active playbook of a stage. */
  playbook(workspaceId: string, stageId: string): Promise<StoredCadence | null>;
  /** `decide` sees the locked definition. `taken`: another playbook is active for the stage. */
  replace(
    workspaceId: string,
    id: string,
    decide: (stored: StoredCadence) => Outcome<CadenceDraft & { version: number }>,
  ): Promise<Outcome<StoredCadence> | "missing" | "taken">;
  /** Only while no deal runs it. Deals that ran it keep what they did. */
  delete(workspaceId: string, id: string): Promise<"deleted" | "missing" | "running">;
  /** Stages of a pipeline that are not final; null when there is no such pipeline. */
  activeStages(workspaceId: string, pipelineId: string): Promise<ReadonlySet<string> | null>;
  /** Visible deals whose latest cadence is this one, the latest enrollment first. */
  deals(
    viewer: Viewer,
    cadenceId: string,
    statuses: readonly string[],
    limit: number,
    after: Position | null,
  ): Promise<EnrolledDeal[]>;
  /** A visible deal's latest run through a cadence. */
  view(viewer: Viewer, dealSeq: number): Promise<InstanceView | null>;
  /** Locks the deal, decides, writes. Refuses what is not there with 404. */
  enroll(
    viewer: Viewer,
    actor: Actor,
    dealSeq: number,
    cadenceId: string,
    decide: (found: EnrollmentFound) => Outcome<EnrollmentChange>,
  ): Promise<Outcome<InstanceView>>;
  /** Locks the deal, decides on its latest cadence, writes. Refuses what is not there with 404. */
  change<T>(
    viewer: Viewer,
    actor: Actor,
    dealSeq: number,
    decide: (view: InstanceView) => Outcome<Decision<T>>,
  ): Promise<Outcome<{ view: InstanceView; value: T }>>;
}

export interface EnrollmentFound {
  cadence: StoredCadence;
  deal: CadenceDeal;
  calendar: Calendar;
  /** The deal's latest run through a cadence, whatever became of it. */
  latest: InstanceView | null;
}

export interface EnrollmentChange {
  enrollment: Enrollment;
  /** What becomes of the one before. */
  before: InstanceChange | null;
}

/** What the clockwork does; each call does a part, `limit` rows of a kind, and answers how many rows it changed. */
export interface CadenceClock {
  /** Writes down which open tasks of active cadences are due or overdue at `now` (Unix ms). */
  mark(now: number, limit: number): Promise<number>;
  /** Stops running cadences whose deals or contacts no longer allow them. */
  stopEnded(now: number, limit: number): Promise<number>;
}
