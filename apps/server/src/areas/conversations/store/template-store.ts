import { type Kysely, sql } from "kysely";
import { isoOrNull, isStorableJson } from "../../../platform/database/columns.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { inTransaction } from "../../../platform/database/transaction.ts";
import type { ProviderTemplate, TemplateStore } from "../template-port.ts";

export const createTemplateStore = (db: Kysely<Database>): TemplateStore => ({
  async list(workspaceId, channelId) {
    const rows = await db
      .selectFrom("message_templates")
      .innerJoin("channels", (join) =>
        join
          .onRef("channels.workspace_id", "=", "message_templates.workspace_id")
          .onRef("channels.id", "=", "message_templates.channel_id"),
      )
      .selectAll("message_templates")
      .select("channels.name as channel_name")
      .where("message_templates.workspace_id", "=", workspaceId)
      .$if(channelId !== undefined, (query) => query.where("message_templates.channel_id", "=", channelId ?? ""))
      .orderBy("message_templates.name")
      .orderBy("message_templates.language")
      .orderBy("message_templates.channel_id")
      .execute();
    return rows.map((row) => ({
      channelId: row.channel_id,
      channelName: row.channel_name,
      name: row.name,
      language: row.language,
      category: row.category,
      status: row.status,
      components: row.components,
      syncedAt: isoOrNull(row.synced_at),
    }));
  },

  async components(workspaceId, { channelId, name, language }) {
    const row = await db
      .selectFrom("message_templates")
      .select("components")
      .where("workspace_id", "=", workspaceId)
      .where("name", "=", name)
      .where("language", "=", language)
      .$if(channelId !== null, (query) => query.where("channel_id", "=", channelId ?? ""))
      .orderBy("channel_id")
      .executeTakeFirst();
    return row?.components ?? null;
  },

  replaceSynced: (workspaceId, channelId, templates) =>
    inTransaction(db, async (trx) => {
      // Two who ask at once take turns.
      await trx
        .selectFrom("channels")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("id", "=", channelId)
        .forUpdate()
        .execute();
      await trx
        .deleteFrom("message_templates")
        .where("workspace_id", "=", workspaceId)
        .where("channel_id", "=", channelId)
        .where("synced_at", "is not", null)
        .execute();
      await write(trx, workspaceId, channelId, templates);
      const { count } = await trx
        .selectFrom("message_templates")
        .select((select) => select.fn.countAll<string>().as("count"))
        .where("workspace_id", "=", workspaceId)
        .where("channel_id", "=", channelId)
        .executeTakeFirstOrThrow();
      return Number(count);
    }),
});

/** The provider's word takes the place of the provisioning file's. What could not be stored as it is is left out. */
async function write(
  trx: Kysely<Database>,
  workspaceId: string,
  channelId: string,
  templates: readonly ProviderTemplate[],
): Promise<void> {
  const storable = templates.filter(isStorableJson);
  if (storable.length === 0) return;
  const rows = JSON.stringify(storable);
  await sql`
    insert into message_templates (workspace_id, channel_id, name, language, category, status, components, synced_at)
    select ${workspaceId}, ${channelId}, name, language, category, status, components, now()
    from json_to_recordset(${rows}::json)
      as told (name text, language text, category text, status text, components json)
    on conflict (workspace_id, channel_id, name, language) do update set
      category = excluded.category, status = excluded.status, components = excluded.components, synced_at = now()
  `.execute(trx);
}
