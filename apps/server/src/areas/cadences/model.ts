import type { CadenceAttempt, CadenceStep, CadenceTask, DealCadenceInstance } from "@trilho/contract";
import type { BusinessHours } from "@trilho/engine/contract";

/*
 * Instants are Unix ms here: everything is compared with a clock that tests step. They become ISO 8601 when presented.
 */

export type CadenceChannel = CadenceTask["channel"];
export type CadenceTaskStatus = CadenceTask["status"];
export type CadenceInstanceStatus = DealCadenceInstance["status"];
export type CadenceTrackType = DealCadenceInstance["trackType"];

/** A definition as stored. */
export interface StoredCadence {
  id: string;
  name: string;
  description: string | null;
  pipelineId: string;
  stageId: string | null;
  active: boolean;
  version: number;
  steps: CadenceStep[];
  runningDealCount: number;
  createdAt: string;
  updatedAt: string;
}

/** The writable part of a definition. */
export type CadenceDraft = Pick<StoredCadence, "name" | "description" | "pipelineId" | "stageId" | "active" | "steps">;

/** What is kept of a task's time: the rest of its status follows from the clock. */
export type KeptStatus = "pending" | "due" | "overdue" | "done" | "skipped" | "canceled";

/** One task of an instance: a step, copied, with its day. */
export interface StoredTask extends Omit<CadenceStep, "stepOrder"> {
  id: string;
  stepOrder: number;
  status: KeptStatus;
  /** Who did it; null while it is open, when it is the deal's responsible member's. */
  ownerUserId: string | null;
  dueAt: number;
  /** The end of the local day of `dueAt`: from then on an open task is overdue. */
  overdueAt: number;
  doneAt: number | null;
  skipReason: string | null;
  attempts: StoredAttempt[];
}

/** One execution. `success` is null while it is under way, which another process may take over from `leaseUntil` on. */
export interface StoredAttempt extends Omit<CadenceAttempt, "success" | "executedAt"> {
  success: boolean | null;
  executedAt: number;
  leaseUntil: number;
  idempotencyKey: string;
  manualReferenceId: string | null;
  /** The task's status after it, which a repetition answers too. */
  taskStatus: CadenceTaskStatus;
}

export interface StoredInstance {
  id: string;
  cadenceId: string | null;
  cadenceName: string;
  cadenceVersion: number | null;
  pipelineId: string;
  trackType: CadenceTrackType;
  stageId: string | null;
  status: CadenceInstanceStatus;
  startDay: number;
  startedAt: number;
  pausedAt: number | null;
  resumedAt: number | null;
  completedAt: number | null;
  stoppedAt: number | null;
  pauseReason: string | null;
  stopReason: string | null;
  stageCadenceCompleted: boolean;
}

/** What a cadence must know of its deal. */
export interface CadenceDeal {
  id: string;
  seq: number;
  status: "open" | "won" | "lost";
  pipelineId: string;
  stageId: string;
  responsibleUserId: string;
  contact: CadenceContact | null;
}

export interface CadenceContact {
  id: string;
  phone: string | null;
  email: string | null;
  blocked: boolean;
  optedOutAt: number | null;
}

/** The workspace's calendar. */
export interface Calendar {
  timeZone: string;
  /** Null: open at all times. */
  businessHours: BusinessHours | null;
}

/** A deal's latest run through a cadence, with all that its rules look at. */
export interface InstanceView {
  workspaceId: string;
  calendar: Calendar;
  deal: CadenceDeal;
  instance: StoredInstance;
  /** In order of day and place. */
  tasks: StoredTask[];
}
