import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { Database } from "../platform/database/schema/database.ts";
import type { ProvisionTemplate } from "./file.ts";

/** Gives a channel the templates that the file lists, instead of those it listed before. What the provider told stays. */
export async function applyTemplates(
  trx: Kysely<Database>,
  workspaceId: string,
  channelId: string,
  templates: readonly ProvisionTemplate[],
): Promise<void> {
  const ofChannel = { workspace_id: workspaceId, channel_id: channelId };
  const rows = await trx
    .selectFrom("message_templates")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("channel_id", "=", channelId)
    .execute();
  const wanted = templates.map(({ name, language, category = "", status = "approved", components }) => ({
    name,
    language,
    category,
    status,
    components,
  }));
  const told = new Set(rows.flatMap((row) => (row.synced_at === null ? [] : [keyOf(row)])));
  const kept = new Set(
    rows.flatMap(({ workspace_id: _workspace, channel_id: _channel, synced_at: syncedAt, ...row }) =>
      syncedAt === null && wanted.some((each) => isDeepStrictEqual(each, row)) ? [keyOf(row)] : [],
    ),
  );
  const gone = rows.filter((row) => row.synced_at === null && !kept.has(keyOf(row)));
  for (const { name, language } of gone) {
    await trx
      .deleteFrom("message_templates")
      .where("workspace_id", "=", workspaceId)
      .where("channel_id", "=", channelId)
      .where("name", "=", name)
      .where("language", "=", language)
      .execute();
  }
  const fresh = wanted.filter((each) => !told.has(keyOf(each)) && !kept.has(keyOf(each)));
  if (fresh.length === 0) return;
  await trx
    .insertInto("message_templates")
    .values(fresh.map(({ components, ...row }) => ({ ...ofChannel, ...row, components: JSON.stringify(components) })))
    .execute();
}

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;
