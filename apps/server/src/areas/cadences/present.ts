import type { Cadence, CadenceAttempt, CadenceTask, DealCadenceInstance, TaskExecution } from "@trilho/contract";
import { failureReason, failureMessage } from "@trilho/engine/failures";
import type { InstanceView, StoredAttempt, StoredCadence, StoredTask } from "./model.ts";
import { overdueSince, taskStatusAt } from "./standing.ts";

export const presentCadence = (stored: StoredCadence): Cadence => ({
  id: stored.id,
  name: stored.name,
  description: stored.description,
  pipelineId: stored.pipelineId,
  stageId: stored.stageId,
  trackType: stored.stageId === null ? "entry" : "stage_playbook",
  active: stored.active,
  version: stored.version,
  steps: stored.steps,
  runningDealCount: stored.runningDealCount,
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
});

/** The contract's resource as it stands at `now` (Unix ms). */
export function presentInstance(view: InstanceView, now: number): DealCadenceInstance {
  const { workspaceId, deal, instance } = view;
  return {
    id: instance.id,
    dealId: deal.id,
    workspaceId,
    dealSeq: deal.seq,
    cadenceId: instance.cadenceId,
    trackType: instance.trackType,
    stageId: instance.stageId,
    cadenceVersion: instance.cadenceVersion,
    status: instance.status,
    startedAt: iso(instance.startedAt),
    pausedAt: isoOrNull(instance.pausedAt),
    resumedAt: isoOrNull(instance.resumedAt),
    completedAt: isoOrNull(instance.completedAt),
    stoppedAt: isoOrNull(instance.stoppedAt),
    pauseReason: instance.pauseReason,
    stopReason: instance.stopReason,
    stageCadenceCompleted: instance.stageCadenceCompleted,
    tasks: view.tasks.map((task) => presentTask(task, view, now)),
  };
}

function presentTask(task: StoredTask, view: InstanceView, now: number): CadenceTask {
  const attempts = task.attempts.filter((attempt) => !isUnderWay(attempt, now));
  return {
    id: task.id,
    channel: task.channel,
    dayNumber: task.dayNumber,
    stepOrder: task.stepOrder,
    quantity: task.quantity,
    attemptCount: attempts.length,
    status: taskStatusAt(task, view, now),
    ownerUserId: task.ownerUserId ?? view.deal.responsibleUserId,
    dueAt: iso(task.dueAt),
    doneAt: isoOrNull(task.doneAt),
    overdueAt: isoOrNull(overdueSince(task, view.instance, now)),
    description: task.description,
    whatsappTemplateName: task.whatsappTemplateName,
    skipReason: task.skipReason,
    attempts: attempts.map(presentAttempt),
  };
}

const INTERRUPTED = [failureReason("sending-lost")];

const presentAttempt = (attempt: StoredAttempt): CadenceAttempt => ({
  id: attempt.id,
  attemptNumber: attempt.attemptNumber,
  channel: attempt.channel,
  success: attempt.success ?? false,
  providerMessageId: attempt.providerMessageId,
  voiceCallId: attempt.voiceCallId,
  emailMessageId: attempt.emailMessageId,
  executedByUserId: attempt.executedByUserId,
  errorMessage: attempt.success === null ? failureMessage(INTERRUPTED) : attempt.errorMessage,
  failure: attempt.success === null ? INTERRUPTED : attempt.failure,
  executedAt: iso(attempt.executedAt),
});

/** Whether somebody is at it right now. */
export const isUnderWay = ({ success, leaseUntil }: StoredAttempt, now: number): boolean =>
  success === null && now < leaseUntil;

export const presentExecution = (attempt: StoredAttempt, duplicated: boolean): TaskExecution => ({
  ok: attempt.success === true,
  duplicated,
  taskStatus: attempt.taskStatus,
  attemptNumber: attempt.attemptNumber,
  attemptId: attempt.id,
  providerMessageId: attempt.providerMessageId,
  voiceCallId: attempt.voiceCallId,
  emailMessageId: attempt.emailMessageId,
  idempotencyKey: attempt.idempotencyKey,
  executedAt: iso(attempt.executedAt),
});

/** A task that ended without an execution. */
export const presentByHand = (task: StoredTask, status: "done" | "skipped", at: number): TaskExecution => ({
  ok: true,
  duplicated: false,
  taskStatus: status,
  attemptNumber: task.attempts.length,
  attemptId: null,
  providerMessageId: null,
  voiceCallId: null,
  emailMessageId: null,
  idempotencyKey: null,
  executedAt: iso(at),
});

const iso = (at: number): string => new Date(at).toISOString();
const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at));
