import { type Kysely, type Selectable, sql } from "kysely";
import type { StoredFieldSettings } from "../domain/pipelines/field-settings.ts";
import { isStandardField, type RequiredField } from "../domain/pipelines/fields.ts";
import type { Database } from "./schema.ts";

/**
 * What a deal must have filled to be in this stage, by the pipeline's field settings (`requiredStageIds`): custom fields
 * by their slug in the deal's values, standard ones by their key. Empty for most stages.
 */
export async function requiredFields(
  db: Kysely<Database>,
  workspaceId: string,
  pipelineId: string,
  stageId: string,
): Promise<RequiredField[]> {
  const rows = await db
    .selectFrom("pipeline_fields as settings")
    .leftJoin("custom_fields as definition", (join) =>
      join
        .onRef("definition.workspace_id", "=", "settings.workspace_id")
        .onRef("definition.id", "=", "settings.field")
        .on("definition.entity_type", "=", "deal"),
    )
    .where("settings.workspace_id", "=", workspaceId)
    .where("settings.pipeline_id", "=", pipelineId)
    .where(sql<boolean>`settings.required_stage_ids::jsonb ? ${stageId}`)
    .select(["settings.field", "definition.slug", "definition.name"])
    .orderBy("definition.display_order")
    .orderBy("settings.field")
    .execute();
  return rows.flatMap(({ field, slug, name }): RequiredField[] => {
    if (slug !== null && name !== null) return [{ kind: "custom", field, slug, name }];
    return isStandardField(field) ? [{ kind: "standard", field }] : [];
  });
}

export async function readFieldSettings(
  db: Kysely<Database>,
  workspaceId: string,
  pipelineId: string,
): Promise<StoredFieldSettings[]> {
  const rows = await db
    .selectFrom("pipeline_fields")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("pipeline_id", "=", pipelineId)
    .execute();
  return rows.map(toSettings);
}

/** Runs in a transaction that holds the pipeline. */
export async function changeFieldSettings(
  trx: Kysely<Database>,
  workspaceId: string,
  pipelineId: string,
  field: string,
  change: (current: StoredFieldSettings | null) => StoredFieldSettings,
): Promise<void> {
  const current = (await readFieldSettings(trx, workspaceId, pipelineId)).find((one) => one.field === field);
  const next = change(current ?? null);
  const settings = {
    is_visible: next.isVisible,
    is_required: next.isRequired,
    is_suggested: next.isSuggested,
    required_stage_ids: JSON.stringify(next.requiredStageIds),
    visibility_override_stage_ids: JSON.stringify(next.visibilityOverrideStageIds),
    suggested_stage_ids: JSON.stringify(next.suggestedStageIds),
  };
  await trx
    .insertInto("pipeline_fields")
    .values({ workspace_id: workspaceId, pipeline_id: pipelineId, field, ...settings })
    .onConflict((conflict) => conflict.columns(["workspace_id", "pipeline_id", "field"]).doUpdateSet(settings))
    .execute();
}

const toSettings = (row: Selectable<Database["pipeline_fields"]>): StoredFieldSettings => ({
  field: row.field,
  isVisible: row.is_visible,
  isRequired: row.is_required,
  isSuggested: row.is_suggested,
  requiredStageIds: row.required_stage_ids,
  visibilityOverrideStageIds: row.visibility_override_stage_ids,
  suggestedStageIds: row.suggested_stage_ids,
});
