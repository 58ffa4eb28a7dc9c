import type { Kysely, Selectable } from "kysely";
import type { StoredFieldSettings } from "./field-settings.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

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
