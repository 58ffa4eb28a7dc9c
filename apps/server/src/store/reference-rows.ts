import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import type { Selectable } from "kysely";
import { iso } from "./columns.ts";
import type { Database } from "./schema.ts";

type Row<Table extends keyof Database> = Selectable<Database[Table]>;
type StageRow = Row<"stages"> & { deal_count: string | number | null };

export const toTag = (row: Row<"tags">): JsonObject => ({
  id: row.id,
  name: row.name,
  color: row.color,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

export const toUser = (row: Row<"members">): JsonObject => ({
  id: row.id,
  name: row.name,
  email: row.email,
  image: row.image,
  role: row.role,
  active: row.active,
});

/** The options of a `members` field: everyone, those who left marked so that old values keep their names. */
export const memberOptions = (rows: readonly Row<"members">[]): JsonObject[] =>
  rows.map((row) => ({
    value: row.id,
    label: row.name,
    color: null,
    image: row.image,
    inactive: !row.active,
  }));

export const toPipeline = (row: Row<"pipelines">, stages: readonly StageRow[]): JsonObject => {
  const behaviors = row.behaviors as JsonObject[];
  return {
    id: row.id,
    seq: row.seq,
    position: row.position,
    name: row.name,
    description: row.description,
    isDefault: row.is_default,
    isArchived: row.is_archived,
    exitStageId: row.exit_stage_id,
    pipelineType: behaviors.some(({ type }) => type === "recurring_clients") ? "recurring_clients" : "standard",
    behaviors,
    attendanceQueueStageId: row.attendance_queue_stage_id,
    stages: stages.map(toStage),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
};

const toStage = (row: StageRow): JsonObject => ({
  id: row.id,
  seq: row.seq,
  order: row.position,
  name: row.name,
  color: row.color,
  description: row.description,
  isWon: row.is_won,
  isLost: row.is_lost,
  isRequired: row.is_required,
  requiredMilestoneFieldId: row.required_milestone_field_id,
  dealCount: Number(row.deal_count ?? 0),
});

export const toCustomField = (row: Row<"custom_fields">, members: JsonObject[]): JsonObject => ({
  id: row.id,
  entityType: row.entity_type,
  name: row.name,
  slug: row.slug,
  description: row.description,
  placeholder: row.placeholder,
  fieldType: row.field_type,
  options: row.field_type === "members" ? members : (row.options as JsonValue),
  config: row.config as JsonValue,
  isRequired: row.is_required,
  apiOnly: row.api_only,
  displayOrder: row.display_order,
  section: row.section,
  pipelineConfig: row.pipeline_config as JsonValue,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  visibilityRule: row.visibility_rule as JsonValue,
});
