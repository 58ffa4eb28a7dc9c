import { type Kysely, sql } from "kysely";
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
