import type { Actor, AutomationChange } from "@trilho/contract";
import { type Kysely, sql } from "kysely";
import type { AutomationHistory, NewChange } from "./port.ts";
import { iso } from "../../platform/database/columns.ts";
import type { Database } from "../../platform/database/schema/database.ts";
import type { Definition } from "./automation-rows.ts";
import { withoutCredentials } from "./credentials.ts";

export const createAutomationHistory = (db: Kysely<Database>): AutomationHistory => ({
  record: (change) => recordChange(db, change),

  async list(workspaceId, automationId, limit, after) {
    let query = selectChanges(db, workspaceId, automationId);
    if (after !== null) query = query.where("change.id", "<", after.id);
    return (await query.limit(limit).execute()).map(toChange);
  },

  async version(workspaceId, automationId, version) {
    const row = await db
      .selectFrom("automation_versions")
      .where("workspace_id", "=", workspaceId)
      .where("automation_id", "=", automationId)
      .where("version", "=", version)
      .select(["definition", "created_at"])
      .executeTakeFirst();
    if (row === undefined) return null;
    const definition = withoutCredentials(row.definition as Definition);
    return { version, ...definition, createdAt: iso(row.created_at) };
  },
});

/** Adds to an automation's history, in the transaction of the change itself. */
export const recordChange = (trx: Kysely<Database>, change: NewChange): Promise<void> => recordChanges(trx, [change]);

/** The same to the histories of many, at least one. */
export async function recordChanges(trx: Kysely<Database>, changes: readonly NewChange[]): Promise<void> {
  const rows = changes.map((change) => ({
    workspace_id: change.workspaceId,
    automation_id: change.automationId,
    type: change.type,
    version: change.version ?? null,
    runs: change.runs ?? null,
    note: change.note?.trim() || null,
    by_member_id: change.by?.memberId ?? null,
    by_api_key_id: change.by?.keyId ?? null,
    ...(change.createdAt && { created_at: change.createdAt }),
  }));
  await trx.insertInto("automation_changes").values(rows).execute();
}

/** What the row that a column of `alias` names is called now. */
export const nameIn = (table: "members" | "api_keys", alias: string, column: string) => sql<string | null>`(
  select name from ${sql.table(table)} as named
  where named.workspace_id = ${sql.ref(`${alias}.workspace_id`)} and named.id = ${sql.ref(`${alias}.${column}`)})`;

/** What the member and the key of a row are called now; null of what was removed since. */
export const actorNames = (alias: string) =>
  [
    nameIn("members", alias, "by_member_id").as("member_name"),
    nameIn("api_keys", alias, "by_api_key_id").as("key_name"),
  ] as const;

const selectChanges = (db: Kysely<Database>, workspaceId: string, automationId: string) =>
  db
    .selectFrom("automation_changes as change")
    .leftJoin("automation_versions as kept", (join) =>
      join
        .onRef("kept.workspace_id", "=", "change.workspace_id")
        .onRef("kept.automation_id", "=", "change.automation_id")
        .onRef("kept.version", "=", "change.version"),
    )
    .where("change.workspace_id", "=", workspaceId)
    .where("change.automation_id", "=", automationId)
    .selectAll("change")
    .select("kept.version as kept_version")
    .select(actorNames("change"))
    .orderBy("change.id", "desc");

type ChangeRow = Awaited<ReturnType<ReturnType<typeof selectChanges>["execute"]>>[number];

/** The member and the key that a row names, with the names that they have now. */
export const actorOf = (row: {
  by_member_id: string;
  by_api_key_id: string | null;
  member_name: string | null;
  key_name: string | null;
}): Actor => ({
  id: row.by_member_id,
  name: row.member_name,
  apiKey: row.by_api_key_id === null ? null : { id: row.by_api_key_id, name: row.key_name },
});

const toChange = (row: ChangeRow): AutomationChange => ({
  id: row.id,
  type: row.type as AutomationChange["type"],
  version: row.version,
  versionKept: row.kept_version !== null,
  runs: row.runs,
  note: row.note,
  by: row.by_member_id === null ? null : actorOf({ ...row, by_member_id: row.by_member_id }),
  createdAt: iso(row.created_at),
});
