/** A row of the statements: a deal's columns, and what belongs to it as JSON that goes out as it is. */
export interface Row {
  readonly [column: string]: unknown;
  readonly slugs: readonly string[];
  readonly custom_fields: Readonly<Record<string, unknown>>;
  readonly stage_changed_at: Date;
  readonly activity_id: string | null;
  readonly type: string;
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

const DAY_MS = 86_400_000;

/** Those of the demo; a real handler has one for each kind of activity. */
const TITLES: Readonly<Record<string, string>> = {
  DEAL_CREATED: "Negócio criado",
  DEAL_UPDATED: "Negócio alterado",
  STAGE_CHANGED: "Movido para outra etapa",
  DEAL_WON: "Negócio ganho",
  DEAL_LOST: "Negócio perdido",
  TAG_ADDED: "Etiqueta adicionada",
  NOTE_CREATED: "Nota adicionada",
  TASK_CREATED: "Tarefa criada",
  TASK_COMPLETED: "Tarefa concluída",
  MEETING_CREATED: "Reunião agendada",
  MESSAGE_SENT: "Mensagem enviada",
  MESSAGE_RECEIVED: "Mensagem recebida",
  CADENCE_ENROLLED: "Entrou em uma cadência",
  CADENCE_TASK_DONE: "Passo da cadência concluído",
};

/** The contract's detailed deal. Instants are dates, which JSON writes. */
export const dealOf = (row: Row, now: number): object => ({
  id: row["id"],
  seq: row["seq"],
  name: row["name"],
  value: Number(row["value"]),
  currency: row["currency"],
  closeProbability: row["close_probability"],
  source: row["source"],
  status: row["status"],
  isReturning: row["is_returning"],
  pipelineId: row["pipeline_id"],
  stageId: row["stage_id"],
  responsibleUserId: row["responsible_user_id"],
  coOwnerUserId: row["co_owner_user_id"],
  lostReason: row["lost_reason"],
  notes: row["notes"],
  daysInStage: Math.max(0, Math.floor((now - row.stage_changed_at.getTime()) / DAY_MS)),
  expectedCloseAt: row["expected_close_at"],
  closedAt: row["closed_at"],
  returnSignaledAt: row["return_signaled_at"],
  stageChangedAt: row.stage_changed_at,
  createdAt: row["created_at"],
  updatedAt: row["updated_at"],
  tracking: row["tracking"],
  tags: row["tags"],
  responsible: { userId: row["responsible_user_id"], name: row["responsible_name"] },
  coOwner: row["co_owner_user_id"] === null ? null : { userId: row["co_owner_user_id"], name: row["co_owner_name"] },
  lastMessageAt: row["last_message_at"],
  lastMessageText: row["last_message_text"] ?? "",
  replyPending: row["reply_pending"] ?? false,
  activeChannels: row["active_channels"] ?? [],
  properties: propertiesOf(row),
  channel: row["channel_override"] ?? row["default_channel"],
  channelOverride: row["channel_override"],
  contact: row["contact"],
  stage: row["stage"],
  company: row["company"],
  cadence: row["cadence"],
  taskSummary: { pendingCount: row["pending"], overdueCount: row["overdue"], nextTask: row["next_task"] },
  lastActivity: row.activity_id === null ? null : activityOf(row),
});

function propertiesOf({ custom_fields: values, slugs }: Row): object {
  const shown: Record<string, unknown> = {};
  for (const slug in values) if (values[slug] !== null && slugs.includes(slug)) shown[slug] = values[slug];
  return shown;
}

const activityOf = (row: Row): object => ({
  id: row.activity_id,
  type: row.type,
  occurredAt: row["occurred_at"],
  title: TITLES[row.type],
  body: null,
  meta: { ...row.metadata, field: row["field"], changes: row["changes"] },
  actor: {
    actorType: row["actor_type"],
    userId: row["actor_user_id"],
    userName: row["actor_name"],
    userAvatarUrl: row["actor_image"],
    automationId: row["actor_automation_id"],
    automationName: row["automation_name"],
    copilotActionId: null,
    apiKeyId: row["actor_api_key_id"],
  },
});
