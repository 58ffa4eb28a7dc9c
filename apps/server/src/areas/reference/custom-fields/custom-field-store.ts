import { type Kysely, sql } from "kysely";
import type { CustomFieldStore, CustomFieldValues } from "./port.ts";
import { done } from "../../../platform/service/outcome.ts";
import { readCustomFields } from "../store/reference-rows.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";

const NOW = sql<Date>`now()`;

export function createCustomFieldStore(db: Kysely<Database>): CustomFieldStore {
  return {
    save: (workspaceId, decide) =>
      inTransaction(db, async (trx) => {
        await lockFields(trx, workspaceId);
        const decision = decide(await readCustomFields(trx, workspaceId, {}));
        if (!decision.ok) return decision;
        await write(trx, workspaceId, decision.value);
        const [saved] = await readCustomFields(trx, workspaceId, { id: decision.value.id });
        if (saved === undefined) throw new Error("A custom field that was just saved is not there");
        return done(saved);
      }),

    delete: (workspaceId, id) =>
      inTransaction(db, async (trx) => {
        await lockFields(trx, workspaceId);
        const [deleted] = await trx
          .deleteFrom("custom_fields")
          .where("workspace_id", "=", workspaceId)
          .where("id", "=", id)
          .execute();
        if (deleted?.numDeletedRows !== 1n) return false;
        await forget(trx, workspaceId, id);
        return true;
      }),
  };
}

/** Writers of a workspace's definitions wait for each other, so that slugs stay different and rules never lead in a circle. */
async function lockFields(trx: Kysely<Database>, workspaceId: string): Promise<void> {
  await trx.selectFrom("workspaces").select("id").where("id", "=", workspaceId).forNoKeyUpdate().execute();
}

async function write(trx: Kysely<Database>, workspaceId: string, field: CustomFieldValues): Promise<void> {
  const columns = {
    name: field.name,
    description: field.description,
    placeholder: field.placeholder,
    options: jsonOrNull(field.options),
    config: jsonOrNull(field.config),
    is_required: field.isRequired,
    api_only: field.apiOnly,
    display_order: field.displayOrder,
    section: field.section,
    pipeline_config: jsonOrNull(field.pipelineConfig),
    visibility_rule: jsonOrNull(field.visibilityRule),
  };
  await trx
    .insertInto("custom_fields")
    .values({
      workspace_id: workspaceId,
      id: field.id,
      entity_type: field.entityType,
      slug: field.slug,
      field_type: field.fieldType,
      ...columns,
    })
    .onConflict((conflict) => conflict.columns(["workspace_id", "id"]).doUpdateSet({ ...columns, updated_at: NOW }))
    .execute();
}

/** Takes a deleted field out of what refers to it. Values in deals stay: nothing shows them without a definition. */
async function forget(trx: Kysely<Database>, workspaceId: string, id: string): Promise<void> {
  await trx
    .updateTable("custom_fields")
    .set({ visibility_rule: null, updated_at: NOW })
    .where("workspace_id", "=", workspaceId)
    .where(sql<string>`visibility_rule ->> 'parentFieldId'`, "=", id)
    .execute();
  await trx.deleteFrom("pipeline_fields").where("workspace_id", "=", workspaceId).where("field", "=", id).execute();
}

const jsonOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value);
