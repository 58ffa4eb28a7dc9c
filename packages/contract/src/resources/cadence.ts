import { Type } from "typebox";
import { dateTime, nullable, oneOf } from "../schema.ts";

/** How a step reaches the contact. `voice_call` and `research` are done by a person; only their outcome is recorded. */
export const CADENCE_CHANNELS = ["whatsapp", "voice_call", "email", "research"] as const;
export const CadenceChannel = oneOf(CADENCE_CHANNELS);

export const CADENCE_INSTANCE_STATUSES = ["active", "paused", "completed", "stopped_dnc", "stopped_stage_end"] as const;
export const CadenceInstanceStatus = oneOf(CADENCE_INSTANCE_STATUSES);

export const CADENCE_TASK_STATUSES = ["pending", "due", "done", "overdue", "skipped", "canceled", "blocked"] as const;
export const CadenceTaskStatus = oneOf(CADENCE_TASK_STATUSES);

/** `entry` runs in a whole pipeline, `stage_playbook` while a deal stands in one stage, `none` outside both. */
export const CadenceTrackType = oneOf(["entry", "stage_playbook", "none"]);

const text = (maxLength: number) => nullable(Type.String({ maxLength }));

/**
 * One step of a definition: what is to be done on a day, day 1 being the day of enrollment. `timeOfDay` is "HH:MM" in
 * the workspace's time zone; without it the step is due when the business hours open. Texts hold Liquid.
 */
export const CadenceStep = Type.Object({
  dayNumber: Type.Integer({ minimum: 1, maximum: 365 }),
  stepOrder: Type.Integer({ minimum: 1, maximum: 100 }),
  channel: CadenceChannel,
  quantity: Type.Integer({ minimum: 1, maximum: 20 }),
  description: text(2000),
  timeOfDay: nullable(Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$" })),
  whatsappTemplateName: text(512),
  whatsappTemplateLanguage: text(20),
  /** Fill the variables of the template's body, in their order. */
  whatsappTemplateParameters: nullable(Type.Array(Type.String({ maxLength: 1024 }), { maxItems: 20 })),
  message: text(4000),
  subject: text(160),
  htmlBody: text(10_000),
  textBody: text(4000),
});

/** A step as it is sent: what is left out is null, one execution, and the next place of its day. */
export const CadenceStepInput = Type.Object({
  ...CadenceStep.properties,
  stepOrder: Type.Optional(nullable(CadenceStep.properties.stepOrder)),
  quantity: Type.Optional(nullable(Type.Unsafe({ ...CadenceStep.properties.quantity, default: 1 }))),
  description: Type.Optional(CadenceStep.properties.description),
  timeOfDay: Type.Optional(CadenceStep.properties.timeOfDay),
  whatsappTemplateName: Type.Optional(CadenceStep.properties.whatsappTemplateName),
  whatsappTemplateLanguage: Type.Optional(CadenceStep.properties.whatsappTemplateLanguage),
  whatsappTemplateParameters: Type.Optional(CadenceStep.properties.whatsappTemplateParameters),
  message: Type.Optional(CadenceStep.properties.message),
  subject: Type.Optional(CadenceStep.properties.subject),
  htmlBody: Type.Optional(CadenceStep.properties.htmlBody),
  textBody: Type.Optional(CadenceStep.properties.textBody),
});

/** A cadence's definition. Deals that run it keep the steps they were enrolled with. */
export const Cadence = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: nullable(Type.String()),
  pipelineId: Type.String(),
  /** The stage whose deals it enrolls by itself; null for a cadence of the whole pipeline. */
  stageId: nullable(Type.String()),
  trackType: CadenceTrackType,
  active: Type.Boolean(),
  /** Counts up with every change but that of `active`. */
  version: Type.Integer({ minimum: 1 }),
  steps: Type.Array(CadenceStep),
  /** Deals that run it now, paused ones included. */
  runningDealCount: Type.Integer({ minimum: 0 }),
  createdAt: dateTime(),
  updatedAt: dateTime(),
});

const writable = {
  name: Type.String({ minLength: 1, maxLength: 255, pattern: "\\S" }),
  description: Type.Optional(text(2000)),
  pipelineId: Type.String(),
  stageId: Type.Optional(nullable(Type.String())),
  active: Type.Optional(Type.Boolean()),
  /** The same as `active`. */
  isActive: Type.Optional(Type.Boolean()),
  steps: Type.Array(CadenceStepInput, { minItems: 1, maxItems: 100 }),
};

export const CreateCadenceRequest = Type.Object({
  ...writable,
  active: Type.Optional(Type.Boolean({ default: true })),
});

/** Replaces the definition. Without `active` the switch stays; `baseVersion` refuses to replace another version. */
export const ReplaceCadenceRequest = Type.Object({
  ...writable,
  baseVersion: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
});

/** A deal and how far it is in its cadence. */
export const CadenceEnrollment = Type.Object({
  instanceId: Type.String(),
  dealId: Type.String(),
  dealSeq: Type.Integer(),
  dealName: Type.String(),
  contactId: nullable(Type.String()),
  responsibleUserId: Type.String(),
  cadenceVersion: nullable(Type.Integer()),
  status: CadenceInstanceStatus,
  startedAt: dateTime(),
  pausedAt: nullable(dateTime()),
  completedAt: nullable(dateTime()),
  stoppedAt: nullable(dateTime()),
  taskCount: Type.Integer({ minimum: 0 }),
  doneTaskCount: Type.Integer({ minimum: 0 }),
  /** When the next open task is, or was, due. */
  nextDueAt: nullable(dateTime()),
});
