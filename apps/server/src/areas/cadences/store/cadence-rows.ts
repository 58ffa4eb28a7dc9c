import type { Kysely, Selectable } from "kysely";
import type {
  CadenceChannel,
  CadenceDeal,
  CadenceInstanceStatus,
  CadenceTaskStatus,
  CadenceTrackType,
  Calendar,
  InstanceView,
  KeptStatus,
  StoredAttempt,
  StoredInstance,
  StoredTask,
} from "../model.ts";
import type { Viewer } from "../../../platform/security/principal.ts";
import { hoursOf } from "../../reference/store/reference-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";

type Row<Table extends keyof Database> = Selectable<Database[Table]>;

const ms = (instant: Date | null): number | null => instant?.getTime() ?? null;

export interface DealOfCadence {
  deal: CadenceDeal;
  calendar: Calendar;
}

/** A visible deal as cadences see it, by its number or its id. Locked when the caller is going to change its cadence. */
export async function findDeal(
  db: Kysely<Database>,
  viewer: Viewer,
  which: { seq: number } | { id: string },
  lock: boolean,
): Promise<DealOfCadence | null> {
  const deals = db
    .selectFrom("deals")
    .innerJoin("workspaces", "workspaces.id", "deals.workspace_id")
    .leftJoin("contacts", (join) =>
      join.onRef("contacts.workspace_id", "=", "deals.workspace_id").onRef("contacts.id", "=", "deals.contact_id"),
    )
    .where("deals.workspace_id", "=", viewer.workspaceId)
    .where("seq" in which ? "deals.seq" : "deals.id", "=", "seq" in which ? which.seq : which.id)
    .where(dealIsVisible(viewer))
    .select([
      "deals.id",
      "deals.seq",
      "deals.status",
      "deals.pipeline_id",
      "deals.stage_id",
      "deals.responsible_user_id",
      "workspaces.time_zone",
      "workspaces.business_hours",
      "contacts.id as contact_id",
      "contacts.phone",
      "contacts.email",
      "contacts.blocked",
      "contacts.opted_out_at",
    ]);
  // The one lock of everything about a deal's cadence. It lets others refer to the deal meanwhile.
  const row = await (lock ? deals.forNoKeyUpdate("deals") : deals).executeTakeFirst();
  if (row === undefined) return null;
  return {
    deal: {
      id: row.id,
      seq: row.seq,
      status: row.status as CadenceDeal["status"],
      pipelineId: row.pipeline_id,
      stageId: row.stage_id,
      responsibleUserId: row.responsible_user_id,
      contact:
        row.contact_id === null
          ? null
          : {
              id: row.contact_id,
              phone: row.phone,
              email: row.email,
              blocked: row.blocked ?? false,
              optedOutAt: ms(row.opted_out_at),
            },
    },
    calendar: { timeZone: row.time_zone, businessHours: hoursOf(row.business_hours, row.time_zone) },
  };
}

/** A deal's latest run through a cadence; null when it has none. */
export async function readView(
  db: Kysely<Database>,
  workspaceId: string,
  { deal, calendar }: DealOfCadence,
): Promise<InstanceView | null> {
  const instance = await db
    .selectFrom("cadence_instances")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("deal_id", "=", deal.id)
    .where("is_latest", "=", true)
    .executeTakeFirst();
  if (instance === undefined) return null;
  return {
    workspaceId,
    calendar,
    deal,
    instance: toInstance(instance),
    tasks: await readTasks(db, workspaceId, instance.id),
  };
}

async function readTasks(db: Kysely<Database>, workspaceId: string, instanceId: string): Promise<StoredTask[]> {
  const tasks = await db
    .selectFrom("cadence_tasks")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("instance_id", "=", instanceId)
    .orderBy("day_number")
    .orderBy("step_order")
    .orderBy("id")
    .execute();
  const attempts = await db
    .selectFrom("cadence_attempts")
    .innerJoin("cadence_tasks", (join) =>
      join
        .onRef("cadence_tasks.workspace_id", "=", "cadence_attempts.workspace_id")
        .onRef("cadence_tasks.id", "=", "cadence_attempts.task_id"),
    )
    .selectAll("cadence_attempts")
    .where("cadence_attempts.workspace_id", "=", workspaceId)
    .where("cadence_tasks.instance_id", "=", instanceId)
    .orderBy("attempt_number")
    .execute();
  return tasks.map((task) =>
    toTask(
      task,
      attempts.filter(({ task_id }) => task_id === task.id),
    ),
  );
}

const toInstance = (row: Row<"cadence_instances">): StoredInstance => ({
  id: row.id,
  cadenceId: row.cadence_id,
  cadenceName: row.cadence_name,
  cadenceVersion: row.cadence_version,
  pipelineId: row.pipeline_id,
  trackType: row.track_type as CadenceTrackType,
  stageId: row.stage_id,
  status: row.status as CadenceInstanceStatus,
  startDay: row.start_day,
  startedAt: row.started_at.getTime(),
  pausedAt: ms(row.paused_at),
  resumedAt: ms(row.resumed_at),
  completedAt: ms(row.completed_at),
  stoppedAt: ms(row.stopped_at),
  pauseReason: row.pause_reason,
  stopReason: row.stop_reason,
  stageCadenceCompleted: row.stage_cadence_completed,
});

const toTask = (row: Row<"cadence_tasks">, attempts: readonly Row<"cadence_attempts">[]): StoredTask => ({
  id: row.id,
  dayNumber: row.day_number,
  stepOrder: row.step_order,
  channel: row.channel as CadenceChannel,
  quantity: row.quantity,
  status: row.status as KeptStatus,
  ownerUserId: row.owner_user_id,
  dueAt: row.due_at.getTime(),
  overdueAt: row.overdue_at.getTime(),
  doneAt: ms(row.done_at),
  skipReason: row.skip_reason,
  timeOfDay: row.time_of_day,
  description: row.description,
  whatsappTemplateName: row.whatsapp_template_name,
  whatsappTemplateLanguage: row.whatsapp_template_language,
  whatsappTemplateParameters: row.whatsapp_template_parameters,
  message: row.message,
  subject: row.subject,
  htmlBody: row.html_body,
  textBody: row.text_body,
  attempts: attempts.map(toAttempt),
});

const toAttempt = (row: Row<"cadence_attempts">): StoredAttempt => ({
  id: row.id,
  attemptNumber: row.attempt_number,
  channel: row.channel as CadenceChannel,
  success: row.success,
  providerMessageId: row.provider_message_id,
  voiceCallId: row.voice_call_id,
  emailMessageId: row.email_message_id,
  executedByUserId: row.executed_by,
  errorMessage: row.error_message,
  failure: row.failure,
  executedAt: row.executed_at.getTime(),
  leaseUntil: row.lease_until.getTime(),
  idempotencyKey: row.idempotency_key,
  manualReferenceId: row.manual_reference_id,
  taskStatus: row.task_status as CadenceTaskStatus,
});
