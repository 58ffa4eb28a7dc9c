import { randomUUID } from "node:crypto";
import type { Kysely, Updateable } from "kysely";
import type { InstanceChange } from "../changes.ts";
import type { Enrollment } from "../enrollment.ts";
import type { StoredAttempt, StoredInstance } from "../model.ts";
import type { Actor } from "../../activities/history.ts";
import { jsonOrNull } from "../../../platform/database/columns.ts";
import { insertActivities } from "../../activities/history-store.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

/*
 * Written in the transaction of whoever holds the deal's lock.
 */

/** Writes a change of an instance and its history. */
export async function applyChange(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  instanceId: string,
  change: InstanceChange,
): Promise<void> {
  const { instance = {}, tasks = [], newAttempts = [], attempts = [], activities = [] } = change;
  const columns = instanceColumns(instance);
  if (Object.keys(columns).length > 0) {
    await trx
      .updateTable("cadence_instances")
      .set(columns)
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", instanceId)
      .execute();
  }
  for (const task of tasks) {
    const values = defined({
      status: task.status,
      owner_user_id: task.ownerUserId,
      due_at: dateOf(task.dueAt),
      overdue_at: dateOf(task.overdueAt),
      done_at: dateOf(task.doneAt),
      skip_reason: task.skipReason,
    });
    await trx
      .updateTable("cadence_tasks")
      .set(values)
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", task.id)
      .execute();
  }
  if (newAttempts.length > 0) {
    const rows = newAttempts.map((attempt) => ({
      ...attemptColumns(attempt),
      workspace_id: workspaceId,
      id: attempt.id,
      task_id: attempt.taskId,
      attempt_number: attempt.attemptNumber,
      channel: attempt.channel,
      idempotency_key: attempt.idempotencyKey,
      executed_at: new Date(attempt.executedAt),
      lease_until: new Date(attempt.leaseUntil),
      task_status: attempt.taskStatus,
    }));
    await trx.insertInto("cadence_attempts").values(rows).execute();
  }
  for (const attempt of attempts) {
    await trx
      .updateTable("cadence_attempts")
      .set(attemptColumns(attempt))
      .where("workspace_id", "=", workspaceId)
      .where("id", "=", attempt.id)
      .execute();
  }
  await insertActivities(trx, workspaceId, actor, activities);
}

/** Writes a deal's start into a cadence; the one before is no longer its latest. */
export async function insertEnrollment(
  trx: Kysely<Database>,
  workspaceId: string,
  actor: Actor,
  dealId: string,
  { instance, tasks, activities }: Enrollment,
): Promise<void> {
  await trx
    .updateTable("cadence_instances")
    .set({ is_latest: false })
    .where("workspace_id", "=", workspaceId)
    .where("deal_id", "=", dealId)
    .where("is_latest", "=", true)
    .execute();
  const { id, startedAt } = instance;
  await trx
    .insertInto("cadence_instances")
    .values({
      workspace_id: workspaceId,
      id,
      deal_id: dealId,
      cadence_id: instance.cadenceId,
      cadence_name: instance.cadenceName,
      cadence_version: instance.cadenceVersion,
      pipeline_id: instance.pipelineId,
      track_type: instance.trackType,
      stage_id: instance.stageId,
      status: instance.status,
      start_day: instance.startDay,
      started_at: new Date(startedAt),
      pause_reason: null,
      stop_reason: null,
    })
    .execute();
  const rows = tasks.map((task) => ({
    workspace_id: workspaceId,
    id: randomUUID(),
    instance_id: id,
    day_number: task.dayNumber,
    step_order: task.stepOrder,
    channel: task.channel,
    quantity: task.quantity,
    status: task.dueAt <= startedAt ? "due" : "pending",
    owner_user_id: null,
    due_at: new Date(task.dueAt),
    overdue_at: new Date(task.overdueAt),
    skip_reason: null,
    time_of_day: task.timeOfDay,
    description: task.description,
    whatsapp_template_name: task.whatsappTemplateName,
    whatsapp_template_language: task.whatsappTemplateLanguage,
    whatsapp_template_parameters:
      task.whatsappTemplateParameters === null ? null : JSON.stringify(task.whatsappTemplateParameters),
    message: task.message,
    subject: task.subject,
    html_body: task.htmlBody,
    text_body: task.textBody,
  }));
  await trx.insertInto("cadence_tasks").values(rows).execute();
  await insertActivities(trx, workspaceId, actor, activities);
}

const instanceColumns = (change: Partial<StoredInstance>): Updateable<Database["cadence_instances"]> =>
  defined({
    status: change.status,
    paused_at: dateOf(change.pausedAt),
    resumed_at: dateOf(change.resumedAt),
    completed_at: dateOf(change.completedAt),
    stopped_at: dateOf(change.stoppedAt),
    pause_reason: change.pauseReason,
    stop_reason: change.stopReason,
    stage_cadence_completed: change.stageCadenceCompleted,
  });

const attemptColumns = (attempt: Partial<StoredAttempt>): Updateable<Database["cadence_attempts"]> =>
  defined({
    success: attempt.success,
    provider_message_id: attempt.providerMessageId,
    voice_call_id: attempt.voiceCallId,
    email_message_id: attempt.emailMessageId,
    executed_by: attempt.executedByUserId,
    error_message: attempt.errorMessage,
    failure: jsonOrNull(attempt.failure),
    executed_at: dateOf(attempt.executedAt),
    manual_reference_id: attempt.manualReferenceId,
    task_status: attempt.taskStatus,
    lease_until: dateOf(attempt.leaseUntil),
  });

const dateOf = <Absent extends null | undefined>(at: number | Absent): Date | Absent =>
  typeof at === "number" ? new Date(at) : at;

/** What is to be changed, without what is not. */
const defined = <T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
