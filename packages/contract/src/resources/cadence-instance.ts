import { Type } from "typebox";
import { dateTime, nullable, type Schema } from "../schema.ts";
import { CadenceChannel, CadenceInstanceStatus, CadenceTaskStatus, CadenceTrackType } from "./cadence.ts";
import { failure } from "./failure.ts";

const maybeText = () => nullable(Type.String());

/** Contract, "Cadence instance", attempts. */
export const CadenceAttempt = Type.Object({
  id: Type.String(),
  attemptNumber: Type.Integer(),
  channel: CadenceChannel,
  success: Type.Boolean(),
  providerMessageId: maybeText(),
  voiceCallId: maybeText(),
  emailMessageId: maybeText(),
  executedByUserId: maybeText(),
  errorMessage: maybeText(),
  failure: failure(),
  executedAt: dateTime(),
});

/** Contract, "Cadence instance", tasks. A task is done when `quantity` attempts succeeded. */
export const CadenceTask = Type.Object({
  id: Type.String(),
  channel: CadenceChannel,
  dayNumber: Type.Integer(),
  stepOrder: Type.Integer(),
  quantity: Type.Integer(),
  attemptCount: Type.Integer(),
  status: CadenceTaskStatus,
  ownerUserId: Type.String(),
  dueAt: dateTime(),
  doneAt: nullable(dateTime()),
  overdueAt: nullable(dateTime()),
  description: maybeText(),
  whatsappTemplateName: maybeText(),
  skipReason: maybeText(),
  attempts: Type.Array(CadenceAttempt),
});

/** Contract, "Cadence instance": one deal's run through a cadence. */
export const DealCadenceInstance = Type.Object({
  id: Type.String(),
  dealId: Type.String(),
  workspaceId: Type.String(),
  dealSeq: Type.Integer(),
  cadenceId: maybeText(),
  trackType: CadenceTrackType,
  stageId: maybeText(),
  cadenceVersion: nullable(Type.Integer()),
  status: CadenceInstanceStatus,
  startedAt: dateTime(),
  pausedAt: nullable(dateTime()),
  resumedAt: nullable(dateTime()),
  completedAt: nullable(dateTime()),
  stoppedAt: nullable(dateTime()),
  pauseReason: maybeText(),
  stopReason: maybeText(),
  stageCadenceCompleted: Type.Boolean(),
  tasks: Type.Array(CadenceTask),
});

/** Contract, "Task execution result". */
export const TaskExecution = Type.Object({
  ok: Type.Boolean(),
  duplicated: Type.Boolean(),
  taskStatus: CadenceTaskStatus,
  attemptNumber: Type.Integer(),
  attemptId: maybeText(),
  providerMessageId: maybeText(),
  voiceCallId: maybeText(),
  emailMessageId: maybeText(),
  idempotencyKey: maybeText(),
  executedAt: dateTime(),
});

export const EnrollInCadenceRequest = Type.Object({
  cadenceId: Type.String({ minLength: 1 }),
  startDay: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }))),
});

const text = (maxLength: number): Schema => Type.Optional(nullable(Type.String({ maxLength })));

export const ExecuteCadenceTaskRequest = Type.Object({
  idempotencyKey: Type.String({ minLength: 1, maxLength: 120 }),
  message: text(4000),
  subject: text(160),
  htmlBody: text(10_000),
  textBody: text(4000),
  manualReferenceId: text(120),
});

/** Why a cadence is paused or stopped, or a task skipped, in a person's words. */
export const CadenceReasonRequest = Type.Object({ reason: text(255) });
